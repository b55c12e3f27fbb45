import { type CrashLoopVerdict, checkCrashLoop } from '../../src/kubelet/pods/crash-loop.ts';
import { findContainer } from '../../src/kubelet/pods/pod-runtime-status.ts';
import type { ContainerStart } from '../../src/kubelet/pods/sync-plan.ts';
import { volumeFailure } from '../../src/kubelet/pods/sync-progress.ts';
import type { PullFailure } from '../../src/kubelet/profile.ts';
import type { ImagePull } from '../pull/image-manager.ts';
import type { ContainerRuntimeCall } from '../runtime/container-runtime-protocol.ts';
import type { KillRequested, PodKill } from './pod-kill.ts';
import { type PodSyncContext, volumeKey } from './pod-sync-protocol.ts';

/** The container that is started now; throws where none is left. */
export function startOf(context: PodSyncContext): ContainerStart {
  const [start] = context.sync.starts;
  if (start === undefined) throw new Error(`${context.input.name} starts nothing`);
  return start;
}

/** Whether that container must rest after a crash. */
export function crashLoopVerdict(context: PodSyncContext): CrashLoopVerdict {
  const { spec } = startOf(context);
  const status = findContainer(context.status, spec.name);
  return checkCrashLoop(
    context.crashLoops,
    context.input.crashLoopRules,
    context.input.pod,
    spec,
    status,
    context.input.images.clock.nowMicros(),
  );
}

/** What a container that must rest fails with; throws where it need not. */
export function crashFailure(context: PodSyncContext): { failure: PullFailure; untilMicros: number; event: string } {
  const verdict = crashLoopVerdict(context);
  if (!verdict.backsOff) throw new Error(`${context.input.name} is not in crash-loop back-off`);
  return { failure: { reason: 'CrashLoopBackOff', message: verdict.message }, untilMicros: verdict.untilMicros, event: verdict.event };
}

/** What one call of `EnsureImageExists` is made with, and the key of the actor that makes it. */
export interface PullArguments {
  readonly key: string;
  readonly image: string;
  readonly policy: string;
}

/** The actor of a container's or a volume's pulls; throws where there is none. */
export function pullOf(context: PodSyncContext, key: string): ImagePull {
  const pull = context.pulls.get(key);
  if (pull === undefined) throw new Error(`${context.input.name} has no pull for ${key}`);
  return pull;
}

/** The pull of the next image volume; throws where none is left. */
export function volumePull(context: PodSyncContext): PullArguments {
  const volume = context.spec.imageVolumes[context.sync.nextVolume];
  if (volume === undefined) throw new Error(`${context.input.name}: no image volume is left`);
  return { key: volumeKey(volume.name), image: volume.image, policy: volume.policy };
}

/** The pull of the container that is started now. */
export function containerPull(context: PodSyncContext): PullArguments {
  const { name, image, policy } = startOf(context).spec;
  return { key: name, image, policy };
}

/** The sandbox is there; init containers of one before it go. */
export function sandboxCall({ input, spec }: PodSyncContext): ContainerRuntimeCall {
  return { type: 'SANDBOX.CREATED', pod: input.pod, purged: spec.initContainers.map(({ name }) => name) };
}

/** The call that creates or starts the container whose image is there. */
export function containerCall(type: 'CONTAINER.CREATED' | 'CONTAINER.STARTED', context: PodSyncContext): ContainerRuntimeCall {
  const { name, image, runsForMicros, exitCode, mounts } = startOf(context).spec;
  const mountedImageRefs = mounts.flatMap((volume) => context.sync.volumeRefs.get(volume) ?? []);
  const made = { pod: context.input.pod, container: name, image, imageRef: context.sync.imageRef, mountedImageRefs };
  return type === 'CONTAINER.CREATED' ? { type, ...made } : { type, ...made, runsForMicros, exitCode };
}

/** What the round stops before anything else; throws where it stops nothing. */
export function killOf(context: PodSyncContext): Omit<KillRequested, 'type'> {
  const { kill } = context.sync;
  if (kill === undefined) throw new Error(`${context.input.name} kills nothing`);
  return kill;
}

/** Of the containers that a reset takes away, those that it has to stop first. */
export function stillThere(context: PodSyncContext): readonly string[] {
  const names = killOf(context).stops.map(({ container }) => container);
  return names.filter((name) => findContainer(context.status, name)?.state !== 'exited');
}

/** What stops the pod's containers; throws before a round has stopped any. */
export function killerOf({ input: { name }, kill }: PodSyncContext): PodKill {
  if (kill === undefined) throw new Error(`${name} has stopped nothing yet`);
  return kill;
}

/** Why the container that is started now lacks an image volume; throws where it lacks none. */
export function volumeFailureOf(context: PodSyncContext): PullFailure {
  const failure = volumeFailure(context.sync);
  if (failure === undefined) throw new Error(`${context.input.name}: no image volume failed`);
  return failure;
}
