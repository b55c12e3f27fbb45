import { missingPullSecrets } from '../../src/rules/kubelet/credentials/pull-credential.ts';
import { type CrashLoopVerdict, checkCrashLoop } from '../../src/rules/kubelet/pods/crash-loop.ts';
import { findContainer } from '../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { containerFieldPath } from '../../src/rules/kubelet/pods/sync-log.ts';
import type { ContainerStart } from '../../src/rules/kubelet/pods/sync-plan.ts';
import { hasFailedToPull, volumeFailure } from '../../src/rules/kubelet/pods/sync-progress.ts';
import type { PullFailure } from '../../src/rules/kubelet/profile.ts';
import type { Observation, ObservationOf } from '../../src/trace/observation.ts';
import type { ImagePull, ImagePullInput, PullRequested } from '../pull/image-manager.ts';
import type { ContainerRuntimeCall, SandboxNameRequested } from '../runtime/container-runtime-protocol.ts';
import type { SandboxImageCaller, SandboxImageRequest, VolumeImagesRequest } from '../runtime/cri.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { KillRequested, PodKill } from './pod-kill.ts';
import type { PodWorkerContext } from './pod-worker-protocol.ts';

/** The key of an image volume's pull; containers have their name. */
function volumeKey(volume: string): string {
  return `volumes/${volume}`;
}

/** The pulls that the round's pod needs and does not have yet: one per container, one per image volume. */
export function missingPulls({
  helpers: { pulls },
  round: { spec },
  input: { name, images },
  pod,
}: PodWorkerContext): readonly { readonly key: string; readonly pull: ImagePullInput }[] {
  const { annotations, runtimeHandler } = spec;
  const missing: { key: string; pull: ImagePullInput }[] = [];
  const need = (key: string, container: string, fieldPath: () => string | undefined): void => {
    if (pulls.has(key)) return;
    const childInput = {
      name: `${name}/${key}`,
      pod,
      annotations,
      runtimeHandler,
      container,
      fieldPath: fieldPath(),
    };
    missing.push({ key, pull: Object.assign({}, images, childInput) });
  };
  for (const volume of spec.imageVolumes) need(volumeKey(volume.name), volume.name, () => undefined);
  for (const init of spec.initContainers)
    need(init.name, init.name, () => containerFieldPath({ kind: 'init', spec: init }));
  for (const container of spec.containers)
    need(container.name, container.name, () => containerFieldPath({ kind: 'container', spec: container }));
  for (const debug of spec.ephemeralContainers)
    need(debug.name, debug.name, () => containerFieldPath({ kind: 'ephemeral', spec: debug }));
  return missing;
}

/** The container that is started now; throws where none is left. */
export function currentStart(context: PodWorkerContext): ContainerStart {
  const [start] = context.round.sync.starts;
  if (start === undefined) throw new Error(`${context.input.name} starts nothing`);
  return start;
}

/** Whether that container must wait after a crash. */
export function crashLoopVerdict(context: PodWorkerContext): CrashLoopVerdict {
  const { input, pod, crashLoops } = context;
  const { spec } = currentStart(context);
  const status = findContainer(context.round.status, spec.name);
  return checkCrashLoop(crashLoops, input.crashLoopRules, pod, spec, status, input.images.clock.nowMicros());
}

/** The failure of a container that must wait after a crash; throws if it need not. */
export function crashFailure(context: PodWorkerContext): {
  failure: PullFailure;
  untilMicros: number;
  event: string;
} {
  const verdict = crashLoopVerdict(context);
  if (!verdict.backsOff) throw new Error(`${context.input.name} is not in crash-loop back-off`);
  return {
    failure: { reason: 'CrashLoopBackOff', message: verdict.message },
    untilMicros: verdict.untilMicros,
    event: verdict.event,
  };
}

/** The request for one call of `EnsureImageExists`, and the key of the actor that makes it. */
export interface PullArguments {
  readonly key: string;
  readonly image: string;
  readonly policy: string;
}

/** The actor that makes the pulls of a container or volume; throws if there is none. */
export function requirePull(context: PodWorkerContext, key: string): ImagePull {
  const pull = context.helpers.pulls.get(key);
  if (pull === undefined) throw new Error(`${context.input.name} has no pull for ${key}`);
  return pull;
}

/** The message that makes such a pull. */
export function pullRequest(
  {
    round: {
      spec: { credentials },
    },
  }: PodWorkerContext,
  { image, policy }: PullArguments,
  requester: PullRequested['requester'],
): PullRequested {
  return {
    type: 'PULL.REQUESTED',
    image,
    policy,
    ...(credentials === undefined ? {} : { credentials }),
    requester,
  };
}

/** The pull of the next image volume; throws where none is left. */
export function volumePull(context: PodWorkerContext): PullArguments {
  const volume = context.round.spec.imageVolumes[context.round.sync.nextVolume];
  if (volume === undefined) throw new Error(`${context.input.name}: no image volume is left`);
  return { key: volumeKey(volume.name), image: volume.image, policy: volume.policy };
}

/** The pull of the container that is started now. */
export function containerPull(context: PodWorkerContext): PullArguments {
  const { name, image, policy } = currentStart(context).spec;
  return { key: name, image, policy };
}

