import { type ApiStatus, sameApiStatus } from './api-status.ts';
import type { ContainerObservation, Observation, PodRef, SyncObservation } from './observation.ts';
import type { PodSpec } from './pod.ts';
import type { Profile } from './profile.ts';
import type { SyncOutcome } from './requeue.ts';
import type { ContainerStart } from './sync-plan.ts';

/** The pod as records name it. */
export function podRefOf(spec: PodSpec): PodRef {
  return { namespace: spec.namespace, name: spec.name, uid: spec.uid };
}

/** The pod and all its containers and image volumes, as admission lists them. */
export function podObservation(
  spec: PodSpec,
  state: 'added' | 'rejected' | 'terminated',
  why: { readonly reason?: string; readonly message?: string } = {},
): Observation {
  return {
    type: 'pod',
    state,
    pod: podRefOf(spec),
    node: spec.nodeName,
    containers: [
      ...spec.imageVolumes.map(({ name, image, policy }) => ({ name, image, policy, kind: 'imageVolume' as const })),
      ...spec.initContainers.map(({ name, image, policy, sidecar }) => ({
        name,
        image,
        policy,
        kind: sidecar ? ('sidecar' as const) : ('init' as const),
      })),
      ...spec.containers.map(({ name, image, policy }) => ({ name, image, policy, kind: 'container' as const })),
    ],
    ...why,
  };
}

/** A round begins: the status it publishes first, if that is news, tells of the round before. */
export function syncStarted(
  pod: PodRef,
  trigger: NonNullable<SyncObservation['trigger']>,
  published: ApiStatus | undefined,
  status: ApiStatus,
): readonly Observation[] {
  const started: Observation = { type: 'sync', state: 'started', pod, trigger };
  if (published !== undefined && sameApiStatus(published, status)) return [started];
  return [started, { type: 'status', pod, ...status }];
}

/** A round is over, and the work queue hands the pod out again after `dueMicros`. */
export function syncFinished(pod: PodRef, outcome: SyncOutcome, dueMicros: number): readonly Observation[] {
  const error = outcome.error === undefined ? {} : { error: outcome.error };
  return [{ type: 'sync', state: 'finished', pod, ...error, dueMs: dueMicros / 1000 }];
}

/** The pod is over: its last round does nothing but say so, and the work queue has it no more. */
export function terminated(spec: PodSpec, phase: string): readonly Observation[] {
  return [{ type: 'sync', state: 'finished', pod: podRefOf(spec) }, podObservation(spec, 'terminated', { reason: phase })];
}

/** The sandbox is made; one that the node's fall has left is replaced, which the pod is told. */
export function sandboxCreating(pod: PodRef, replaces: boolean): readonly Observation[] {
  const message = 'Pod sandbox changed, it will be killed and re-created.';
  const changed: Observation = { type: 'event', eventType: 'Normal', reason: 'SandboxChanged', message, pod };
  return [...(replaces ? [changed] : []), { type: 'sandbox', state: 'creating', pod }];
}

/** A container is stopped. */
export function killing(spec: PodSpec, container: string): readonly Observation[] {
  const isInit = spec.initContainers.some(({ name }) => name === container);
  const fieldPath = `spec.${isInit ? 'initContainers' : 'containers'}{${container}}`;
  const message = `Stopping container ${container}`;
  return [{ type: 'event', eventType: 'Normal', reason: 'Killing', message, pod: podRefOf(spec), fieldPath }];
}

/** The field path of a container's events. */
export function fieldPathOf(start: ContainerStart): string {
  return `spec.${start.kind === 'container' ? 'containers' : 'initContainers'}{${start.spec.name}}`;
}

/** A container could not be started: the short second event beside the one that says why. */
export function startFailed(pod: PodRef, start: ContainerStart, reason: string): readonly Observation[] {
  return [containerEvent(pod, start, 'Warning', 'Failed', `Error: ${reason}`)];
}

/** A container rests after a crash. */
export function crashLoopBackOff(pod: PodRef, start: ContainerStart, message: string): readonly Observation[] {
  return [containerEvent(pod, start, 'Warning', 'BackOff', message)];
}

/** A container reached this state. */
export function containerState(pod: PodRef, start: ContainerStart, state: ContainerObservation['state']): Observation {
  return { type: 'container', state, pod, container: start.spec.name };
}

/** The runtime has created the container. */
export function created(pod: PodRef, start: ContainerStart, profile: Profile): readonly Observation[] {
  return [
    containerState(pod, start, 'created'),
    containerEvent(pod, start, 'Normal', 'Created', profile.messages.created(start.spec.name)),
  ];
}

/** The runtime has started the container. */
export function started(pod: PodRef, start: ContainerStart, profile: Profile): readonly Observation[] {
  return [
    containerState(pod, start, 'running'),
    containerEvent(pod, start, 'Normal', 'Started', profile.messages.started(start.spec.name)),
  ];
}

function containerEvent(pod: PodRef, start: ContainerStart, eventType: 'Normal' | 'Warning', reason: string, message: string): Observation {
  return { type: 'event', eventType, reason, message, pod, fieldPath: fieldPathOf(start) };
}
