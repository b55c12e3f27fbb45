import type { RuntimeDelays } from '../profiles/runtime-profile.ts';

/** The transactions of one write to the metadata store, one after another; 0 µs: there is nothing to write. */
export interface MetadataWrite {
  readonly transactions: number;
  /** How long each transaction takes. */
  readonly micros: number;
}

/** What a runtime does between two visible steps of a pull: work of its own, and a write to the metadata store. */
export interface MetadataStep {
  readonly pauseMicros: number;
  readonly write: MetadataWrite;
}

/** The number of transactions before each of these steps. Read in containerd's source: pull.go, handlers.go, unpacker.go. */
export const transactionsBefore = {
  /** The lease, and the file of the manifest. */
  manifest: 2,
  /** The manifest with its labels, and the file of the config. */
  config: 4,
  /** The config with its labels, and the snapshot of the first layer. */
  layers: 4,
  /** The image under its names, and the end of the lease. */
  reply: 4,
} as const;

export const noWrite: MetadataWrite = { transactions: 1, micros: 0 };

/** Returns a step with so many transactions, which takes `micros` if nobody else writes. */
export function metadataStep(delays: RuntimeDelays, micros: number, transactions: number): MetadataStep {
  const each = Math.min(delays.transaction, Math.floor(micros / transactions));
  return { pauseMicros: micros - each * transactions, write: { transactions, micros: each } };
}
