import type {
  ContainerKind,
  CredentialObservation,
  Observation,
  ObservationOf,
  PodRef,
} from '../../../trace/observation.ts';
import { credentialObservation } from '../credentials/pull-credential.ts';
import type { Profile } from '../profile.ts';
import { type ApiStatus, sameApiStatus } from './api-status.ts';
import type { ContainerSpec, PodSpec } from './pod.ts';
import type { SyncOutcome } from './requeue.ts';
import type { ContainerStart } from './sync-plan.ts';

/** Returns the pod as records name it. */
export function toPodRef(spec: PodSpec): PodRef {
  return { namespace: spec.namespace, name: spec.name, uid: spec.uid };
}

/** Returns what of the pod needs an image, in its order, as records name it. */
export function podContainers(spec: PodSpec): ObservationOf<'pod'>['containers'] {
  const volumes = new Set(spec.imageVolumes.map(({ name }) => name));
  const describeContainer =
    (kind: ContainerKind) =>
    (one: Pick<ContainerSpec, 'name' | 'image' | 'policy'> & Partial<ContainerSpec>) => {
      const mounts = volumes.size === 0 ? [] : (one.mounts ?? []).filter((mount) => volumes.has(mount));
      return {
        name: one.name,
        image: one.image,
        policy: one.policy,
        kind,
        ...(mounts.length === 0 ? {} : { mounts }),
        ...(one.startupMicros === undefined ? {} : { startupMs: one.startupMicros / 1000 }),
      };
    };
  return [
    ...spec.imageVolumes.map(describeContainer('imageVolume')),
    ...spec.initContainers.map((init) => describeContainer(init.sidecar ? 'sidecar' : 'init')(init)),
    ...spec.containers.map(describeContainer('container')),
    ...spec.ephemeralContainers.map(describeContainer('ephemeral')),
  ];
}

/** The record of the pod with all its containers and image volumes, as admission lists them. */
export function podObservation(
  spec: PodSpec,
  state: ObservationOf<'pod'>['state'],
  why: { readonly reason?: string; readonly message?: string } = {},
): Observation {
  return {
    type: 'pod',
    state,
    pod: toPodRef(spec),
    containers: podContainers(spec),
    ...(state === 'added' && spec.owner !== undefined ? { owner: spec.owner } : {}),
    ...credentialsField(spec),
    ...why,
  };
}

function credentialsField({ credentials }: PodSpec): {
  readonly credentials?: readonly CredentialObservation[];
} {
  const podCredentials = [...(credentials?.secrets ?? []), ...(credentials?.serviceAccount ?? [])];
  return podCredentials.length === 0 ? {} : { credentials: podCredentials.map(credentialObservation) };
}

/** What kind of round it is; absent: `SyncPod`. */
export type Work = ObservationOf<'sync'>['work'];

/**
 * The records of the beginning of a round. The status that it publishes first, if it is news, is about the
 * round before.
 */
export function syncStarted(
  pod: PodRef,
  trigger: NonNullable<ObservationOf<'sync'>['trigger']>,
  published: ApiStatus | undefined,
  status: ApiStatus,
  work?: Work,
): readonly Observation[] {
  const started: Observation = {
    type: 'sync',
    state: 'started',
    pod,
    ...(work === undefined ? {} : { work }),
    trigger,
  };
  return [started, ...statusPublished(pod, published, status)];
}

/** The record of a published status, if it is news. */
export function statusPublished(
  pod: PodRef,
  published: ApiStatus | undefined,
  status: ApiStatus,
): readonly Observation[] {
  if (published !== undefined && sameApiStatus(published, status)) return [];
  const { seen: _, ...shownStatus } = status;
  return [{ type: 'status', pod, ...shownStatus }];
}

/** The record of the end of a round after which the work queue hands the pod out again after `dueMicros`. */
export function syncFinished(pod: PodRef, outcome: SyncOutcome, dueMicros: number): readonly Observation[] {
  const error = outcome.error === undefined ? {} : { error: outcome.error };
  return [{ type: 'sync', state: 'finished', pod, ...error, dueMs: dueMicros / 1000 }];
}

/**
 * The record of the end of a round that is followed by the next one at once, without the work queue, because
 * the pod ends.
 */
