/** Where shares of a sweep put their results: a folder that all of them see, or a bucket. */
export interface ResultStore {
  /** Returns a file; undefined if it is not there. Throws a `CommandError` if it is longer than that. */
  readonly get: (name: string, bytesMax: number) => Promise<Uint8Array | undefined>;
  /** Writes a file as a whole: a part of it is never read. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>;
}

export const planName = 'plan.br';
/** A plan comes from a ConfigMap. */
export const planBytesMax = 1 << 20;
/** About 300,000 runs. */
export const shareBytesMax = 256 * 1024 * 1024;

export function shareName(share: number): string {
  return `share-${String(share).padStart(5, '0')}.ndjson`;
}
