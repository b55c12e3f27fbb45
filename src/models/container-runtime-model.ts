import type { ContainerExited } from '../../machines/container.ts';
import {
  type ContainerRuntimeContext,
  type ContainerRuntimeEvent,
  type ContainerRuntimeInput,
  containerRuntimeMachine,
  type PodsListed,
} from '../../machines/container-runtime.ts';
import type { PodRef } from '../kubelet/observation.ts';
import { type ContainerRuntimeStatus, findContainer } from '../kubelet/pod-runtime-status.ts';
import { inertActor } from './inert-actor.ts';
import type { MachineModel, ModelEvent } from './machine-model.ts';
import { modelEvent } from './model-event.ts';

const named = modelEvent<ContainerRuntimeEvent>;

const pod: PodRef = { namespace: 'default', name: 'web', uid: 'web' };
const app = { pod, container: 'app' };
const bootsMax = 2;
const restartsMax = 1;

function exited(container: string, process: string, exitCode: number): ContainerExited {
  return { type: 'CONTAINER.EXITED', pod, container, process, exitCode };
}

/** What the pod's worker may say next: it starts a container that it has created, and stops one that runs. */
function workerSays(context: ContainerRuntimeContext, status: ContainerRuntimeStatus | undefined): readonly ModelEvent[] {
  if (context.pods.get(pod.uid)?.sandbox !== 'ready')
    return [named('SANDBOX.CREATED', { type: 'SANDBOX.CREATED', pod, purged: ['setup'] })];
  if (status === undefined || (status.state === 'exited' && status.restarts < restartsMax)) {
    return [named('CONTAINER.CREATED', { ...app, type: 'CONTAINER.CREATED' })];
  }
  if (status.state === 'running') return [named('CONTAINER.KILLED', { ...app, type: 'CONTAINER.KILLED' })];
  if (status.state === 'exited') return [];
  const started = { ...app, type: 'CONTAINER.STARTED', exitCode: 0 } as const;
  return [
    named('CONTAINER.STARTED (for ever)', { ...started, runsForMicros: null }),
    named('CONTAINER.STARTED (ends by itself)', { ...started, runsForMicros: 1_000_000 }),
  ];
}

/** Which processes may end: those that were spawned and have not ended, also where the node has gone down since. */
function processesEnd(children: object, current: string): readonly ModelEvent[] {
  return Object.keys(children).flatMap((process) => {
    const ended = exited('app', process, process === current ? 0 : 1);
    const whose = process === current ? 'current' : 'of an earlier boot';
    return { ...named(`CONTAINER.EXITED (${whose}, ${process})`, ended), afterMicros: 1_000_000 };
  });
}

/** Sandboxes and containers of one pod with one container, over two boots. */
export const containerRuntimeModel: MachineModel = {
  id: 'containerRuntime',
  machine: containerRuntimeMachine.provide({ actors: { container: inertActor as never } }),
  starts: [
    {
      name: 'empty',
      input: ({ recorder, clock }): ContainerRuntimeInput => ({ name: 'node-1/runtime', recorder, clock }),
    },
  ],
  events: (snapshot, { neighbour }) => {
    const context: ContainerRuntimeContext = snapshot.context;
    const status = findContainer(context.pods.get(pod.uid) ?? { sandbox: 'none', containers: [] }, 'app');
    const current = `${pod.uid}/app/${context.boot}/${status?.restarts ?? 0}`;
    return [
      ...workerSays(context, status),
      ...processesEnd(snapshot.children, current),
      named('PODS.LIST_REQUESTED', { type: 'PODS.LIST_REQUESTED', requester: neighbour<PodsListed>('pleg') }),
      ...(context.boot + 1 < bootsMax ? [named('NODE.REBOOTED', { type: 'NODE.REBOOTED' })] : []),
    ];
  },
  project: (snapshot) => {
    const { pods, changed, boot }: ContainerRuntimeContext = snapshot.context;
    const containers = (pods.get(pod.uid)?.containers ?? []).map(({ state, restarts, exitCode }) => ({ state, restarts, exitCode }));
    return { sandbox: pods.get(pod.uid)?.sandbox, containers, changed: [...changed], boot, processes: Object.keys(snapshot.children) };
  },
};
