import type { ObservationOf } from '../../../trace/observation.ts';
import type { RequestPoint } from '../errors/pull-error.ts';

/** Where a request goes, and over which connection. */
export interface RequestWay {
  readonly registry: string;
  readonly image: string;
  /** The number of the TCP connection within the pull; absent: there is none yet. */
  readonly connection?: number;
  /** The first byte asked for. */
  readonly offset?: number | undefined;
}

/** The outcome of a request. */
export type RequestOutcome =
  | { readonly state: 'waiting' | 'sent' }
  | { readonly state: 'resting'; readonly dueMs: number }
  /** `from`: the host that sends the body, if it is not the one that was asked. */
  | { readonly state: 'answered'; readonly status: number; readonly from?: string | undefined }
  | { readonly state: 'failed'; readonly error: RequestError };

/** The error in the words of Go. */
type RequestError = 'connection refused' | 'connection reset by peer' | 'no such host' | 'unexpected EOF';

/** Returns the record of a request. */
export function requestObservation(
  { method, kind, digest }: RequestPoint,
  way: RequestWay,
  outcome: RequestOutcome,
): ObservationOf<'request'> {
  const { registry, image, connection, offset = 0 } = way;
  const { state } = outcome;
  const observation: Writable<ObservationOf<'request'>> = {
    type: 'request',
    state,
    method,
    kind,
    registry,
    image,
  };
  if (digest !== '') observation.digest = digest;
  if (connection !== undefined) observation.connection = connection;
  if (offset !== 0) observation.offset = offset;
  if (outcome.state === 'answered') {
    observation.status = outcome.status;
    if (outcome.from !== undefined) observation.from = outcome.from;
  }
  if (outcome.state === 'failed') observation.error = outcome.error;
  if (outcome.state === 'resting') observation.dueMs = outcome.dueMs;
  return observation;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
