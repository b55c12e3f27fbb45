import type { RuntimeDelays } from '../profiles/runtime-profile.ts';

/** Transactions of the metadata that one writer makes, one after another; 0 µs: there are none. */
export interface MetadataWrite {
  readonly transactions: number;
  /** Of each. */
  readonly micros: number;
}

/** What a runtime does between two things that can be seen of a pull: work of its own, and what it notes meanwhile. */
export interface MetadataStep {
  readonly pauseMicros: number;
  readonly write: MetadataWrite;
}

/** How many transactions there are before each of these. Read in containerd's source: pull.go, handlers.go, unpacker.go. */
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

/** Returns a step that takes `micros` where nobody else writes, with so many transactions in it. */
export function metadataStep(delays: RuntimeDelays, micros: number, transactions: number): MetadataStep {
  const each = Math.min(delays.transaction, Math.floor(micros / transactions));
  return { pauseMicros: micros - each * transactions, write: { transactions, micros: each } };
}