/**
 * The name under which the sandbox image is requested, `node-1/sandboxes/default/web-0`: the runtime's pull
 * of it is not the kubelet's.
 */
export function sandboxCaller({
  round: {
    spec: { nodeName },
  },
  pod,
}: PodWorkerContext): string {
  return `${nodeName}/sandboxes/${pod.namespace}/${pod.name}`;
}

/** The question whether the name of the pod's sandbox is free. */
export function sandboxNameRequest(
  { pod }: PodWorkerContext,
  requester: SandboxNameRequested['requester'],
): SandboxNameRequested {
  return { type: 'SANDBOX_NAME.REQUESTED', pod, requester };
}

/** The request for the sandbox image. */
export function sandboxImageRequest(
  context: PodWorkerContext,
  requester: SandboxImageCaller,
): SandboxImageRequest {
  const { pod } = context;
  return { type: 'SANDBOX_IMAGE.REQUESTED', pod, caller: sandboxCaller(context), requester };
}

/** The message that ends the runtime's pull of the sandbox image. */
export function sandboxImageCancel(context: PodWorkerContext) {
  return { type: 'IMAGE_PULL.CANCELLED', caller: sandboxCaller(context) } as const;
}

/** The question whether the images are present that the container of this start mounts as volumes. */
export function volumeImagesRequest(
  context: PodWorkerContext,
  requester: VolumeImagesRequest['requester'],
): VolumeImagesRequest {
  return { type: 'VOLUME_IMAGES.REQUESTED', imageRefs: mountedImageRefs(context), requester };
}

/** The record of the sandbox's creation. The end of a pull of its image is the cause. */
export function sandboxRecord(
  context: PodWorkerContext,
  { state, image, error }: Pick<ObservationOf<'sandbox'>, 'state' | 'image' | 'error'>,
): RecorderEvent {
  const {
    round: { sandboxPull },
    input,
    pod,
  } = context;
  return {
    type: 'RECORD',
    actor: input.name,
    ...(state === 'pullingImage' ? { pull: sandboxCaller(context) } : {}),
    observation: {
      type: 'sandbox',
      state,
      pod,
      ...(image === undefined ? {} : { image }),
      ...(error === undefined ? {} : { error }),
    },
    ...(sandboxPull === undefined || state === 'ready'
      ? {}
      : { because: { kind: 'sandboxImage', actor: sandboxPull } }),
  };
}

/** The changes when the sandbox is ready. The init containers of an earlier sandbox are forgotten. */
export function sandboxCall({ round: { spec }, pod }: PodWorkerContext): ContainerRuntimeCall {
  return { type: 'SANDBOX.CREATED', pod, purged: spec.initContainers.map(({ name }) => name) };
}

/** The IDs of the images that the container of this start mounts as volumes. */
export function mountedImageRefs(context: PodWorkerContext): readonly string[] {
  return currentStart(context).spec.mounts.flatMap(
    (volume) => context.round.sync.volumeRefs.get(volume) ?? [],
  );
}

/** The call that creates or starts the container whose image is there. */
export function containerCall(
  type: 'CONTAINER.CREATED' | 'CONTAINER.STARTED',
  context: PodWorkerContext,
): ContainerRuntimeCall {
  const { name, image, runsForMicros, exitCode } = currentStart(context).spec;
  const {
    round: { sync },
    pod,
  } = context;
  const { imageRef } = sync;
  return type === 'CONTAINER.CREATED'
    ? { type, pod, container: name, image, imageRef, mountedImageRefs: mountedImageRefs(context) }
    : {
        type,
        pod,
        container: name,
        image,
        imageRef,
        mountedImageRefs: mountedImageRefs(context),
        runsForMicros,
        exitCode,
      };
}

/** The request to stop the containers that the round stops first; throws if there are none. */
export function requireKill(context: PodWorkerContext): KillRequested {
  const { kill } = context.round.sync;
  if (kill === undefined) throw new Error(`${context.input.name} kills nothing`);
  return { type: 'KILL.REQUESTED', ...kill };
}

/** The names of those containers. */
export function stopped(context: PodWorkerContext): readonly string[] {
  return requireKill(context).stops.map(({ container }) => container);
}

/** The containers that must stop before a reset removes them. */
export function stillThere(context: PodWorkerContext): readonly string[] {
  return stopped(context).filter((name) => findContainer(context.round.status, name)?.state !== 'exited');
}

/** The actor that stops the pod's containers; throws before a round has stopped any. */
export function requireKiller({ helpers: { kill }, input: { name } }: PodWorkerContext): PodKill {
  if (kill === undefined) throw new Error(`${name} has stopped nothing yet`);
  return kill;
}

/** Why the container that is started now lacks an image volume; throws if it lacks none. */
export function requireVolumeFailure(context: PodWorkerContext): PullFailure {
  const failure = volumeFailure(context.round.sync);
  if (failure === undefined) throw new Error(`${context.input.name}: no image volume failed`);
  return failure;
}

/** The event at the end of the round about pull secrets that are missing. */
export function missingSecrets({ round: { spec, sync }, input }: PodWorkerContext): readonly Observation[] {
  return hasFailedToPull(sync) ? missingPullSecrets(spec, input.images.profile, 'afterFailedPull') : [];
}
