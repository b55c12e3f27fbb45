import { AwsClient } from 'aws4fetch';
import { CommandError, exitCode } from '../cli/command-error.ts';
import { longerThan } from '../cli/files/read-bytes.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { ResultStore } from './result-store.ts';

const timeoutMs = 60_000;
/** Of a refusal only its code is read. */
const answerBytesMax = 64 * 1024;

/**
 * Returns a bucket of S3, or of what speaks its protocol, by the variables that AWS's own tools read:
 * AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, AWS_ENDPOINT_URL_S3 or
 * AWS_ENDPOINT_URL. Throws a `CommandError`.
 */
export function s3Store(place: string, { env }: Terminal): ResultStore {
  const bucket = connectBucket(place, env);
  return {
    get: async (name, bytesMax) => {
      const response = await ask(bucket, name, {});
      if (response.ok) {
        const body = await readBody(bucket, response, bytesMax);
        if (body === undefined) throw longerThan(bytesMax, `${place}/${name}`);
        return body;
      }
      const code = await readErrorCode(bucket, response);
      if (response.status === 404 && code !== 'NoSuchBucket') return undefined;
      throw refusal(bucket, name, response, code);
    },
    put: async (name, bytes) => {
      const response = await ask(bucket, name, { method: 'PUT', body: new Uint8Array(bytes) });
      if (!response.ok) throw refusal(bucket, name, response, await readErrorCode(bucket, response));
    },
  };
}

/** A part of a bucket, as `s3://BUCKET/PREFIX` names it. */
interface Bucket {
  readonly place: string;
  readonly endpoint: string;
  /** The address of the part. */
  readonly url: string;
  readonly client: AwsClient;
}

function connectBucket(place: string, env: Terminal['env']): Bucket {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/.exec(place) ?? [];
  if (bucket === '') throw new CommandError(exitCode.usage, `${place}: expected s3://BUCKET/PREFIX`);
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new CommandError(
      exitCode.usage,
      `${place} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment`,
    );
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1';
  const endpoint = (
    env.AWS_ENDPOINT_URL_S3 ??
    env.AWS_ENDPOINT_URL ??
    `https://s3.${region}.amazonaws.com`
  ).replace(/\/+$/, '');
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    service: 's3',
    region,
  });
  const folders = prefix.split('/').filter((part) => part !== '');
  return { place, endpoint, url: [endpoint, bucket, ...folders].join('/'), client };
}

async function ask(bucket: Bucket, name: string, init: RequestInit): Promise<Response> {
  try {
    return await bucket.client.fetch(`${bucket.url}/${name}`, {
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw unreachable(bucket, error);
  }
}

/** Returns the body of an answer; undefined if it is longer than that. */
async function readBody(
  bucket: Bucket,
  { body }: Response,
  bytesMax: number,
): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of body ?? []) {
      pieces.push(piece);
      length += piece.length;
      if (length > bytesMax) return undefined;
    }
  } catch (error) {
    throw unreachable(bucket, error);
  }
  return Buffer.concat(pieces);
}

function unreachable({ endpoint, place }: Bucket, error: unknown): CommandError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `cannot reach ${endpoint} for ${place}: ${reason}\nThe same command goes on when it is back.`;
  return new CommandError(exitCode.unreachable, message);
}

/** Returns the code in the answer of a store that refuses; empty if it has none. */
async function readErrorCode(bucket: Bucket, response: Response): Promise<string> {
  const text = new TextDecoder().decode(await readBody(bucket, response, answerBytesMax));
  return /<Code>([\w.]{1,64})<\/Code>/.exec(text)?.[1] ?? '';
}

function refusal(
  { place, endpoint }: Bucket,
  name: string,
  { status }: Response,
  code: string,
): CommandError {
  return new CommandError(
    exitCode.input,
    `${place}/${name}: ${endpoint} answers ${status}${code === '' ? '' : ` ${code}`}`,
  );
}
