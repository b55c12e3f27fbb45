import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isRequestFault } from '../../rules/runtime/fault.ts';
import type { Image } from '../../rules/runtime/images/image.ts';
import { selectBodyFault } from '../../rules/runtime/registry/request-fault.ts';
import { faultName } from '../../run/simulation/fault-name.ts';
import { RandomStreams } from '../../run/simulation/random-streams.ts';
import type { RegistryInput } from '../../run/simulation-input.ts';
import { AccessTokens } from './access-tokens.ts';
import { answerRequest } from './answer-request.ts';
import { SharedRate } from './bandwidth.ts';
import { DrawnContent, type ImageContent } from './content/image-content.ts';
import type { RequestNotes, ServerParts } from './exchange.ts';
import { ImageShelf } from './image-shelf.ts';
import { ObservedResponse } from './observed-response.ts';
import type { RegistryServerInput } from './registry-input.ts';
import { RegistryLocator } from './registry-locator.ts';
import { type RequestEntry, requestEntry } from './request-entry.ts';
import { ServedRegistry } from './served-registry.ts';
import { ServerClock } from './server-clock.ts';
import { SignedAddresses } from './signed-addresses.ts';

export interface RegistryServerOptions {
  readonly input: RegistryServerInput;
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  /** Under which host, and port where it is another, clients reach the blob stores; absent: as `storeAddress` says. */
  readonly storeAt?: string | undefined;
  /** How long a token is good, in microseconds of the Scenario; absent: `tokenLifeMicrosDefault`. */
  readonly tokenLifeMicros?: number | undefined;
  /** How much faster than the clock time passes: windows of faults, pauses, latency and rates. */
  readonly speed: number;
  /** A wall clock with any starting point. */
  readonly nowMs: () => number;
  /** Called when a request is over. */
  readonly onRequest?: (entry: RequestEntry) => void;
}

export interface RegistryServer {
  /** `http://127.0.0.1:49152` */
  readonly url: string;
  /** Makes the bytes of an image now, and not when it is asked for first: takes seconds for each gigabyte. */
  readonly contentOf: (image: Image) => Promise<ImageContent>;
  readonly close: () => Promise<void>;
}

/** Serves the images of a Scenario over the OCI distribution API, to be read. Rejects if it cannot listen. */
export async function serveRegistry(options: RegistryServerOptions): Promise<RegistryServer> {
  const { host, port, onRequest } = options;
  const parts = serverParts(options);
  const connections = new WeakMap<Socket, number>();
  let connectionCount = 0;
  const server = createServer({ ServerResponse: ObservedResponse }, (request, response) => {
    const connection = connections.get(request.socket) ?? 0;
    void handle(parts, { request, response, connection }, onRequest);
  });
  server.on('connection', (socket) => connections.set(socket, ++connectionCount));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => resolve());
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`,
    contentOf: (image) => parts.shelf.root(image),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As long as tokens of Docker Hub are good. */
const tokenLifeMicrosDefault = 300 * 1_000_000;

function serverParts({
  input,
  nowMs,
  speed,
  storeAt,
  tokenLifeMicros = tokenLifeMicrosDefault,
}: RegistryServerOptions): ServerParts {
  const streams = new RandomStreams(input.seed);
  const shelf = new ImageShelf(input.images, new DrawnContent(input.seed, input.platforms));
  const open = Object.fromEntries(shelf.hosts.map((host) => [host, openRegistry(host)]));
  const stores = new Set(Object.values(input.registries).flatMap(({ blobStore = [] }) => blobStore));
  const registries = new Map(
    Object.entries({ ...open, ...input.registries }).map(([host, rules]) => [
      host.toLowerCase(),
      new ServedRegistry(rules, input.faults, () => streams.draw(`registries/${host}`), stores.has(host)),
    ]),
  );
  return {
    clock: new ServerClock(nowMs, speed),
    shelf,
    locator: new RegistryLocator(registries, shelf),
    tokens: new AccessTokens(input.identityOf, tokenLifeMicros),
    egress: new Map(
      [...registries.values()].flatMap(({ rules: { host, egressBytesPerSecond } }) =>
        egressBytesPerSecond === null ? [] : [[host, new SharedRate(egressBytesPerSecond)] as const],
      ),
    ),
    ofClients: new Map(),
    connections: new WeakSet(),
    addresses: new SignedAddresses(),
    storeAt,
    bodyFaults: new Map(
      input.faults.flatMap((fault, index) => {
        const id = faultName(index, fault.kind);
        const bodyFault = isRequestFault(fault) ? selectBodyFault(id, fault) : undefined;
        return bodyFault === undefined ? [] : [[id, bodyFault] as const];
      }),
    ),
  };
}

/** A registry of which the input says nothing. */
function openRegistry(host: string): RegistryInput {
  return { host, roundTripMicros: 0, egressBytesPerSecond: null, bytesPerSecondPerResponse: null };
}

interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly response: ObservedResponse;
  readonly connection: number;
}

async function handle(
  parts: ServerParts,
  { request, response, connection }: ReceivedRequest,
  onRequest: RegistryServerOptions['onRequest'],
): Promise<void> {
  const { clock } = parts;
  const atMicros = clock.nowMicros();
  const gone = new AbortController();
  // What went over the connection before: it may serve several requests.
  const { socket } = request;
  const bytesBefore = socket.bytesWritten;
  const isFirstOfConnection = !parts.connections.has(socket);
  parts.connections.add(socket);
  const requester = parts.tokens.requester(request.headers.authorization, atMicros);
  const notes: RequestNotes = { role: 'registry', bodyBytes: 0 };
  response.onHead = () => {
    notes.answeredMicros = clock.nowMicros();
  };
  response.once('close', () => {
    gone.abort();
    const tookMicros = clock.nowMicros() - atMicros;
    const bytesSent = socket.bytesWritten - bytesBefore;
    onRequest?.(requestEntry({ request, response, notes, connection, atMicros, tookMicros, bytesSent }));
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
