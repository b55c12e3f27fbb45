import type { TraceEntry } from '../script-kind.ts';

/** An entry of a trace of this kind: those of one event of the script stand together, ordered by call. */
export interface CredentialsEntry extends TraceEntry {
  /** The id of the call; absent: nobody's. */
  readonly call?: string;
  readonly [field: string]: unknown;
}
