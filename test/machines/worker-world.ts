import type { ContainerRuntimeCall } from '../../machines/container-runtime.ts';
import type { PlegEvent } from '../../machines/pleg.ts';
import { podWorkerMachine } from '../../machines/pod-worker.ts';
import type { PodSpec } from '../../src/kubelet/pod.ts';
import { type PodRuntimeStatus, unknownPodStatus } from '../../src/kubelet/pod-runtime-status.ts';
import { podOf } from '../kubelet/pod-fixtures.ts';
import { type ManagerOptions, pullManager } from './pull-manager.ts';

export interface WorkerOptions extends ManagerOptions {
  readonly spec?: PodSpec;
  readonly status?: PodRuntimeStatus;
  readonly syncFrequencyMicros?: number;
  readonly tickOriginMicros?: number;
  /** How long PLEG lets the worker wait. */
  readonly plegMicros?: number;
}

/** One pod worker with a real image manager; PLEG answers what `status` says, after `plegMicros`. */
export function workerWorld(options: WorkerOptions) {
  const manager = pullManager(options);
  const state = { status: options.status ?? unknownPodStatus, plegMicros: options.plegMicros ?? 0 };
  const pleg = manager.listen<PlegEvent>('pleg', (event) => {
    if (event.type !== 'STATUS.REQUESTED') return;
    const answer = () => event.requester.send({ type: 'STATUS.ANSWERED', status: state.status });
    if (state.plegMicros === 0) answer();
    else manager.at(manager.kernel.nowMicros + state.plegMicros, answer);
  });
  const worker = manager.start(podWorkerMachine, {
    name: 'node-1/kubelet/default/web',
    spec: options.spec ?? podOf(),
    images: manager.images,
    runtime: manager.listen<ContainerRuntimeCall>('runtime') as never,
    pleg,
    dice: manager.dice,
    timings: {
      podSyncMicros: 0,
      volumeMountMicros: 300_000,
      sandboxMicros: 100_000,
      createContainerMicros: 10_000,
      startContainerMicros: 10_000,
      imageStatusMicros: 0,
      imageSizeMicros: 0,
      relistPeriodMicros: 1_000_000,
      relistMicros: 5_000,
      kubeletStartMicros: 0,
      rebootMicros: 0,
      unpackBytesPerSecond: 1,
    },
    syncFrequencyMicros: options.syncFrequencyMicros ?? 60_000_000,
    tickOriginMicros: options.tickOriginMicros ?? 0,
    kubelet: manager.listen('kubelet'),
  });
  const syncs = (which: 'started' | 'finished') =>
    manager.observed.flatMap(({ atMicros, observation }) =>
      observation.type === 'sync' && observation.state === which ? [{ atMs: atMicros / 1000, ...observation }] : [],
    );
  return {
    ...manager,
    worker,
    state,
    change: () => worker.send({ type: 'POD.CHANGED' }),
    runTo: (seconds: number) => manager.run(seconds * 1_000_000),
    /** `0 added`, in seconds. */
    begun: () => syncs('started').map(({ atMs, trigger }) => `${atMs / 1000} ${trigger}`),
    ended: () => syncs('finished'),
    started: () => manager.messagesTo('runtime').flatMap((call) => (call.type === 'CONTAINER.STARTED' ? [call.container] : [])),
  };
}
