import type { ActorRef, Snapshot } from 'xstate';
import {
  type BackOffRules,
  type BackOffTable,
  emptyBackOffTable,
} from '../../src/rules/kubelet/images/back-off.ts';
import {
  type ApiStatus,
  apiStatus,
  type ReasonCache,
  type StatusRules,
} from '../../src/rules/kubelet/pods/api-status.ts';
import type { PodSpec } from '../../src/rules/kubelet/pods/pod.ts';
import { type PodRuntimeStatus, unknownPodStatus } from '../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { requeueMicros, type SyncOutcome } from '../../src/rules/kubelet/pods/requeue.ts';
import * as log from '../../src/rules/kubelet/pods/sync-log.ts';
import { planSync } from '../../src/rules/kubelet/pods/sync-plan.ts';
import { openSync, type SyncProgress } from '../../src/rules/kubelet/pods/sync-progress.ts';
import type { NodeTimings } from '../../src/rules/kubelet/pods/timings.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import type { Observation, ObservationOf, PodRef } from '../../src/trace/observation.ts';
import type { Pleg, PlegAnswer, PlegEvent, StatusRequester } from '../kubelet/pleg-protocol.ts';
import type { SyncDue, SyncLoop } from '../kubelet/sync-loop-protocol.ts';
import type { ImageManager, ImagePull, PullAnswer } from '../pull/image-manager.ts';
import type { ContainerRuntime, SandboxNameAnswer } from '../runtime/container-runtime-protocol.ts';
import type { SandboxImageAnswer, SandboxImages, VolumeImagesAnswer } from '../runtime/cri.ts';
import type { DrawAnswered, DrawRequested, RandomSource } from '../world/random-source.ts';
import type { Recorder } from '../world/recorder.ts';
import type { KillFinished, PodKill } from './pod-kill.ts';
import type {
  PodStopped,
  PodTermination,
  PodTerminationInput,
  TerminationFinished,
  TerminationRequested,
} from './pod-termination-protocol.ts';

/** The pod's spec has changed, or it is deleted (`deletionGraceMicros`); both come by HandlePodUpdates. */
export type PodUpdated = { readonly type: 'POD.UPDATED'; readonly spec: PodSpec };

export type PodWorkerEvent =
  | SyncDue
  | PodUpdated
  | PlegAnswer
  | PullAnswer
  | SandboxNameAnswer
  | SandboxImageAnswer
  | VolumeImagesAnswer
  | KillFinished
  | DrawAnswered
  | PodStopped
  | TerminationFinished;

/** The messages of a worker to the kubelet. */
export type WorkerReport =
  /** The pod is over and its containers are stopped: its place is free, and the API server knows. */
  | { readonly type: 'POD.TERMINATED'; readonly uid: string }
  /**
   * The containers of a deleted pod are stopped: its place is free. The API server keeps the pod until
   * POD.CLEARED.
   */
  | (PodStopped & { readonly uid: string })
  /** The pod has left nothing on the node: the API server may forget it. */
  | { readonly type: 'POD.CLEARED'; readonly uid: string }
  /** The worker is no longer needed. */
  | { readonly type: 'WORKER.FINISHED'; readonly uid: string };

export interface PodWorkerInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly spec: PodSpec;
  readonly images: ImageManager;
  readonly runtime: ContainerRuntime;
  readonly sandboxImages: SandboxImages;
  /** Whether the runtime may have sandboxes of pods that this kubelet has not created. */
  readonly followsEarlierKubelet: boolean;
  readonly pleg: Pleg;
  readonly syncLoop: SyncLoop;
  readonly random: RandomSource;
  readonly timings: NodeTimings;
  readonly crashLoopRules: BackOffRules;
  readonly statusRules: StatusRules;
  readonly syncFrequencyMicros: number;
  /** The time of one tick of the sync loop. The other ticks are whole seconds before and after it. */
  readonly tickOriginMicros: number;
  readonly kubelet: ActorRef<Snapshot<unknown>, WorkerReport>;
}

export type Trigger = NonNullable<ObservationOf<'sync'>['trigger']>;

export interface PodWorkerContext {
  readonly input: PodWorkerInput;
  readonly pod: PodRef;
  readonly updates: PodUpdates;
  readonly round: SyncRound;
  readonly reasons: ReasonCache;
  readonly published: ApiStatus | undefined;
  /**
   * Containers that exited and when they may start again; upstream keeps one table for the node, by pod and
   * container.
   */
  readonly crashLoops: BackOffTable;
  readonly helpers: PodHelpers;
  readonly lastSyncMicros: number;
  readonly dueMicros: number;
}

/** What the kubelet has for the worker. */
export interface PodUpdates {
  /** The spec as the kubelet has it. */
  readonly latest: PodSpec;
  /** `pendingUpdate`: the single slot in which updates are merged while a round is under way. */
  readonly pending: Trigger | undefined;
}

/** The round under way, or the last one. */
export interface SyncRound {
  /** What triggered the round, and the spec that came with it. */
  readonly trigger: Trigger;
  readonly spec: PodSpec;
  /** The status with which the round began. */
  readonly status: PodRuntimeStatus;
  readonly sync: SyncProgress;
  /** The runtime's pull of the sandbox image, by its name; undefined where there is none. */
  readonly sandboxPull: string | undefined;
  readonly outcome: SyncOutcome;
}

