import type { InspectionEvent } from 'xstate';
import { oneLayer, workload } from '../../bench/workload.mjs';
import type { SimulationInput } from '../../src/input/model.ts';
import { simulate } from '../../src/simulation/simulate.ts';

/** Messages of one kind from one actor to another, and how many of them there are for each pod. */
export interface PodMessages {
  readonly from: string;
  readonly to: string;
  readonly event: string;
  readonly perPod: number;
}

/** What is counted of a pod of one layer. */
export interface PodSteps {
  readonly messages: readonly PodMessages[];
  /** How many actors are stopped for each pod; `npm run bench` counts a stop as a step, too. */
  readonly stops: number;
}

const pods = 110;

/** Actors that keep no state: what they are told is no step of a machine. */
const listeners = new Set(['recorder', 'random']);

/**
 * Returns all messages that machines take while a node of 110 pods with one layer each comes up, as `read` reads it. A timer is a message
 * of an actor to itself. The first event of an actor is not counted.
 */
export function podSteps(read: (yaml: string) => SimulationInput): PodSteps {
  const counts = new Map<string, PodMessages>();
  let stops = 0;
  const count = (inspected: InspectionEvent): void => {
    if (inspected.type === '@xstate.snapshot' && inspected.event.type === 'xstate.stop') stops += 1 / pods;
    if (inspected.type !== '@xstate.event' || inspected.event.type === 'xstate.init') return;
    const to = machineOf(inspected.actorRef);
    if (listeners.has(to)) return;
    const from = inspected.sourceRef === undefined ? 'world' : machineOf(inspected.sourceRef);
    const event = inspected.event.type.replace(/^xstate\.after\.(\w+)\..*$/, 'after $1');
    const key = [from, to, event].join(' ');
    counts.set(key, { from, to, event, perPod: (counts.get(key)?.perPod ?? 0) + 1 / pods });
  };
  simulate(read(workload(1, pods, oneLayer)), { inspect: count, keepRecords: false });
  return { messages: [...counts.values()], stops };
}

/** The id of an actor's machine, or the name of an actor that is no machine. */
function machineOf(actor: object): string {
  const { logic, id } = actor as { readonly logic?: { readonly id?: string }; readonly id?: string };
  return logic?.id ?? id ?? '';
}

/** Why a message is there: what would be lost without it. */
export type Need = 'moment' | 'waiting' | 'work' | 'table';

interface MessageRow {
  readonly need: Need;
  readonly what: string;
  readonly why: string;
  readonly has: (message: PodMessages) => boolean;
}

const isTimer = ({ from, to }: PodMessages): boolean => from === to;
const between =
  (one: string, ...others: readonly string[]) =>
  ({ from, to }: PodMessages): boolean =>
    (from === one && others.includes(to)) || (to === one && others.includes(from));
const any =
  (...conditions: readonly MessageRow['has'][]) =>
  (message: PodMessages): boolean =>
    conditions.some((condition) => condition(message));
const timerOf =
  (machine: string) =>
  (message: PodMessages): boolean =>
    isTimer(message) && message.to === machine;

