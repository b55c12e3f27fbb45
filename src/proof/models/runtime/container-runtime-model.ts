import { containerRuntimeReducer } from '../../../../machines/runtime/container-runtime.ts';
import {
  type ContainerRuntimeTable,
  processId,
} from '../../../../machines/runtime/container-runtime-table.ts';
import {
  type ContainerRuntimeStatus,
  findContainer,
  unknownPodStatus,
} from '../../../rules/kubelet/pods/pod-runtime-status.ts';
import type { Fault } from '../../../rules/runtime/fault.ts';
import type { PodRef } from '../../../trace/observation.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';
import type { StubWorld } from '../stub-world.ts';

const { named, model } = modelOf(containerRuntimeReducer);

const pod: PodRef = { namespace: 'default', name: 'web', uid: 'web' };
const app = { pod, container: 'app', image: 'app:1', imageRef: 'sha256:app', mountedImageRefs: [] };
/** The node whose runtime has faults. */
const faultyNode = 'node-2';
/** The node whose containers read their images after they have started. */
const lazyNode = 'node-3';
const bootsMax = 2;
const restartsMax = 1;
const endsByItself = 'CONTAINER.STARTED (ends by itself)';

/**
 * Returns the next commands of the pod's worker: it starts a container that it has created, and stops one
 * that runs.
 */
function workerSays(
  context: ContainerRuntimeTable,
  status: ContainerRuntimeStatus | undefined,
): readonly ModelEvent[] {
  const known = context.pods.get(pod.uid);
  const ends = [
    ...(known?.status.sandbox === 'ready' ? [named('SANDBOX.STOPPED', { pod })] : []),
    ...(known === undefined || known.status.sandbox === 'ready' ? [] : [named('POD.REMOVED', { pod })]),
  ];
  if (known?.status.sandbox !== 'ready') {
    const made = (known?.sandboxesMade ?? 0) < bootsMax;
    return made ? [...ends, named('SANDBOX.CREATED', { pod, purged: ['setup'] })] : ends;
  }
  const isUsedUp = (known.restartsLogged.app ?? 0) >= restartsMax;
  if (status === undefined && isUsedUp) return ends;
  if (status === undefined || (status.state === 'exited' && status.restarts < restartsMax)) {
    return [...ends, named('CONTAINER.CREATED', app)];
  }
  const killed = named('CONTAINER.KILLED', { pod, container: 'app', exitCode: 143 });
  const removed = named('CONTAINER.REMOVED', { pod, container: 'app' });
  if (status.state === 'exited') return [...ends, killed, removed];
  if (status.state !== 'created') return [...ends, killed];
  const started = { ...app, exitCode: 0 };
  return [
    named('CONTAINER.STARTED (for ever)', { ...started, runsForMicros: null }),
    named(endsByItself, { ...started, runsForMicros: 1_000_000 }),
  ];
}

/**
 * Returns the ends of processes that may come: of those that were started and have not ended, even if the
 * node has gone down since.
 */
function processesEnd(started: readonly string[], current: string): readonly ModelEvent[] {
  return started.map((process) => {
    const [whose, exitCode] = process === current ? ['current', 0] : ['of an earlier boot', 1];
    return named(
      `CONTAINER.EXITED (${whose}, ${process})`,
      { pod, container: 'app', process, exitCode },
      1_000_000,
    );
  });
}

/** Returns the processes that will end by themselves, after this event. */
function processesAfter(
  started: readonly string[],
  { event, name }: ModelEvent,
  context: ContainerRuntimeTable,
): readonly string[] {
  if (name === endsByItself) return [...new Set(started).add(processId(context, app))].toSorted();
  const killed = event.type === 'CONTAINER.KILLED' ? processId(context, app) : '';
  const gone = 'process' in event ? event.process : killed;
  return started.filter((process) => process !== gone);
}

function processesIn(memory: string): readonly string[] {
  return memory === '' ? [] : memory.split(' ');
}

