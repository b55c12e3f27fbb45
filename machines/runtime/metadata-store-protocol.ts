import type { ActorRef, Snapshot } from 'xstate';

export interface WriteRequested {
  readonly type: 'WRITE.REQUESTED';
  /** Unique on the node; it asks for one write at a time. */
  readonly writer: string;
  /** How long each transaction takes. */
  readonly micros: number;
  /** So many, one after another; others may come between them. */
  readonly transactions: number;
  readonly requester: MetadataWriter;
}

/** What a node's metadata store hears. */
export type MetadataStoreEvent =
  | WriteRequested
  /** Of a write that has not finished: what is under way of it is given up. */
  | { readonly type: 'WRITE.WITHDRAWN'; readonly writer: string };

export type WriteFinished = { readonly type: 'WRITE.FINISHED' };

export type MetadataWriter = ActorRef<Snapshot<unknown>, WriteFinished>;

export type MetadataStore = ActorRef<Snapshot<unknown>, MetadataStoreEvent>;