/** Each message belongs to the first row that has it. */
const rows: readonly MessageRow[] = [
  {
    need: 'moment',
    what: 'metadata store: a write ends',
    why: 'how long a write takes depends on who else writes',
    has: timerOf('metadataStore'),
  },
  {
    need: 'moment',
    what: 'fetch: a pause, a connection set up, handed over, a blob synced',
    why: 'each is a time of its own, with a request, a record or a slot between it and the next',
    has: timerOf('fetch'),
  },
  {
    need: 'moment',
    what: 'pod worker: sandbox, container and preparation',
    why: 'each is recorded when it ends',
    has: timerOf('podWorker'),
  },
  { need: 'moment', what: 'other timers', why: 'calls of the runtime that take time, relists, the end of a flow or of work', has: isTimer },
  {
    need: 'moment',
    what: 'random numbers',
    why: 'a machine is given its random numbers in an event',
    has: ({ event }) => event === 'DRAW.ANSWERED',
  },
  {
    need: 'moment',
    what: 'a pod arrives',
    why: 'the API server tells the kubelet',
    has: any(between('node', 'world', 'apiServer'), between('apiServer', 'kubelet')),
  },
  {
    need: 'waiting',
    what: 'fetch, registry',
    why: 'the answer is a round trip later, and registries are shared by nodes',
    has: between('registry', 'fetch'),
  },
  {
    need: 'waiting',
    what: 'metadata store, its writers',
    why: 'one writes, the others wait',
    has: between('metadataStore', 'fetch', 'runtimePull'),
  },
  {
    need: 'waiting',
    what: 'slots',
    why: 'asked, given and returned; at a limit pulls and downloads wait for them',
    has: any(between('pullSlots', 'fetch', 'imagePull')),
  },
  {
    need: 'waiting',
    what: 'network, processors',
    why: 'flows share links, and share processors with unpacking',
    has: between('network', 'fetch', 'pullProgress', 'layerUnpack'),
  },
  {
    need: 'waiting',
    what: 'pod worker, PLEG',
    why: 'a sync waits for a status that is newer than the last one (`GetNewerThan`)',
    has: between('podWorker', 'pleg'),
  },
  {
    need: 'waiting',
    what: 'content store',
    why: 'pulls share manifests, blobs and chains of layers, and wait for those that another fetches',
    has: between('contentStore', 'runtimePull'),
  },
  {
    need: 'work',
    what: 'PLEG and pod worker, container runtime',
    why: 'calls of the CRI: lists and statuses, sandbox, container created and started',
    has: between('containerRuntime', 'pleg', 'podWorker'),
  },
  {
    need: 'work',
    what: 'PLEG, kubelet, sync loop, pod worker',
    why: 'a channel of events is read while the loop runs, and the loop hands each pod to its worker',
    has: between('syncLoop', 'kubelet', 'podWorker', 'pleg'),
  },
  {
    need: 'work',
    what: 'pod worker, image pull, image service, pull in the runtime',
    why: 'calls of the CRI for the status of an image, for a pull, for the sandbox image; pulls of one image are one pull',
    has: any(between('imageService', 'imagePull', 'podWorker', 'runtimePull'), between('podWorker', 'imagePull')),
  },
  { need: 'work', what: 'pull in the runtime, fetch', why: 'blobs are fetched side by side', has: between('runtimePull', 'fetch') },
  {
    need: 'work',
    what: 'unpacking of an image and of its layers',
    why: 'layers are unpacked side by side, and may wait for those below',
    has: between('imageUnpack', 'layerUnpack', 'runtimePull', 'contentStore'),
  },
  {
    need: 'work',
    what: 'image GC, eviction',
    why: 'once for a node',
    has: any(
      ({ from, to }) => [from, to].some((name) => /^(imageGc|eviction)/.test(name)),
      between('kubelet', 'pleg'),
      between('node', 'pullRecords'),
      between('imageService', 'disk'),
    ),
  },
  {
    need: 'table',
    what: 'connections of a pull',
    why: 'its fetches share them: asked, given, returned',
    has: between('connections', 'fetch'),
  },
  { need: 'table', what: 'progress of a pull', why: 'a timeout runs beside all its states', has: ({ to }) => to === 'pullProgress' },
  {
    need: 'table',
    what: 'back-off, limit of requests, records of pulls',
    why: 'tables of the node that all pulls ask',
    has: any(between('imagePull', 'pullBackOff', 'pullThrottle', 'pullRecords')),
  },
  { need: 'table', what: 'disk', why: 'what is taken is watched by image GC', has: between('disk', 'fetch', 'layerUnpack') },
];

/** The rows with what each has of these messages; throws where a message has no row. */
export function messageRows(
  messages: readonly PodMessages[],
): { readonly need: Need; readonly what: string; readonly why: string; readonly perPod: number }[] {
  const sums = rows.map(() => 0);
  for (const message of messages) {
    const row = rows.findIndex(({ has }) => has(message));
    if (row < 0) throw new Error(`${message.from} → ${message.to}: ${message.event} has no row`);
    sums[row] = (sums[row] ?? 0) + message.perPod;
  }
  return rows.map(({ need, what, why }, index) => ({ need, what, why, perPod: sums[index] ?? 0 }));
}
