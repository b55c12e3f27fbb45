import { containerRuntimeReducer } from '../../../machines/runtime/container-runtime.ts';
import type { ContainerExited, ContainerRuntimeEvent } from '../../../machines/runtime/container-runtime-protocol.ts';
import { type ContainerRuntimeInput, type ContainerRuntimeTable, processId } from '../../../machines/runtime/container-runtime-table.ts';
import { type ContainerRuntimeStatus, findContainer, unknownPodStatus } from '../../kubelet/pods/pod-runtime-status.ts';
import type { Fault } from '../../runtime/fault.ts';
import type { PodRef } from '../../trace/observation.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import type { StubWorld } from '../stub-world.ts';

const named = modelEvent<ContainerRuntimeEvent>;

const pod: PodRef = { namespace: 'default', name: 'web', uid: 'web' };
const app = { pod, container: 'app', image: 'app:1', imageRef: 'sha256:app', mountedImageRefs: [] };
/** The node whose runtime has faults. */
const faultyNode = 'node-2';
const bootsMax = 2;
const restartsMax = 1;
const endsByItself = 'CONTAINER.STARTED (ends by itself)';

function exited(container: string, process: string, exitCode: number): ContainerExited {
  return { type: 'CONTAINER.EXITED', pod, container, process, exitCode };
}

/** Returns the next commands of the pod's worker: it starts a container that it has created, and stops one that runs. */
function workerSays(context: ContainerRuntimeTable, status: ContainerRuntimeStatus | undefined): readonly ModelEvent[] {
  const known = context.pods.get(pod.uid);
  const ends = [
    ...(known?.status.sandbox === 'ready' ? [named('SANDBOX.STOPPED', { type: 'SANDBOX.STOPPED', pod })] : []),
    ...(known === undefined || known.status.sandbox === 'ready' ? [] : [named('POD.REMOVED', { type: 'POD.REMOVED', pod })]),
  ];
  if (known?.status.sandbox !== 'ready') {
    const made = (known?.sandboxesMade ?? 0) < bootsMax;
    return made ? [...ends, named('SANDBOX.CREATED', { type: 'SANDBOX.CREATED', pod, purged: ['setup'] })] : ends;
  }
  const isUsedUp = (known.restartsLogged.app ?? 0) >= restartsMax;
  if (status === undefined && isUsedUp) return ends;
  if (status === undefined || (status.state === 'exited' && status.restarts < restartsMax)) {
    return [...ends, named('CONTAINER.CREATED', { ...app, type: 'CONTAINER.CREATED' })];
  }
  const killed = named('CONTAINER.KILLED', { type: 'CONTAINER.KILLED', pod, container: 'app', exitCode: 143 });
  const removed = named('CONTAINER.REMOVED', { type: 'CONTAINER.REMOVED', pod, container: 'app' });
  if (status.state === 'exited') return [...ends, killed, removed];
  if (status.state !== 'created') return [...ends, killed];
  const started = { ...app, type: 'CONTAINER.STARTED', exitCode: 0 } as const;
  return [
    named('CONTAINER.STARTED (for ever)', { ...started, runsForMicros: null }),
    named(endsByItself, { ...started, runsForMicros: 1_000_000 }),
  ];
}

/** Returns the ends of processes that may come: of those that were started and have not ended, even if the node has gone down since. */
function processesEnd(started: readonly string[], current: string): readonly ModelEvent[] {
  return started.map((process) => {
    const ended = exited('app', process, process === current ? 0 : 1);
    const whose = process === current ? 'current' : 'of an earlier boot';
    return { ...named(`CONTAINER.EXITED (${whose}, ${process})`, ended), afterMicros: 1_000_000 };
  });
}

/** Returns the processes that will end by themselves, after this event. */
function processesAfter(started: readonly string[], { event, name }: ModelEvent, context: ContainerRuntimeTable): readonly string[] {
  if (name === endsByItself) return [...new Set(started).add(processId(context, app))].toSorted();
  const killed = event.type === 'CONTAINER.KILLED' ? processId(context, app) : '';
  const gone = 'process' in event ? event.process : killed;
  return started.filter((process) => process !== gone);
}

