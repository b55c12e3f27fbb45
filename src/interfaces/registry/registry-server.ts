import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Image } from '../../rules/runtime/images/image.ts';
import { answerRequest } from './answer-request.ts';
import type { ImageContent } from './content/image-content.ts';
import type { RequestNotes, ServerParts } from './exchange.ts';
import { ObservedResponse } from './observed-response.ts';
import type { RegistryServerInput } from './registry-input.ts';
import { type RequestEntry, requestEntry } from './request-entry.ts';
import { type ServerSettings, serverParts } from './server-parts.ts';

export interface RegistryServerOptions extends ServerSettings {
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  /** The texts of a certificate, with those that sign it, and of its key; absent: plain HTTP. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Called when a request has come, with what is noted of it until it is over. */
  readonly onArrival?: (notes: Readonly<RequestNotes>, method: string) => void;
  /** Called when a request is over. */
  readonly onRequest?: (entry: RequestEntry, notes: Readonly<RequestNotes>) => void;
}

export interface RegistryServer {
  /** `http://127.0.0.1:49152` */
  readonly url: string;
  /** Makes the bytes of an image now, and not when it is asked for first: takes seconds for each gigabyte. */
  readonly contentOf: (image: Image) => Promise<ImageContent>;
  /** Serves another input from now on, as after a start: its faults and limits count anew. */
  readonly replace: (input: RegistryServerInput) => void;
  readonly close: () => Promise<void>;
}

/**
 * Serves the images of a Scenario over the OCI distribution API, to be read. Rejects if it cannot listen, or if the
 * certificate is none or has another key (a code that begins with `ERR_OSSL`).
 */
export async function serveRegistry(options: RegistryServerOptions): Promise<RegistryServer> {
  const { host, port, tls } = options;
  const closing = new AbortController();
  let parts = serverParts(options, closing.signal);
  const connections = new WeakMap<Socket, number>();
  let connectionCount = 0;
  const listener = (request: IncomingMessage, response: ObservedResponse): void => {
    const { socket } = request;
    const isFirstOfConnection = !connections.has(socket);
    const connection = connections.get(socket) ?? ++connectionCount;
    connections.set(socket, connection);
    void handle(parts, { request, response, connection, isFirstOfConnection }, options);
  };
  const serving = { ServerResponse: ObservedResponse };
  const server =
    tls === undefined ? createServer(serving, listener) : createTlsServer({ ...serving, ...tls }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => resolve());
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${chosen}`,
    contentOf: (image) => parts.shelf.root(image),
    replace: (input) => {
      parts = serverParts({ ...options, input }, closing.signal);
    },
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly response: ObservedResponse;
  readonly connection: number;
  readonly isFirstOfConnection: boolean;
}

async function handle(
  parts: ServerParts,
  { request, response, connection, isFirstOfConnection }: ReceivedRequest,
  { onArrival, onRequest }: RegistryServerOptions,
): Promise<void> {
  const { clock } = parts;
  const atMicros = clock.nowMicros();
  const gone = new AbortController();
  // What went over the connection before: it may serve several requests.
  const { socket } = request;
  const bytesBefore = socket.bytesWritten;
  const requester = parts.tokens.requester(request.headers.authorization, atMicros);
  const notes: RequestNotes = { role: 'registry', bodyBytes: 0 };
  response.onHead = () => {
    notes.answeredMicros = clock.nowMicros();
  };
  onArrival?.(notes, request.method ?? '');
  response.once('close', () => {
    gone.abort();
    const tookMicros = clock.nowMicros() - atMicros;
    const bytesSent = socket.bytesWritten - bytesBefore;
    onRequest?.(
      requestEntry({ request, response, notes, connection, atMicros, tookMicros, bytesSent }),
      notes,
    );
  });
  request.resume();
  try {
    const asked = { request, response, signal: gone.signal, requester, isFirstOfConnection, notes };
    await answerRequest({ ...parts, ...asked });
  } catch {
    // A defect of ours: the client gets an error, and the server goes on.
    if (response.headersSent) socket.destroy();
    else response.writeHead(500).end();
  }
}
