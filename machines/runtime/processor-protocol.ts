import type { ActorRef, Snapshot } from 'xstate';

/** What a node's processor hears. `micros` is how long the work takes where nothing else runs. */
export type ProcessorEvent =
  | { readonly type: 'WORK.REQUESTED'; readonly id: string; readonly micros: number; readonly requester: WorkRequester }
  | { readonly type: 'WORK.CANCELLED'; readonly id: string };

export type WorkFinished = { readonly type: 'WORK.FINISHED' };

export type WorkRequester = ActorRef<Snapshot<unknown>, WorkFinished>;

export type Processor = ActorRef<Snapshot<unknown>, ProcessorEvent>;
