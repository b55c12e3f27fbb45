import { createHash } from 'node:crypto';
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { onTestFinished } from 'vitest';
import type { InputRequest } from '../../../src/inputs/read-input.ts';
import {
  type RegistryServerInput,
  readRegistryInput,
} from '../../../src/interfaces/registry/registry-input.ts';
import { type RegistryServer, serveRegistry } from '../../../src/interfaces/registry/registry-server.ts';
import type { RequestEntry } from '../../../src/interfaces/registry/request-entry.ts';

const scenarioHead = 'apiVersion: windlass.dev/v1alpha1\nkind: Scenario\n';

/** Settings of a registry that is near, open and fast. */
export const near = '{ roundTrip: 0ms, authentication: none, blobStore: none, perResponse: 10GB/s }';

export interface Served extends RegistryServer {
  readonly entries: RequestEntry[];
  readonly input: RegistryServerInput;
}

interface ServedOptions extends InputRequest {
  readonly speed?: number;
  readonly documents?: string;
  readonly nowMs?: () => number;
  readonly storeAt?: string;
  readonly tokenLifeMicros?: number;
  readonly port?: number;
}

/** Serves the images of a Scenario on a free port of this machine. */
export async function served(scenario: string, options: ServedOptions = {}): Promise<Served> {
  const {
    speed = 1,
    documents = '',
    nowMs = () => performance.now(),
    storeAt,
    tokenLifeMicros,
    port = 0,
    ...asked
  } = options;
  const text = `${scenarioHead}${scenario}`;
  const sources = [{ name: 'scenario.yaml', text: documents === '' ? text : `${text}\n---\n${documents}` }];
  const read = readRegistryInput(sources, asked);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const entries: RequestEntry[] = [];
  const onRequest = (entry: RequestEntry) => void entries.push(entry);
  const server = await serveRegistry({
    input: read.input,
    host: '127.0.0.1',
    port,
    speed,
    nowMs,
    storeAt,
    tokenLifeMicros,
    onRequest,
  });
  return { ...server, entries, input: read.input };
}

/** Serves the same for the test that runs, and ends with it. */
export async function serve(...args: Parameters<typeof served>): Promise<Served> {
  const server = await served(...args);
  onTestFinished(() => server.close());
  return server;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** How the body ended too early: ECONNRESET, or `aborted`. */
  readonly error?: string;
  readonly ms: number;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives up after so many milliseconds, with what has come by then. */
  readonly giveUpMs?: number;
  /** Absent: a connection of its own. */
  readonly agent?: Agent;
}

/** Asks with the path as it is: nothing of it is normalized. Rejects if there is no answer. */
export function ask(url: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, giveUpMs, agent = false } = asked;
  const { hostname, port } = new URL(url);
  const start = performance.now();
  return new Promise((resolve, reject) => {
    let end: ((error: string) => void) | undefined;
    const sent = request({ hostname, port, path, method, headers, agent }, (response) => {
      const pieces: Buffer[] = [];
      const done = (error?: string): void =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
          ms: performance.now() - start,
          ...(error === undefined ? {} : { error }),
        });
      end = done;
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => done());
      response.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
      if (giveUpMs !== undefined)
        setTimeout(() => {
          done('gave up');
          sent.destroy();
        }, giveUpMs);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (end === undefined) reject(error);
      else end(error.code ?? error.message);
    });
    if (giveUpMs !== undefined) sent.setTimeout(giveUpMs, () => sent.destroy(new Error('no answer')));
    sent.end();
  });
}

export interface Manifest {
  readonly config: { readonly digest: string; readonly size: number };
  readonly layers: readonly { readonly digest: string; readonly size: number; readonly mediaType: string }[];
}

/** Returns the manifest of an image of one platform. */
export async function manifestOf(url: string, repository: string, reference: string): Promise<Manifest> {
  const { status, body } = await ask(url, `/v2/${repository}/manifests/${reference}`);
  if (status !== 200) throw new Error(`${status} ${body.toString()}`);
  return JSON.parse(body.toString()) as Manifest;
}

export function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
