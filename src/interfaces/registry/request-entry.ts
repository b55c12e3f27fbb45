import type { IncomingMessage } from 'node:http';
import type { RequestNotes, ServerRole } from './exchange.ts';
import type { ObservedResponse } from './observed-response.ts';

/** A request that is over, for a log or a test. The texts come from the client as they are. */
export interface RequestEntry {
  /** When it came, in microseconds of the Scenario since the start. */
  readonly atMicros: number;
  readonly tookMicros: number;
  readonly method: string;
  /** With its query. That of a token server or a blob store can have a signature. */
  readonly path: string;
  /** Which part the server played for it. */
  readonly role: ServerRole;
  /** The registry or the blob store that was meant; absent: none. */
  readonly registry?: string | undefined;
  /** What it asked for; absent: nothing that the API has. A digest that is not there counts as a layer or manifest. */
  readonly kind?: RequestNotes['kind'];
  readonly repository?: string | undefined;
  /** The tag or the digest. */
  readonly reference?: string | undefined;
  /** The `Range` header: `bytes=1000-`. */
  readonly range?: string | undefined;
  /** The scheme of its `Authorization` header, whether or not it opened anything. The value is in no log. */
  readonly authorization: 'none' | 'basic' | 'bearer' | 'other';
  /** A registry that caches another one had it whole, asked for it, or was getting it; absent: it is no such. */
  readonly cache?: RequestNotes['cache'];
  /** Absent: there was no answer. */
  readonly status?: number | undefined;
  /** When status and headers were sent; absent: never. */
  readonly answeredMicros?: number | undefined;
  /** The bytes that the system took for it, headers included. */
  readonly bytesSent: number;
  /** The bytes of the body that the system took. */
  readonly bodyBytes: number;
  /** The size of the body by the headers of the answer. */
  readonly bodyBytesPromised?: number | undefined;
  /** The TCP connection over which it came: a number of its own for each. */
  readonly connection: number;
  /** The client was gone before the end of the answer. */
  readonly isAbandoned: boolean;
  /** The id of the fault that it met. */
  readonly fault?: string | undefined;
}

interface RequestOver {
  readonly request: IncomingMessage;
  readonly response: ObservedResponse;
  readonly notes: RequestNotes;
  readonly atMicros: number;
  readonly tookMicros: number;
  readonly bytesSent: number;
  readonly connection: number;
}

/** Returns the entry of a request whose connection, or whose answer, has ended. */
export function requestEntry({ request, response, notes, ...figures }: RequestOver): RequestEntry {
  const { role, registry, kind, repository, reference, answeredMicros, bodyBytes, fault, cache, isCut } =
    notes;
  return {
    ...figures,
    method: request.method ?? '',
    path: request.url ?? '',
    role,
    registry,
    kind,
    repository,
    reference,
    range: request.headers.range,
    authorization: schemeOf(request.headers.authorization),
    status: response.headersSent ? response.statusCode : undefined,
    answeredMicros,
    bodyBytes,
    cache,
    bodyBytesPromised: response.bodyBytesPromised,
    isAbandoned: !response.writableFinished && isCut === undefined,
    fault,
  };
}

function schemeOf(header: string | undefined): RequestEntry['authorization'] {
  if (header === undefined) return 'none';
  const scheme = header.split(' ', 1)[0]?.toLowerCase();
  return scheme === 'basic' || scheme === 'bearer' ? scheme : 'other';
}
