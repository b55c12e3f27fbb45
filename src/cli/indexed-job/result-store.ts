/** Where shares of a sweep put their results: a folder that all of them see, or a bucket. */
export interface ResultStore {
  /** Returns a file; undefined if it is not there. */
  readonly get: (name: string) => Promise<Uint8Array | undefined>;
  /** Writes a file as a whole: nobody ever reads a part of it. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>;
}

export const planName = 'plan.br';

export function shareName(share: number): string {
  return `share-${String(share).padStart(5, '0')}.ndjson`;
}
