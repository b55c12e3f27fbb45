import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyFault, RequestKind } from '../../rules/runtime/registry/request-fault.ts';
import type { AccessTokens, Requester } from './access-tokens.ts';
import { type ApiError, errorBody } from './api-error.ts';
import type { ImageShelf } from './image-shelf.ts';
import type { PullThrough } from './pull-through.ts';
import type { RegistryLocator } from './registry-locator.ts';
import type { SharedRate } from './sending/bandwidth.ts';
import type { Stalls } from './sending/stalls.ts';
import type { ServerClock } from './server-clock.ts';
import type { SignedAddresses } from './store/signed-addresses.ts';
import { storeErrorBody } from './store/store-error.ts';

/** What all requests of a server share. */
export interface ServerParts {
  readonly clock: ServerClock;
  readonly shelf: ImageShelf;
  readonly locator: RegistryLocator;
  readonly tokens: AccessTokens;
  readonly addresses: SignedAddresses;
  /** Under which address clients reach the blob stores; absent: another name of the one that they asked. */
  readonly storeAt?: string | undefined;
  /** The limits of all bodies of a registry together, by its host. */
  readonly egress: ReadonlyMap<string, SharedRate>;
  /** The limits of all bodies of a registry to one client, by both. */
  readonly ofClients: Map<string, SharedRate>;
  /** The content of registries that cache another one, by their hosts. */
  readonly caches: ReadonlyMap<string, PullThrough>;
  readonly stalls: Stalls;
  /** What the faults of the input do to bodies, by their ids. */
  readonly bodyFaults: ReadonlyMap<string, BodyFault>;
}

/** Which of its parts a server plays for a request. */
export type ServerRole = 'registry' | 'tokenServer' | 'blobStore';

/** What a log says of a request; filled while it is answered. */
export interface RequestNotes {
  role: ServerRole;
  /** The registry that was meant, or the blob store. */
  registry?: string;
  /** The fault that the request met. */
  fault?: string;
  kind?: RequestKind | 'base' | 'tags';
  repository?: string;
  /** The tag or the digest. */
  reference?: string;
  /** When status and headers were sent. */
  answeredMicros?: number;
  /** What a cache had of it. */
  cache?: 'hit' | 'miss' | 'filling';
  /** The bytes of the body that the system has taken. */
  bodyBytes: number;
  /** The server itself ends the connection, as a fault says. */
  isCut?: true;
}

/** One request, and what it is answered with. */
export interface Exchange extends ServerParts {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  readonly requester: Requester;
  /** No request came over its connection before. */
  readonly isFirstOfConnection: boolean;
  readonly notes: RequestNotes;
}

/** The headers of every answer of a registry. */
export const standing = {
  'Docker-Distribution-Api-Version': 'registry/2.0',
  'X-Content-Type-Options': 'nosniff',
};

/** Returns whether clients come by `http` or by `https`. */
export function schemeOf({ socket }: IncomingMessage): string {
  return 'encrypted' in socket ? 'https' : 'http';
}

/** Answers with an error, in the words of the distribution API, or in those of a store of blobs. */
export function fail(exchange: Exchange, error: ApiError, headers: Record<string, string> = {}): void {
  const isOfStore = exchange.notes.role === 'blobStore';
  const body = isOfStore ? storeErrorBody(error) : errorBody(error);
  const type = isOfStore ? 'application/xml' : 'application/json';
  send(exchange, error.status, { 'Content-Type': type, ...headers }, body);
}

/** Answers with a whole body, which a HEAD does not get. */
export function send(
  { request, response, notes }: Exchange,
  status: number,
  headers: Record<string, string>,
  body: Buffer,
): void {
  const common = notes.role === 'blobStore' ? {} : standing;
  response.writeHead(status, { ...common, ...headers, 'Content-Length': body.length });
  if (request.method === 'HEAD') response.end();
  else
    response.end(body, () => {
      notes.bodyBytes += body.length;
    });
}

/** Closes the connection at once, without an answer or in the middle of one. */
export function reset({ request, notes }: Exchange): void {
  notes.isCut = true;
  request.socket.resetAndDestroy();
}
