import type { PlegEvent } from '../../../machines/kubelet/pleg-protocol.ts';
import type { SyncLoopEvent } from '../../../machines/kubelet/sync-loop-protocol.ts';
import { podWorkerMachine } from '../../../machines/pod/pod-worker.ts';
import type { ContainerRuntimeEvent } from '../../../machines/runtime/container-runtime-protocol.ts';
import type {
  SandboxImageAnswer,
  SandboxImageRequest,
  VolumeImagesRequest,
} from '../../../machines/runtime/cri.ts';
import { emptyPodStatus } from '../../../src/rules/kubelet/pleg/pod-status.ts';
import { selectStatusRules } from '../../../src/rules/kubelet/pods/api-status.ts';
import type { PodSpec } from '../../../src/rules/kubelet/pods/pod.ts';
import {
  type PodRuntimeStatus,
  unknownPodStatus,
} from '../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { podOf } from '../../rules/kubelet/pod-fixtures.ts';
import { type ManagerOptions, pullManager } from '../pull/pull-manager.ts';

export interface WorkerOptions extends ManagerOptions {
  readonly spec?: PodSpec;
  readonly status?: PodRuntimeStatus;
  readonly syncFrequencyMicros?: number;
  readonly tickOriginMicros?: number;
  /** What the runtime says of its sandbox image, each after so many ms; it is there unless said otherwise. */
  readonly sandboxImage?: readonly (readonly [ms: number, answer: SandboxImageAnswer])[];
  /**
   * The kubelet has restarted, and the runtime refuses the sandbox's name with this error once; the status is
   * then that of a sandbox.
   */
  readonly takenName?: string;
  /** How long PLEG lets the worker wait. */
  readonly plegMicros?: number;
}

/** One pod worker with a real image manager; PLEG answers what `status` says, after `plegMicros`. */
export function workerWorld(options: WorkerOptions) {
  const manager = pullManager(options);
  const state: { status: PodRuntimeStatus; plegMicros: number; error: string | undefined } = {
    status: options.status ?? unknownPodStatus,
    plegMicros: options.plegMicros ?? 0,
    error: undefined,
  };
  const pleg = manager.listen<PlegEvent>('pleg', (event) => {
    if (event.type !== 'STATUS.REQUESTED') return;
    const answer = () =>
      event.requester.send(
        state.error === undefined
          ? {
              type: 'STATUS.ANSWERED',
              status: state.status,
              podStatus: { ...emptyPodStatus('uid-1'), forSync: state.status },
            }
          : { type: 'STATUS.FAILED', error: state.error, podStatus: null },
      );
    if (state.plegMicros === 0) answer();
    else manager.at(manager.kernel.nowMicros + state.plegMicros, answer);
  });
  /** What the runtime has of the pod, as far as a kill has changed it. */
  const runtime = manager.listen<ContainerRuntimeEvent>('runtime', (event) => {
    if (event.type === 'CONTAINER.KILLED') {
      const end = {
        state: 'exited',
        exitCode: event.exitCode,
        exitReason: 'Error',
        finishedAtMicros: manager.kernel.nowMicros,
      } as const;
      state.status = {
        ...state.status,
        containers: state.status.containers.map((one) =>
          one.name === event.container ? { ...one, ...end } : one,
        ),
      };
    } else if (event.type === 'CONTAINER.REMOVED')
      state.status = {
        ...state.status,
        containers: state.status.containers.filter(({ name }) => name !== event.container),
      };
    else if (event.type === 'SANDBOX_NAME.REQUESTED') {
      state.status = { ...state.status, sandbox: 'ready' };
      event.requester.send({ type: 'SANDBOX_NAME.TAKEN', error: options.takenName ?? '' });
    } else if (event.type === 'SANDBOX.STOPPED') state.status = { ...state.status, sandbox: 'notReady' };
    else if (event.type === 'POD_STATUS.REQUESTED') {
      event.requester.send({
        type: 'POD_STATUS.ANSWERED',
        status: { ...emptyPodStatus('uid-1'), forSync: state.status },
      });
    }
  });
  // The loop hands out at once what falls due.
  const syncLoop = manager.listen<SyncLoopEvent>('syncLoop', (event) => {
    if (event.type === 'WORK.DUE') worker.send({ type: 'SYNC.DUE' });
  });
  const worker = manager.start(podWorkerMachine, {
    name: 'node-1/kubelet/default/web',
    recorder: manager.recorder,
    spec: options.spec ?? podOf(),
    images: manager.images,
    runtime,
    sandboxImages: manager.listen<SandboxImageRequest | VolumeImagesRequest>('sandboxImages', (event) => {
      if (event.type === 'VOLUME_IMAGES.REQUESTED') event.requester.send({ type: 'VOLUME_IMAGES.PRESENT' });
      if (event.type !== 'SANDBOX_IMAGE.REQUESTED') return;
      for (const [ms, answer] of options.sandboxImage ?? [[0, { type: 'SANDBOX_IMAGE.PRESENT' }] as const]) {
        if (ms === 0) event.requester.send(answer);
        else manager.at(manager.kernel.nowMicros + ms * 1000, () => event.requester.send(answer));
      }
    }),
    followsEarlierKubelet: options.takenName !== undefined,
    pleg,
    syncLoop,
    crashLoopRules: { initialMicros: 10_000_000, maxMicros: 300_000_000 },
    statusRules: selectStatusRules(v1_36, {}),
    random: manager.random,
    timings: {
      podSyncMicros: 0,
      volumeMountMicros: 300_000,
      sandboxMicros: 100_000,
      sandboxStopMicros: 50_000,
      createContainerMicros: 10_000,
      startContainerMicros: 10_000,
      imageStatusMicros: 0,
      imageSizeMicros: 0,
      relistPeriodMicros: 1_000_000,
      relistMicros: 5_000,
      kubeletStartMicros: 0,
      rebootMicros: 0,
      kubeletUptimeMicros: 0,
      imageGcRoundMicros: 0,
      removeImageMicros: 0,
      unpackBytesPerSecond: 1,
    },
    syncFrequencyMicros: options.syncFrequencyMicros ?? 60_000_000,
    tickOriginMicros: options.tickOriginMicros ?? 0,
    kubelet: manager.listen('kubelet'),
  });
  const syncs = (which: 'started' | 'finished') =>
    manager.observed.flatMap(({ atMicros, observation }) =>
      observation.type === 'sync' && observation.state === which
        ? [{ atMs: atMicros / 1000, ...observation }]
        : [],
    );
  return {
    ...manager,
    worker,
    state,
    change: () => worker.send({ type: 'POD.CHANGED' }),
    /** Somebody deletes the pod. */
    delete: (graceMicros = 30_000_000) =>
      worker.send({
        type: 'POD.UPDATED',
        spec: { ...(options.spec ?? podOf()), deletionGraceMicros: graceMicros },
      }),
    runTo: (seconds: number) => manager.run(seconds * 1_000_000),
    /** `0 added`, in seconds. */
    begun: () => syncs('started').map(({ atMs, trigger }) => `${atMs / 1000} ${trigger}`),
    ended: () => syncs('finished'),
    started: () =>
      manager
        .messagesTo('runtime')
        .flatMap((call) => (call.type === 'CONTAINER.STARTED' ? [call.container] : [])),
  };
}