function processesIn(memory: string): readonly string[] {
  return memory === '' ? [] : memory.split(' ');
}

/** Returns the requests of the kubelet's other parts. */
function asked({ stream, node }: ContainerRuntimeTable, { neighbour }: StubWorld): readonly ModelEvent[] {
  return [
    named('PODS.LIST_REQUESTED', { type: 'PODS.LIST_REQUESTED', requester: neighbour('pleg') }),
    named('POD.LIST_REQUESTED', { type: 'POD.LIST_REQUESTED', uid: pod.uid, requester: neighbour('pleg') }),
    named('POD_STATUS.REQUESTED', { type: 'POD_STATUS.REQUESTED', pod, requester: neighbour('pleg') }),
    named('CONTAINERS.LIST_REQUESTED', { type: 'CONTAINERS.LIST_REQUESTED', requester: neighbour('imageGc') }),
    ...(stream === undefined && node === faultyNode
      ? [named('STREAM.REQUESTED', { type: 'STREAM.REQUESTED', requester: neighbour('eventedPleg') })]
      : [named('KUBELET.GONE', { type: 'KUBELET.GONE' })]),
  ];
}

function faults({ faults: inForce, node }: ContainerRuntimeTable): readonly ModelEvent[] {
  const began = (name: string, id: string, fault: Fault) => named(`FAULT.BEGAN (${name})`, { type: 'FAULT.BEGAN', id, fault });
  const [fault] = inForce;
  if (fault !== undefined) return [named('FAULT.ENDED', { type: 'FAULT.ENDED', id: fault.id })];
  if (node !== faultyNode) return [];
  return [
    began('down', 'down', { kind: 'runtimeDown', error: 'no connection' }),
    began('slow', 'slow', { kind: 'runtimeSlow', node: faultyNode, listMicros: 1_000_000, podStatusMicros: 1_000_000 }),
    began('another node', 'other', { kind: 'runtimeDown', node: 'node-1', error: 'no connection' }),
  ];
}

function start(name: string, node: string): ModelStart {
  return {
    name,
    input: ({ recorder, clock }): ContainerRuntimeInput => ({ name: `${node}/runtime`, node, recorder, clock, listMicros: 5_000 }),
  };
}

/**
 * Sandboxes and containers of one pod with one container, over two boots of the node. Another node has faults and an event stream instead
 * of boots.
 */
export const containerRuntimeModel: MachineModel = {
  id: 'containerRuntime',
  machine: containerRuntimeReducer,
  starts: [start('sandboxes, containers and boots', 'node-1'), start('faults, and container events', faultyNode)],
  events: (snapshot, world, memory) => {
    const context: ContainerRuntimeTable = snapshot.context;
    const status = findContainer(context.pods.get(pod.uid)?.status ?? unknownPodStatus, 'app');
    const current = processId(context, app);
    return [
      ...workerSays(context, status),
      ...processesEnd(processesIn(memory), current),
      ...asked(context, world),
      ...faults(context),
      ...(context.boot + 1 < bootsMax && context.node !== faultyNode ? [named('NODE.REBOOTED', { type: 'NODE.REBOOTED' })] : []),
    ];
  },
  remember: (memory, event, snapshot) => processesAfter(processesIn(memory), event, snapshot.context).join(' '),
  project: (snapshot) => {
    const { pods, changed, boot, stream, faults: inForce }: ContainerRuntimeTable = snapshot.context;
    const known = pods.get(pod.uid);
    const containers = (known?.status.containers ?? []).map(({ state, restarts, exitCode }) => ({ state, restarts, exitCode }));
    return {
      sandbox: known?.status.sandbox,
      containers,
      made: known?.containersMade.app,
      logged: known?.restartsLogged.app,
      sandboxesMade: known?.sandboxesMade,
      changed: [...changed],
      boot,
      hasStream: stream !== undefined,
      faults: inForce.map(({ id }) => id),
    };
  },
};
