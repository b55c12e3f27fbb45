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
  const urlOf = (name: string) =>
    [endpoint, bucket, ...prefix.split('/').filter((part) => part !== ''), name].join('/');
  const unreachable = (error: unknown): CommandError => {
    const reason =
      error instanceof Error
        ? error.cause instanceof Error
          ? error.cause.message
          : error.message
        : String(error);
    const message = `cannot reach ${endpoint} for ${place}: ${reason}\nThe same command goes on when it is back.`;
    return new CommandError(exitCode.unreachable, message);
  };
  /** Returns the body of an answer; undefined if it is longer than that. */
  const bodyOf = async ({ body }: Response, bytesMax: number): Promise<Uint8Array | undefined> => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const piece of body ?? []) {
        pieces.push(piece);
        length += piece.length;
        if (length > bytesMax) return undefined;
      }
    } catch (error) {
      throw unreachable(error);
    }
    return Buffer.concat(pieces);
  };
  const ask = async (name: string, init: RequestInit): Promise<Response> => {
    try {
      return await client.fetch(urlOf(name), { ...init, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      throw unreachable(error);
    }
  };
  const refused = async (name: string, response: Response): Promise<CommandError> => {
    const text = new TextDecoder().decode(await bodyOf(response, answerBytesMax));
    const [, code = ''] = /<Code>([\w.]{1,64})<\/Code>/.exec(text) ?? [];
    return new CommandError(
      exitCode.input,
      `${place}/${name}: ${endpoint} answers ${response.status}${code === '' ? '' : ` ${code}`}`,
    );
  };
  return {
    get: async (name, bytesMax) => {
      const response = await ask(name, {});
      if (response.ok) {
        const body = await bodyOf(response, bytesMax);
        if (body === undefined) throw longerThan(bytesMax, `${place}/${name}`);
        return body;
      }
      const error = await refused(name, response);
      if (response.status === 404 && !error.message.endsWith('NoSuchBucket')) return undefined;
      throw error;
    },
    put: async (name, bytes) => {
      const response = await ask(name, { method: 'PUT', body: new Uint8Array(bytes) });
      if (!response.ok) throw await refused(name, response);
    },
  };
}
