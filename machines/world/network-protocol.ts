import type { ActorRef, Snapshot } from 'xstate';
import type { LinkLimits } from '../../src/rules/runtime/network/network-capacities.ts';
import type { FaultEvent } from './fault.ts';

export type NetworkEvent =
  | {
      readonly type: 'FLOW.REQUESTED';
      /** Unique among the flows under way. */
      readonly id: string;
      /** For the unpacking of a layer: microseconds that it takes if nothing else runs. */
      readonly bytes: number;
      readonly linkId: string;
      /** The host that sends, or `unpackingSource`. */
      readonly registry: string;
      readonly requester: FlowRequester;
      /** The highest rate of this flow, even if there is room for more. */
      readonly bytesPerSecondMax?: number;
    }
  | {
      readonly type: 'FLOW.CANCELLED';
      readonly id: string;
      readonly linkId: string;
      readonly registry: string;
    }
  | { readonly type: 'LINK.CHANGED'; readonly linkId: string; readonly link: LinkLimits }
  /**
   * Asks how many bytes of each of these flows have arrived by now. The answer is 0 for a flow that is not
   * active.
   */
  | { readonly type: 'FLOWS.ASKED'; readonly flows: readonly FlowName[]; readonly requester: FlowsWatcher }
  /** Asks how many layers are being unpacked behind this link. */
  | { readonly type: 'UNPACKINGS.ASKED'; readonly linkId: string; readonly requester: UnpackingsWatcher }
  | FaultEvent;

export interface FlowName {
  readonly id: string;
  readonly linkId: string;
  readonly registry: string;
}

/** The answers, in the order of the request. */
export type FlowsMeasured = { readonly type: 'FLOWS.MEASURED'; readonly bytes: readonly number[] };

export type UnpackingsCounted = { readonly type: 'UNPACKINGS.COUNTED'; readonly unpackings: number };

export type UnpackingsWatcher = ActorRef<Snapshot<unknown>, UnpackingsCounted>;

export type FlowsWatcher = ActorRef<Snapshot<unknown>, FlowsMeasured>;

export type FlowFinished = { readonly type: 'FLOW.FINISHED' };

export type FlowRequester = ActorRef<Snapshot<unknown>, FlowFinished>;

export type Network = ActorRef<Snapshot<unknown>, NetworkEvent>;
