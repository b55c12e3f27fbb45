import type { ActorRef, Snapshot } from 'xstate';
import {
  type ApiStatus,
  apiStatus,
  type ReasonCache,
  type StatusRules,
} from '../../src/rules/kubelet/pods/api-status.ts';
import type { PodSpec } from '../../src/rules/kubelet/pods/pod.ts';
import { type PodRuntimeStatus, runningContainers } from '../../src/rules/kubelet/pods/pod-runtime-status.ts';
import * as log from '../../src/rules/kubelet/pods/sync-log.ts';
import { finalStatus } from '../../src/rules/kubelet/pods/terminal-status.ts';
import type { NodeTimings } from '../../src/rules/kubelet/pods/timings.ts';
import type { Observation, ObservationOf, PodRef } from '../../src/trace/observation.ts';
import type { Pleg } from '../kubelet/pleg-protocol.ts';
import type { ImageManager } from '../pull/image-manager.ts';
import type { ContainerRuntime } from '../runtime/container-runtime-protocol.ts';
import type { RandomSource } from '../world/random-source.ts';
import type { Recorder } from '../world/recorder.ts';
import type { PodKill } from './pod-kill.ts';

/** Ends this pod: it is over, or it is deleted. The message carries what the worker knows of the pod. */
export type TerminationRequested = {
  readonly type: 'TERMINATION.REQUESTED';
  /** The spec after a deletion, if there was one. */
  readonly spec: PodSpec;
  readonly trigger: NonNullable<ObservationOf<'sync'>['trigger']>;
  readonly reasons: ReasonCache;
  readonly published: ApiStatus | undefined;
  readonly lastSyncMicros: number;
};

/** `completeTerminating`: nothing runs any more, and nothing will. */
export type PodStopped = { readonly type: 'POD.STOPPED' };

/** `completeTerminated`: what the pod had on the node is cleared away. */
export type TerminationFinished = { readonly type: 'TERMINATION.FINISHED' };

export type PodTermination = ActorRef<Snapshot<unknown>, TerminationRequested>;

export interface PodTerminationInput {
  /** The worker's name. The records of the pod's end are made in this name. */
  readonly name: string;
  readonly recorder: Recorder;
  readonly spec: PodSpec;
  readonly pod: PodRef;
  readonly images: ImageManager;
  readonly runtime: ContainerRuntime;
  readonly pleg: Pleg;
  readonly random: RandomSource;
  readonly timings: NodeTimings;
  readonly statusRules: StatusRules;
  readonly syncFrequencyMicros: number;
  readonly tickOriginMicros: number;
  readonly worker: ActorRef<Snapshot<unknown>, PodStopped | TerminationFinished>;
}

export interface PodTerminationContext {
  readonly input: PodTerminationInput;
  readonly request: Pick<TerminationRequested, 'spec' | 'trigger' | 'reasons'>;
  readonly kill: PodKill;
  /** The status that the API server has got last. */
  readonly published: ApiStatus | undefined;
  readonly lastSyncMicros: number;
  readonly status: PodRuntimeStatus;
  /** Why the status could not be read. It is recorded with the wait that follows. */
  readonly error: string;
  readonly dueMicros: number;
}

/** The status of a pod that is asked to end. */
export function endingStatus(
  { input: { statusRules }, request: { spec, reasons }, published }: PodTerminationContext,
  runtime: PodRuntimeStatus,
): ApiStatus {
  return apiStatus(spec, runtime, reasons, statusRules, published);
}

/** The status of a pod whose containers are stopped for good. */
export function stoppedStatus(
  { input: { statusRules }, request: { spec, reasons }, published }: PodTerminationContext,
  runtime: PodRuntimeStatus,
): ApiStatus {
  return apiStatus(spec, runtime, reasons, statusRules, published, true);
}

/** The records of the beginning: the current status, and that the containers are asked to stop. */
export function terminatingStarted(
  context: PodTerminationContext,
  runtime: PodRuntimeStatus,
): readonly Observation[] {
  const {
    input: { pod },
    request: { spec, trigger },
    published,
  } = context;
  return [
    ...log.syncStarted(pod, trigger, published, endingStatus(context, runtime), 'terminating'),
    ...log.killing(spec, runningContainers(runtime)),
  ];
}

/**
 * The records of a pod whose containers have stopped. With that the pod is over. A deleted pod is over only
 * when the API server says so.
 */
export function terminatingFinished(
  context: PodTerminationContext,
  runtime: PodRuntimeStatus,
): readonly Observation[] {
  const {
    input: { pod },
    request: { spec },
    published,
  } = context;
  const status = stoppedStatus(context, runtime);
  return [
    ...log.statusPublished(pod, published, status),
    ...log.endingSyncFinished(pod, 'terminating'),
    ...(spec.deletionGraceMicros === undefined
      ? [log.podObservation(spec, 'terminated', { reason: status.phase })]
      : []),
  ];
}

/** The records of the last round's beginning. */
export function terminatedStarted(
  context: PodTerminationContext,
  runtime: PodRuntimeStatus,
): readonly Observation[] {
  return log.syncStarted(
    context.input.pod,
    'ended',
    context.published,
    stoppedStatus(context, runtime),
    'terminated',
  );
}

/** The records of the last round's end, with the pod's last status. */
export function terminatedFinished({
  input: { pod },
  published,
}: PodTerminationContext): readonly Observation[] {
  const last = published === undefined ? [] : log.statusPublished(pod, published, finalStatus(published));
  return [...last, ...log.endingSyncFinished(pod, 'terminated')];
}

/** The error text of `SyncTerminatingPod` when it cannot read the exit codes. */
export function unreadable(error: string): string {
  return `unable to read pod status prior to final pod termination: ${error}`;
}