/** The actors that work for the pod. Each serves it until its end. */
export interface PodHelpers {
  /** One for each container and image volume that has needed a pull. */
  readonly pulls: ReadonlyMap<string, ImagePull>;
  /** Present once a round has stopped something. */
  readonly kill: PodKill | undefined;
  /** Present once the pod ends. */
  readonly termination: PodTermination | undefined;
}

/** Returns the context of a worker whose pod has just come. */
export function newWorker(input: PodWorkerInput): PodWorkerContext {
  const { spec, images } = input;
  return {
    input,
    pod: log.toPodRef(spec),
    updates: { latest: spec, pending: undefined },
    round: {
      trigger: 'added',
      spec,
      status: unknownPodStatus,
      sync: openSync(
        planSync(spec, unknownPodStatus, images.profile),
        spec,
        unknownPodStatus,
        new Map(),
        images.profile,
      ),
      sandboxPull: undefined,
      outcome: { error: undefined },
    },
    reasons: new Map(),
    published: undefined,
    crashLoops: emptyBackOffTable,
    helpers: { pulls: new Map(), kill: undefined, termination: undefined },
    lastSyncMicros: Number.NEGATIVE_INFINITY,
    dueMicros: 0,
  };
}

/** The change of the context when the round has got further. */
export function withRound(
  { round }: PodWorkerContext,
  changes: Partial<SyncRound>,
): Pick<PodWorkerContext, 'round'> {
  return { round: withChanges(round, changes) };
}

/** The change when the round has got further by this function. */
export function withProgress(
  context: PodWorkerContext,
  advance: (sync: SyncProgress) => SyncProgress,
): Pick<PodWorkerContext, 'round'> {
  return withRound(context, { sync: advance(context.round.sync) });
}

/** The change when an update is taken: a round begins with the spec that the kubelet has. */
export function withTrigger(context: PodWorkerContext, trigger: Trigger): Pick<PodWorkerContext, 'round'> {
  return withRound(context, { trigger, spec: context.updates.latest });
}

/** Returns the round that begins now, before its first step. */
export function plannedSync({
  round: { spec, status },
  input,
  reasons,
  published,
}: PodWorkerContext): SyncProgress {
  const { profile } = input.images;
  const plan = planSync(spec, status, profile, published?.restartsAllContainers === true);
  return openSync(plan, spec, status, reasons, profile);
}

/** Returns when the next round is due, with the random number that was drawn for it. */
export function dueMicros(
  { round: { outcome }, input }: PodWorkerContext,
  [draw = 0]: readonly number[],
): number {
  const now = input.images.clock.nowMicros();
  return now + requeueMicros(input.images.profile.retry, outcome, input, now, draw);
}

/** The status that the round which begins now publishes. */
export function statusToPublish(
  { round: { spec }, input, reasons, published }: PodWorkerContext,
  status: PodRuntimeStatus,
): ApiStatus {
  return apiStatus(spec, status, reasons, input.statusRules, published);
}

/** The records of a round's beginning. */
export function syncStarted(context: PodWorkerContext, status: PodRuntimeStatus): readonly Observation[] {
  return log.syncStarted(
    context.pod,
    context.round.trigger,
    context.published,
    statusToPublish(context, status),
  );
}

/**
 * The records of the last round of SyncPod: it finds that the pod is over, says so, and does nothing else.
 */
export function lastSync(context: PodWorkerContext, status: PodRuntimeStatus): readonly Observation[] {
  return [...syncStarted(context, status), ...log.endingSyncFinished(context.pod)];
}

/** The request for the pod's status that is newer than the end of the last round. */
export function statusRequest(
  { pod, lastSyncMicros }: PodWorkerContext,
  requester: StatusRequester,
): PlegEvent {
  return { type: 'STATUS.REQUESTED', uid: pod.uid, minMicros: lastSyncMicros, requester };
}

/** The request for a relist of the pod, without the wait for PLEG's next one. */
export function relistRequest({ pod }: PodWorkerContext): PlegEvent {
  return { type: 'RELIST.REQUESTED', uid: pod.uid };
}

/** The request for the random number that decides when the next round comes. */
export function drawRequest(
  { input }: PodWorkerContext,
  requester: DrawRequested['requester'],
): DrawRequested {
  return { type: 'DRAW.REQUESTED', stream: input.name, count: 1, requester };
}

/** The message with which the pod's end begins. */
export function terminationRequest({
  round: { trigger },
  updates: { latest },
  reasons,
  published,
  lastSyncMicros,
}: PodWorkerContext): TerminationRequested {
  return { spec: latest, trigger, reasons, published, lastSyncMicros, type: 'TERMINATION.REQUESTED' };
}

/** The input of the actor that ends the pod. */
export function terminationInput(
  { updates: { latest }, input, pod }: PodWorkerContext,
  self: PodTerminationInput['worker'],
): PodTerminationInput {
  const {
    name,
    recorder,
    images,
    runtime,
    pleg,
    random,
    timings,
    statusRules,
    syncFrequencyMicros,
    tickOriginMicros,
  } = input;
  const childInput = {
    name,
    recorder,
    images,
    runtime,
    pleg,
    random,
    timings,
    statusRules,
    syncFrequencyMicros,
    tickOriginMicros,
  };
  return { ...childInput, spec: latest, pod, worker: self };
}

/** The actor that ends the pod; throws before there is one. */
export function requireTermination({
  helpers: { termination },
  input: { name },
}: PodWorkerContext): PodTermination {
  if (termination === undefined) throw new Error(`${name} does not end its pod yet`);
  return termination;
}
