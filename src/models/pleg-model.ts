import type { PodsListed } from '../../machines/container-runtime.ts';
import { type PlegContext, type PlegEvent, type PlegInput, plegMachine, type Worker } from '../../machines/pleg.ts';
import { items } from '../kubelet/fifo.ts';
import type { PodRuntimeStatus } from '../kubelet/pod-runtime-status.ts';
import { delayElapsed } from './delay-elapsed.ts';
import type { MachineModel, ModelEvent, ModelStart } from './machine-model.ts';
import { modelEvent } from './model-event.ts';
import { modelTimings } from './model-node.ts';
import { modelStatus } from './model-pods.ts';

const named = modelEvent<PlegEvent>;

const { relistPeriodMicros, relistMicros } = modelTimings;
const uid = 'web';
const waitersMax = 1;

function start(name: string, lastRelistMicros: number | undefined): ModelStart {
  return {
    name,
    input: ({ recorder, clock, neighbour }): PlegInput => ({
      name: 'node-1/kubelet/pleg',
      recorder,
      clock,
      runtime: neighbour('runtime'),
      lastRelistMicros,
      relistPeriodMicros,
      relistMicros,
    }),
  };
}

function asked(name: string, minMicros: number, requester: Worker): ModelEvent {
  return named(`STATUS.REQUESTED (${name})`, { type: 'STATUS.REQUESTED', uid, minMicros, requester });
}

function listed(name: string, status: PodRuntimeStatus | undefined, changed: boolean): ModelEvent {
  const pods = new Map(status === undefined ? [] : [[uid, status]]);
  const event: PodsListed = { type: 'PODS.LISTED', pods, changed: new Set(changed ? [uid] : []) };
  return named(`PODS.LISTED (${name})`, event);
}

const listings: readonly ModelEvent[] = [listed('no pod', undefined, false), listed('the pod came up', modelStatus({ app: '+' }), true)];

/** What a worker may do at any time. Queues are kept short. */
function workerActs(context: PlegContext, worker: Worker): readonly ModelEvent[] {
  const latest = Math.max(context.cachedMicros, context.podCachedMicros.get(uid) ?? Number.NEGATIVE_INFINITY, context.startedMicros);
  const asks =
    context.waiting.size < waitersMax
      ? [asked('whatever there is', Number.NEGATIVE_INFINITY, worker), asked('newer than the last relist', latest, worker)]
      : [];
  return [...asks, ...(context.requested.size === 0 ? [named('RELIST.REQUESTED', { type: 'RELIST.REQUESTED', uid })] : [])];
}

function podComesOrGoes({ workers }: PlegContext, worker: Worker): ModelEvent {
  if (workers.size === 0) return named('POD.WATCHED', { type: 'POD.WATCHED', uid, worker });
  return named('POD.FORGOTTEN', { type: 'POD.FORGOTTEN', uid });
}

/** PLEG of a node with one pod. The delayed event for the next relist is one of the model's. */
export const plegModel: MachineModel = {
  id: 'pleg',
  machine: plegMachine,
  starts: [start('a new kubelet', undefined), start('a kubelet that has run for long', -500_000)],
  events: (snapshot, { neighbour }, memory) => {
    const worker: Worker = neighbour('worker');
    const acts = workerActs(snapshot.context, worker);
    const due = named('RELIST.DUE', { type: 'RELIST.DUE' }, relistPeriodMicros);
    // At other times it would be the same: a listing does not look at who watches.
    if (snapshot.value === 'sleeping') return [...acts, podComesOrGoes(snapshot.context, worker), due];
    // The runtime answers at once, and once.
    if (memory === '') return listings;
    return snapshot.value === 'relisting'
      ? [...acts, delayElapsed('relist', 'pleg.relisting', relistMicros)]
      : [...acts, { ...due, afterMicros: relistMicros - 1 }, delayElapsed('relist', 'pleg.relistingPod', relistMicros)];
  },
  // What the runtime has listed counts until the relist ends.
  remember: (memory, { name, event: { type } }) => {
    if (type === 'PODS.LISTED') return name;
    return type.startsWith('xstate.after.') ? '' : memory;
  },
  project: (snapshot) => {
    const { workers, cache, cachedMicros, podCachedMicros, waiting, changed, requested }: PlegContext = snapshot.context;
    return {
      workers: [...workers.keys()],
      cache: stateOf(cache.get(uid)),
      hasCached: cachedMicros >= 0,
      hasCachedPod: podCachedMicros.has(uid),
      waiting: items(waiting).map(({ minMicros }) => minMicros > Number.NEGATIVE_INFINITY),
      changed: [...changed],
      requested: items(requested),
    };
  },
};

function stateOf(status: PodRuntimeStatus | undefined): string {
  return status === undefined ? 'none' : `${status.sandbox} ${status.containers.map(({ state }) => state).join()}`;
}
