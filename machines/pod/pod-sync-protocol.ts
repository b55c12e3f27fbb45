import type { ActorRef, Snapshot } from 'xstate';
import type { BackOffRules, BackOffTable } from '../../src/kubelet/images/back-off.ts';
import type { ReasonCache } from '../../src/kubelet/pods/api-status.ts';
import type { PodSpec } from '../../src/kubelet/pods/pod.ts';
import type { PodRuntimeStatus } from '../../src/kubelet/pods/pod-runtime-status.ts';
import { fieldPathOf } from '../../src/kubelet/pods/sync-log.ts';
import type { SyncProgress } from '../../src/kubelet/pods/sync-progress.ts';
import type { NodeTimings } from '../../src/kubelet/pods/timings.ts';
import type { PodRef } from '../../src/trace/observation.ts';
import type { ImageManager, ImagePull, ImagePullInput } from '../pull/image-manager.ts';
import type { ContainerRuntime } from '../runtime/container-runtime-protocol.ts';
import type { SandboxImages } from '../runtime/cri.ts';
import type { PodKill } from './pod-kill.ts';

/** The worker has the pod's newest status and wants a round. */
export type SyncRequested = {
  readonly type: 'SYNC.REQUESTED';
  /** As it is by now: containers may have come to it, images may have changed. */
  readonly spec: PodSpec;
  readonly status: PodRuntimeStatus;
  readonly reasons: ReasonCache;
  /** The pod's status says that all its containers restart. */
  readonly isReset: boolean;
};

/** The round is over. */
export type SyncFinished = { readonly type: 'SYNC.FINISHED'; readonly sync: SyncProgress };

export type PodSync = ActorRef<Snapshot<unknown>, SyncRequested>;

export interface PodSyncInput {
  /** The worker's name: its rounds speak for it. */
  readonly name: string;
  readonly spec: PodSpec;
  readonly pod: PodRef;
  readonly images: ImageManager;
  readonly runtime: ContainerRuntime;
  readonly sandboxImages: SandboxImages;
  readonly timings: NodeTimings;
  readonly crashLoopRules: BackOffRules;
  readonly worker: ActorRef<Snapshot<unknown>, SyncFinished>;
}

export interface PodSyncContext {
  /** Held apart: XState copies the context at each assignment. */
  readonly input: PodSyncInput;
  /** Of the round under way. */
  readonly spec: PodSpec;
  readonly pulls: ReadonlyMap<string, ImagePull>;
  /** Once a round has stopped something. */
  readonly kill: PodKill | undefined;
  readonly status: PodRuntimeStatus;
  readonly sync: SyncProgress;
  /** Containers that exited and when they may start again; upstream keeps one table for the node, by pod and container. */
  readonly crashLoops: BackOffTable;
}

/** The key of an image volume's pull; containers have their name. */
export function volumeKey(volume: string): string {
  return `volumes/${volume}`;
}

/** The pulls that a pod of that spec needs: one per container, one per image volume. */
export function pullInputs(
  { name, pod, images }: PodSyncInput,
  spec: PodSpec,
): readonly { readonly key: string; readonly pull: ImagePullInput }[] {
  const pull = (key: string, container: string, fieldPath: string | undefined) => ({
    key,
    pull: {
      ...images,
      name: `${name}/${key}`,
      pod,
      annotations: spec.annotations,
      runtimeHandler: spec.runtimeHandler,
      container,
      fieldPath,
    },
  });
  return [
    ...spec.imageVolumes.map((volume) => pull(volumeKey(volume.name), volume.name, undefined)),
    ...spec.initContainers.map((init) => pull(init.name, init.name, fieldPathOf({ kind: 'init', spec: init }))),
    ...spec.containers.map((container) => pull(container.name, container.name, fieldPathOf({ kind: 'container', spec: container }))),
    ...spec.ephemeralContainers.map((container) =>
      pull(container.name, container.name, fieldPathOf({ kind: 'ephemeral', spec: container })),
    ),
  ];
}