/** Returns the answer of the image service to a container that reads its image: it runs, or has ended meanwhile. */
function imageIsRead({ input, pods }: ContainerRuntimeTable, current: string): readonly ModelEvent[] {
  if (input.imageReads === undefined || pods.get(pod.uid) === undefined) return [];
  const reader = { pod, container: 'app', process: current, exitCode: 0 };
  return [
    named('IMAGE_READ.FINISHED (ends by itself)', { readers: [{ ...reader, runsForMicros: 1_000_000 }] }),
    named('IMAGE_READ.FINISHED (for ever)', { readers: [{ ...reader, runsForMicros: null }] }),
  ];
}

/** Returns the requests of the kubelet's other parts. */
function asked(
  { input: { node }, stream }: ContainerRuntimeTable,
  { neighbour }: StubWorld,
): readonly ModelEvent[] {
  return [
    named('PODS.LIST_REQUESTED', { requester: neighbour('pleg') }),
    named('POD.LIST_REQUESTED', { uid: pod.uid, requester: neighbour('pleg') }),
    named('POD_STATUS.REQUESTED', { pod, requester: neighbour('pleg') }),
    named('SANDBOX_NAME.REQUESTED', { pod, requester: neighbour('podWorker') }),
    named('CONTAINERS.LIST_REQUESTED', { requester: neighbour('imageGc') }),
    ...(stream === undefined && node === faultyNode
      ? [named('STREAM.REQUESTED', { requester: neighbour('eventedPleg') })]
      : [named('KUBELET.GONE')]),
  ];
}

function faults({ input: { node }, faults: inForce }: ContainerRuntimeTable): readonly ModelEvent[] {
  const began = (name: string, id: string, fault: Fault) => named(`FAULT.BEGAN (${name})`, { id, fault });
  const [fault] = inForce;
  if (fault !== undefined) return [named('FAULT.ENDED', { id: fault.id })];
  if (node !== faultyNode) return [];
  return [
    began('down', 'down', { kind: 'runtimeDown', error: 'no connection' }),
    began('slow', 'slow', {
      kind: 'runtimeSlow',
      node: faultyNode,
      listMicros: 1_000_000,
      podStatusMicros: 1_000_000,
    }),
    began('another node', 'other', { kind: 'runtimeDown', node: 'node-1', error: 'no connection' }),
  ];
}

/**
 * Sandboxes and containers of one pod with one container, over two boots of the node. Another node has faults
 * and an event stream instead of boots.
 */
export const containerRuntimeModel = model({
  input: ({ recorder, clock }) => ({
    name: 'node-1/runtime',
    node: 'node-1',
    recorder,
    clock,
    listMicros: 5_000,
    wording: 'containerd://2.4',
  }),
  starts: {
    'sandboxes, containers and boots': {},
    'faults, and container events': { name: `${faultyNode}/runtime`, node: faultyNode },
    'images that are pulled lazily': ({ neighbour }) => ({
      name: `${lazyNode}/runtime`,
      node: lazyNode,
      imageReads: neighbour('images'),
    }),
  },
  events: ({ context, world, memory }) => {
    const status = findContainer(context.pods.get(pod.uid)?.status ?? unknownPodStatus, 'app');
    const current = processId(context, app);
    return [
      ...workerSays(context, status),
      ...processesEnd(processesIn(memory), current),
      ...imageIsRead(context, current),
      ...asked(context, world),
      ...faults(context),
      ...(context.boot + 1 < bootsMax && context.input.node !== faultyNode ? [named('NODE.REBOOTED')] : []),
    ];
  },
  remember: (event, { context, memory }) => processesAfter(processesIn(memory), event, context).join(' '),
  project: ({ context }) => {
    const { pods, changed, boot, stream, faults: inForce } = context;
    const known = pods.get(pod.uid);
    const containers = (known?.status.containers ?? []).map(({ state, restarts, exitCode }) => ({
      state,
      restarts,
      exitCode,
    }));
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
});
