import type { TraceEntry } from '../script-kind.ts';

/** An entry of a trace of this kind. The entries of one event of the script stand together, ordered by call. */
export interface CredentialsEntry extends TraceEntry {
  /** The id of the call; absent if it belongs to none. */
  readonly call?: string;
  readonly [field: string]: unknown;
}
