import type { ActorRef, Snapshot } from 'xstate';
import type { Fifo } from '../../src/rules/collections/fifo.ts';
import type { SortedMap } from '../../src/rules/collections/sorted-map.ts';
import type { PodSpec } from '../../src/rules/kubelet/pods/pod.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';
import type { EventsRead, HealthAnswered, Pleg, PodChanged } from './pleg-protocol.ts';

/** The work queue hands the pod out: it is due for a sync. */
export type SyncDue = { readonly type: 'SYNC.DUE' };

/** A pod worker as the sync loop sees it. */
export type SyncWorker = ActorRef<Snapshot<unknown>, SyncDue | PodChanged>;

/** A message to the node status: the runtime (PLEG) has become healthy or unhealthy. */
export type RuntimeStateChanged = { readonly type: 'RUNTIME_STATE.CHANGED'; readonly isHealthy: boolean };

/**
 * What the loop passes on while it runs: an update of pods to the kubelet; to a worker, that its pod is due
 * or has changed.
 */
export type HeldUpdate =
  | { readonly handler: ActorRef<Snapshot<unknown>, HandedOut>; readonly event: HandedOut }
  | { readonly handler: SyncWorker; readonly event: SyncDue | PodChanged };

/**
 * An update of the pods that the loop has passed on. While the loop sleeps, nothing is admitted or changed.
 */
export type HandedOut =
  | { readonly type: 'ADDITION.DISPATCHED'; readonly spec: PodSpec }
  | { readonly type: 'CHANGE.DISPATCHED'; readonly spec: PodSpec };

export type UpdateReceived = {
  readonly type: 'UPDATE.RECEIVED';
  readonly handler: ActorRef<Snapshot<unknown>, HandedOut>;
  readonly event: HandedOut;
};

export type SyncLoopEvent =
  /** From now on the pod's due times and events go to this worker. */
  | { readonly type: 'POD.WATCHED'; readonly uid: string; readonly worker: SyncWorker }
  | { readonly type: 'POD.FORGOTTEN'; readonly uid: string }
  /** A tick of the loop has found the pod in the work queue. */
  | { readonly type: 'WORK.DUE'; readonly uid: string }
  /** A pod was added, changed or deleted: `event` goes to `handler` as soon as the loop runs. */
  | UpdateReceived
  | EventsRead
  | HealthAnswered;

export type SyncLoop = ActorRef<Snapshot<unknown>, SyncLoopEvent>;

export interface SyncLoopInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly pleg: Pleg;
  readonly nodeStatus: ActorRef<Snapshot<unknown>, RuntimeStateChanged>;
  readonly tickOriginMicros: number;
  readonly relistThresholdMicros: number;
}

export interface SyncLoopContext {
  readonly input: SyncLoopInput;
  readonly workers: SortedMap<SyncWorker>;
  /** The updates that came while the loop slept, in their order. */
  readonly held: Fifo<HeldUpdate>;
  /** The pause before the loop asks PLEG for its health again. */
  readonly pauseMicros: number;
  /** The start of the last relist that counts, as PLEG last said. */
  readonly sinceMicros: number | undefined;
}