export function endingSyncFinished(pod: PodRef, work?: Work, error?: string): readonly Observation[] {
  return [
    {
      type: 'sync',
      state: 'finished',
      pod,
      ...(work === undefined ? {} : { work }),
      ...(error === undefined ? {} : { error }),
    },
  ];
}

/** The record when no round can begin because the pod cache has only an error (`podWorkerLoop`). */
export function statusUnknown(pod: PodRef, error: string): readonly Observation[] {
  return [
    {
      type: 'event',
      eventType: 'Warning',
      reason: 'FailedSync',
      message: `error determining status: ${error}`,
      pod,
    },
  ];
}

/** The event of a sandbox that is replaced because the node went down. */
export function sandboxReplaced(pod: PodRef, replaces: boolean): readonly Observation[] {
  const message = 'Pod sandbox changed, it will be killed and re-created.';
  return replaces ? [{ type: 'event', eventType: 'Normal', reason: 'SandboxChanged', message, pod }] : [];
}

/** The event of a sandbox that could not be created. */
export function sandboxFailed(pod: PodRef, error: string): readonly Observation[] {
  return [
    {
      type: 'event',
      eventType: 'Warning',
      reason: 'FailedCreatePodSandBox',
      message: `Failed to create pod sandbox: ${error}`,
      pod,
    },
  ];
}

/** The events of containers that are stopped because the pod ends. */
export function killing(spec: PodSpec, containers: readonly string[]): readonly Observation[] {
  return listedStarts(spec, containers).map((start) =>
    killingEvent(spec, start, `Stopping container ${start.spec.name}`),
  );
}

/** The events of containers that are stopped because their specs have changed. */
export function killingChanged(spec: PodSpec, containers: readonly string[]): readonly Observation[] {
  return listedStarts(spec, containers).map((start) => {
    const { name } = start.spec;
    const message =
      start.kind === 'container'
        ? `Container ${name} definition changed, will be restarted`
        : `Init container ${name} definition changed`;
    return killingEvent(spec, start, message);
  });
}

/** The events of containers that are stopped because all containers of the pod restart. */
export function killingAll(spec: PodSpec, containers: readonly string[]): readonly Observation[] {
  return listedStarts(spec, containers).map((start) => killingEvent(spec, start, 'killing'));
}

function listedStarts(spec: PodSpec, containers: readonly string[]): readonly ContainerStart[] {
  const all: readonly ContainerStart[] = [
    ...spec.initContainers.map((init) => ({ kind: 'init' as const, spec: init })),
    ...spec.containers.map((container) => ({ kind: 'container' as const, spec: container })),
    ...spec.ephemeralContainers.map((container) => ({ kind: 'ephemeral' as const, spec: container })),
  ];
  return all.filter((start) => containers.includes(start.spec.name));
}

function killingEvent(spec: PodSpec, start: ContainerStart, message: string): Observation {
  return containerEvent(toPodRef(spec), start, 'Normal', 'Killing', message);
}

const specLists = {
  container: 'containers',
  ephemeral: 'ephemeralContainers',
  init: 'initContainers',
  sidecar: 'initContainers',
} as const;

/** Returns the field path of a container's events. */
export function containerFieldPath(start: ContainerStart): string {
  return `spec.${specLists[start.kind]}{${start.spec.name}}`;
}

/** The short second event about a container that could not be started, beside the one that says why. */
export function startFailed(pod: PodRef, start: ContainerStart, reason: string): readonly Observation[] {
  return [containerEvent(pod, start, 'Warning', 'Failed', `Error: ${reason}`)];
}

/** A container rests after a crash. */
export function crashLoopBackOff(
  pod: PodRef,
  start: ContainerStart,
  message: string,
): readonly Observation[] {
  return [containerEvent(pod, start, 'Warning', 'BackOff', message)];
}

/** A container reached this state. */
export function containerState(
  pod: PodRef,
  start: ContainerStart,
  state: ObservationOf<'container'>['state'],
): Observation {
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

function containerEvent(
  pod: PodRef,
  start: ContainerStart,
  eventType: 'Normal' | 'Warning',
  reason: string,
  message: string,
): Observation {
  return { type: 'event', eventType, reason, message, pod, fieldPath: containerFieldPath(start) };
}
