import type { ActorRef, Snapshot } from 'xstate';
import type { Fifo } from '../../src/rules/collections/fifo.ts';
import type { EventChannel, PodLifecycleEvent } from '../../src/rules/kubelet/pleg/lifecycle-events.ts';
import type { PlegHealth } from '../../src/rules/kubelet/pleg/pleg-health.ts';
import type { PlegRules } from '../../src/rules/kubelet/pleg/pleg-rules.ts';
import type { PodCache } from '../../src/rules/kubelet/pleg/pod-cache.ts';
import type { PodStatus } from '../../src/rules/kubelet/pleg/pod-status.ts';
import type { PlegRecords, PodTurn } from '../../src/rules/kubelet/pleg/relist.ts';
import type { PodRuntimeStatus } from '../../src/rules/kubelet/pods/pod-runtime-status.ts';
import type { PlegRuntime, PlegRuntimeAnswer } from '../runtime/container-runtime-protocol.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';

/** The answer to `GetNewerThan`. A cached inspection error fails it. */
export type StatusAnswer =
  | { readonly type: 'STATUS.ANSWERED'; readonly status: PodRuntimeStatus; readonly podStatus: PodStatus }
  | { readonly type: 'STATUS.FAILED'; readonly error: string; readonly podStatus: PodStatus | null };

/** PLEG has an event of the pod: something happened to its containers. */
export type PodChanged = { readonly type: 'POD.CHANGED' };

/**
 * What PLEG and the sync loop send to a pod worker: a status it asked for, or that something happened to its
 * pod.
 */
export type PlegAnswer = StatusAnswer | PodChanged;

export type Worker = ActorRef<Snapshot<unknown>, PlegAnswer>;
export type StatusRequester = ActorRef<Snapshot<unknown>, StatusAnswer>;

/** `GetNewerThan`: answered once the cache holds what was listed after `minMicros`. */
export type StatusRequested = {
  readonly type: 'STATUS.REQUESTED';
  readonly uid: string;
  readonly minMicros: number;
  readonly requester: StatusRequester;
};

/** A message to the reader of the channel: all events that were in it. */
export type EventsRead = { readonly type: 'EVENTS.READ'; readonly events: readonly PodLifecycleEvent[] };
/** `since`: the start of the last relist that counts, in microseconds. */
export type HealthAnswered = {
  readonly type: 'HEALTH.ANSWERED';
  readonly health: PlegHealth;
  readonly sinceMicros: number | undefined;
  /** PLEG's name, which causes in the trace point to. */
  readonly by: string;
};

export type ChannelReader = ActorRef<Snapshot<unknown>, EventsRead>;
export type HealthAsker = ActorRef<Snapshot<unknown>, HealthAnswered>;

export type PlegEvent =
  | StatusRequested
  /** A reader takes events from the channel from now on, first those that are in it. */
  | { readonly type: 'CHANNEL.WATCHED'; readonly reader: ChannelReader }
  /** The channel has no reader any more: events stay in it while it has room. */
  | { readonly type: 'CHANNEL.LEFT' }
  | { readonly type: 'HEALTH.REQUESTED'; readonly requester: HealthAsker }
  /** `Start` and `Stop` of the relists that come by themselves. */
  | { readonly type: 'START.REQUESTED' }
  | { readonly type: 'STOP.REQUESTED' }
  /** `Update`. It must not come while the relists are running. */
  | {
      readonly type: 'UPDATE.REQUESTED';
      readonly relistPeriodMicros: number;
      readonly relistThresholdMicros: number;
    }
  /** `Relist`. A request that comes during a relist waits for its end. */
  | { readonly type: 'GLOBAL_RELIST.REQUESTED' }
  /**
   * `RequestRelist`: a sync has changed something, so its pod is inspected without waiting for the next
   * relist.
   */
  | { readonly type: 'RELIST.REQUESTED'; readonly uid: string }
  /** `RequestReinspect`. */
  | { readonly type: 'REINSPECTION.REQUESTED'; readonly uid: string }
  /** The evented PLEG writes the status that a container event brings, as of that event. */
  | StatusWritten
  /** The evented PLEG moves the cache's time by itself, so that no caller waits for a relist. */
  | { readonly type: 'CACHE_TIME.UPDATED' }
  | { readonly type: 'RELIST.DUE' }
  | PlegRuntimeAnswer;

