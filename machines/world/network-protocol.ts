import type { ActorRef, Snapshot } from 'xstate';
import type { FaultEvent } from './fault.ts';

export type NetworkEvent =
  | {
      readonly type: 'FLOW.REQUESTED';
      /** Unique among the flows under way. */
      readonly id: string;
      readonly bytes: number;
      readonly linkId: string;
      readonly registry: string;
      readonly requester: FlowRequester;
      /** Where this one may go at no more than that, whatever there is room for. */
      readonly bytesPerSecondMax?: number;
    }
  | { readonly type: 'FLOW.CANCELLED'; readonly id: string; readonly linkId: string; readonly registry: string }
  | { readonly type: 'LINK.CHANGED'; readonly linkId: string; readonly bytesPerSecond: number | null }
  /** How many bytes of each of these flows have come by now; of one that is not under way: 0. */
  | { readonly type: 'FLOWS.ASKED'; readonly flows: readonly FlowName[]; readonly requester: FlowsWatcher }
  | FaultEvent;

export interface FlowName {
  readonly id: string;
  readonly linkId: string;
  readonly registry: string;
}

/** In the order of the question. */
export type FlowsMeasured = { readonly type: 'FLOWS.MEASURED'; readonly bytes: readonly number[] };

export type FlowsWatcher = ActorRef<Snapshot<unknown>, FlowsMeasured>;

export type FlowFinished = { readonly type: 'FLOW.FINISHED' };

export type FlowRequester = ActorRef<Snapshot<unknown>, FlowFinished>;

export type Network = ActorRef<Snapshot<unknown>, NetworkEvent>;
