import type { ObservationOf } from '../../trace/observation.ts';
import type { RequestPoint } from '../errors/pull-error.ts';

/** Where a request goes, and over what. */
export interface RequestWay {
  readonly registry: string;
  readonly image: string;
  /** TCP connection of the pull; absent: none yet. */
  readonly connection?: number;
  /** First byte asked for. */
  readonly offset?: number | undefined;
}

/** What became of a request. */
export type RequestOutcome =
  | { readonly state: 'waiting' | 'sent' }
  /** `from`: who sends the bytes, where the host that was asked does not. */
  | { readonly state: 'answered'; readonly status: number; readonly from?: string | undefined }
  | { readonly state: 'failed'; readonly error: RequestError };

/** As Go words it. */
export type RequestError = 'connection refused' | 'connection reset by peer' | 'unexpected EOF';

/** Returns what the trace is told of a request. */
export function requestObservation(
  { method, kind, digest }: RequestPoint,
  way: RequestWay,
  outcome: RequestOutcome,
): ObservationOf<'request'> {
  const { registry, image, connection, offset = 0 } = way;
  const { state } = outcome;
  const told: Writable<ObservationOf<'request'>> = { type: 'request', state, method, kind, registry, image };
  if (digest !== '') told.digest = digest;
  if (connection !== undefined) told.connection = connection;
  if (offset !== 0) told.offset = offset;
  if (outcome.state === 'answered') {
    told.status = outcome.status;
    if (outcome.from !== undefined) told.from = outcome.from;
  }
  if (outcome.state === 'failed') told.error = outcome.error;
  return told;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