export type StatusWritten = {
  readonly type: 'STATUS.WRITTEN';
  /** What happens to the cache: it gets the status, loses the pod's status, or stays as it is. */
  readonly write: 'status' | 'removal' | 'nothing';
  readonly status: PodStatus;
  readonly createdAtMicros: number;
  readonly events: readonly PodLifecycleEvent[];
};

export type Pleg = ActorRef<Snapshot<unknown>, PlegEvent>;

/**
 * What PLEG emits for observers: its writes to the cache and the ends of its relists. Nothing in the
 * simulation listens to it.
 */
export type PlegEmitted =
  | {
      readonly type: 'cacheWritten';
      readonly op: 'Set' | 'Delete';
      readonly uid: string;
      readonly status: PodStatus | null;
      readonly error: string | undefined;
      readonly timestampMicros: number;
    }
  | RelistEnded;

export type RelistEnded = {
  readonly type: 'relistEnded';
  /** undefined: a relist of all pods. */
  readonly uid: string | undefined;
  readonly tookMicros: number;
  /**
   * From the start of the last relist that counts to the start of this one; undefined for the first and for
   * one pod's.
   */
  readonly intervalMicros: number | undefined;
  /** What the cache's time (or the pod's observed time) was set to; undefined where the listing failed. */
  readonly timestampMicros: number | undefined;
  /** Events that the channel had no room for, in this relist. */
  readonly discarded: number;
  readonly panic: string | undefined;
};

export interface PlegInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly runtime: PlegRuntime;
  readonly rules: PlegRules;
  /** Gate PLEGOnDemandRelist: without it requests for one pod's relist are dropped. */
  readonly relistsOnDemand: boolean;
  /** Gate EventedPLEG: the cache has two writers. */
  readonly isEvented: boolean;
  /** Whether there is a cache. In 2017 PLEG could run without one and then inspected nothing. */
  readonly hasCache: boolean;
  readonly channelCapacity: number;
  /**
   * When the last relist before this actor began, for a kubelet that has run for long; undefined: it starts
   * with one.
   */
  readonly lastRelistMicros: number | undefined;
  /** When the next relist falls due after a start; undefined: at once. */
  readonly firstRelistMicros: number | undefined;
  readonly relistPeriodMicros: number;
  readonly relistThresholdMicros: number;
}

/** A relist under way. */
export interface RelistUnderWay {
  /** Whether the relist came by itself. The loop waits for the next one only after such a relist. */
  readonly by: 'loop' | 'asked' | 'request';
  /** undefined: of all pods. */
  readonly uid: string | undefined;
  readonly startedMicros: number;
  /** The time as of which the listing counts. */
  readonly asOfMicros: number;
  readonly intervalMicros: number | undefined;
  readonly turns: Fifo<PodTurn>;
  readonly passes: 'first' | 'second';
  /** When the turn's GetPodStatus began. */
  readonly inspectionMicros: number;
  readonly events: readonly PodLifecycleEvent[];
  readonly discardedBefore: number;
  readonly panic: string | undefined;
}

export interface PlegContext {
  readonly input: PlegInput;
  /** They change when the runtime’s events are no longer followed. */
  readonly relistPeriodMicros: number;
  readonly relistThresholdMicros: number;
  /** When the first relist is due; undefined: at once, or it is over. */
  readonly firstRelistMicros: number | undefined;
  /** The pause between relists that come by themselves; undefined while they are stopped. */
  readonly loopPeriodMicros: number | undefined;
  /** The start of the last relist that counts for health. */
  readonly relistTimeMicros: number | undefined;
  readonly records: PlegRecords;
  readonly cache: PodCache<StatusRequester>;
  readonly channel: EventChannel;
  readonly reader: ChannelReader | undefined;
  /** Relists that wait for the end of the one under way. */
  readonly waitingRelists: Fifo<'loop' | 'asked'>;
  /** On-demand relists of single pods, with the time of the request. */
  readonly requests: Fifo<{ readonly uid: string; readonly micros: number }>;
  readonly relist: RelistUnderWay;
  /** The number of relists of all pods so far, and the error of the last one. */
  readonly relists: number;
  readonly lastError: string | undefined;
  /** How long the last relist of all pods took. */
  readonly lastTookMicros: number | undefined;
}
