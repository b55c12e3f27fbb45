import { type ActorRef, assign, cancel, raise, type Snapshot, sendTo, setup } from 'xstate';
import { emptyFifo, type Fifo, fifoOf, items, peek, push, shift } from '../src/kubelet/fifo.ts';
import { type PodRuntimeStatus, unknownPodStatus } from '../src/kubelet/pod-runtime-status.ts';
import { hasLifecycleEvent, type PodStatusTable } from '../src/kubelet/pod-status-table.ts';
import type { Clock } from './clock.ts';
import type { ContainerRuntime, PodsListed } from './container-runtime.ts';
import { type Recorder, unhandled } from './recorder.ts';

/** What PLEG and its cache tell a pod worker: a status it asked for, or that something happened to its pod. */
export type PlegAnswer = { readonly type: 'STATUS.ANSWERED'; readonly status: PodRuntimeStatus } | { readonly type: 'POD.CHANGED' };

export type Worker = ActorRef<Snapshot<unknown>, PlegAnswer>;

/** `GetNewerThan`: answered once the cache holds what was listed after `minMicros`. */
export type StatusRequested = {
  readonly type: 'STATUS.REQUESTED';
  readonly uid: string;
  readonly minMicros: number;
  readonly requester: Worker;
};

export type PlegEvent =
  | StatusRequested
  /** From now on the pod's events go to this worker. */
  | { readonly type: 'POD.WATCHED'; readonly uid: string; readonly worker: Worker }
  | { readonly type: 'POD.FORGOTTEN'; readonly uid: string }
  /** A sync has done something: its pod is to be looked at without waiting for the next relist (1.36). */
  | { readonly type: 'RELIST.REQUESTED'; readonly uid: string }
  | { readonly type: 'RELIST.DUE' }
  | PodsListed;

export type Pleg = ActorRef<Snapshot<unknown>, PlegEvent>;

export interface PlegInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly runtime: ContainerRuntime;
  /** When the last relist before this actor began, for a kubelet that has run for long; undefined: it starts with one. */
  readonly lastRelistMicros: number | undefined;
  readonly relistPeriodMicros: number;
  readonly relistMicros: number;
}

export interface Delivery {
  readonly to: Worker;
  readonly message: PlegAnswer;
}

export interface PlegContext extends PlegInput {
  readonly workers: ReadonlyMap<string, Worker>;
  /** The pod cache: what the last relist saw, and when it began. */
  readonly cache: PodStatusTable;
  readonly cachedMicros: number;
  readonly podCachedMicros: ReadonlyMap<string, number>;
  readonly waiting: Fifo<StatusRequested>;
  /** The relist under way: when it began, and what it saw. */
  readonly startedMicros: number;
  readonly seen: PodStatusTable;
  readonly changed: ReadonlySet<string>;
  readonly requested: Fifo<string>;
  readonly deliveries: Fifo<Delivery>;
}

const never = Number.NEGATIVE_INFINITY;

function cachedAt(context: PlegContext, uid: string): number {
  return Math.max(context.cachedMicros, context.podCachedMicros.get(uid) ?? never);
}

/**
 * Ends a relist (of one pod, or of all where `only` is undefined): each changed pod's status goes into the cache, to those
 * who wait for it and, where something happened, to its worker; then the cache's time frees all other waiters.
 */
function concluded(context: PlegContext, only: string | undefined): Partial<PlegContext> {
  const changed = only === undefined ? context.changed : new Set([only]);
  const cache = changed.size === 0 ? context.cache : new Map([...context.cache, ...statusesOf(context, changed)]);
  const frees = (request: StatusRequested) => request.minMicros <= context.startedMicros && (only === undefined || request.uid === only);
  const freed = items(context.waiting).filter(frees);
  const answer = (request: StatusRequested): Delivery => ({
    to: request.requester,
    message: { type: 'STATUS.ANSWERED', status: cache.get(request.uid) ?? unknownPodStatus },
  });
  const freedFirst = freed.filter((request) => changed.has(request.uid)).map(answer);
  const freedLast = freed.filter((request) => !changed.has(request.uid)).map(answer);
  const events = [...changed].flatMap((uid): Delivery[] => {
    const to = context.workers.get(uid);
    const happened = hasLifecycleEvent(context.cache.get(uid), cache.get(uid) ?? unknownPodStatus);
    return to !== undefined && happened ? [{ to, message: { type: 'POD.CHANGED' } }] : [];
  });
  return {
    cache,
    changed: only === undefined ? new Set() : new Set([...context.changed].filter((uid) => uid !== only)),
    deliveries: fifoOf([...freedFirst, ...events, ...freedLast]),
    waiting: freed.length === 0 ? context.waiting : fifoOf(items(context.waiting).filter((request) => !frees(request))),
    ...(only === undefined
      ? { cachedMicros: context.startedMicros, podCachedMicros: new Map<string, number>() }
      : { podCachedMicros: new Map(context.podCachedMicros).set(only, context.startedMicros) }),
  };
}

function statusesOf(context: PlegContext, uids: ReadonlySet<string>): readonly (readonly [string, PodRuntimeStatus])[] {
  return [...uids].map((uid) => [uid, context.seen.get(uid) ?? unknownPodStatus] as const);
}

/**
 * Looks at the runtime every second, keeps the pod cache and tells workers what changed.
 *
 * Mirrors `GenericPLEG` (pkg/kubelet/pleg/generic.go) and the pod cache (pkg/kubelet/container/cache.go), v1.36.3, as far
 * as pod workers wait for them: no errors, no health, no dropped events.
 */
export const plegMachine = setup({
  types: { input: {} as PlegInput, context: {} as PlegContext, events: {} as PlegEvent },
  guards: {
    isNewer: ({ context }, params: StatusRequested) => cachedAt(context, params.uid) > params.minMicros,
    hasDeliveries: ({ context }) => context.deliveries.size > 0,
    hasRequests: ({ context }) => context.requested.size > 0,
  },
  delays: {
    relistPeriod: ({ context }) => context.relistPeriodMicros,
    firstRelist: ({ context: { lastRelistMicros, relistMicros, relistPeriodMicros, clock } }) =>
      lastRelistMicros === undefined ? 0 : Math.max(0, lastRelistMicros + relistMicros + relistPeriodMicros - clock.nowMicros()),
    relist: ({ context }) => context.relistMicros,
  },
  actions: {
    watch: assign({
      workers: ({ context }, params: { uid: string; worker: Worker }) => new Map(context.workers).set(params.uid, params.worker),
    }),
    forget: assign({
      workers: ({ context }, { uid }: { uid: string }) => new Map([...context.workers].filter(([other]) => other !== uid)),
    }),
    queueWaiter: assign({ waiting: ({ context }, params: StatusRequested) => push(context.waiting, params) }),
    queueRequest: assign({ requested: ({ context }, params: { uid: string }) => push(context.requested, params.uid) }),
    dropRequest: assign({ requested: ({ context }) => shift(context.requested) }),
    noteStart: assign({ startedMicros: ({ context }) => context.clock.nowMicros() }),
    // It is asked for at the very end of a sync, and begins strictly later: the waiter for newer data is not left out.
    noteStartAfterRequest: assign({ startedMicros: ({ context }) => context.clock.nowMicros() + 1 }),
    askForPods: sendTo(
      ({ context }) => context.runtime,
      ({ self }) => ({ type: 'PODS.LIST_REQUESTED', requester: self }) as const,
    ),
    noteSeen: assign(({ context }, params: PodsListed) => ({
      seen: params.pods,
      // A PLEG that has seen nothing yet finds every pod new, whatever the PLEG before it knew.
      changed: new Set([...context.changed, ...(context.cache.size === 0 ? params.pods.keys() : params.changed)]),
    })),
    concludeAll: assign(({ context }) => concluded(context, undefined)),
    concludePod: assign(({ context }) => concluded(context, peek(context.requested))),
    answerNow: sendTo(
      (_, params: StatusRequested) => params.requester,
      ({ context }, params: StatusRequested): PlegAnswer => ({
        type: 'STATUS.ANSWERED',
        status: context.cache.get(params.uid) ?? unknownPodStatus,
      }),
    ),
    deliver: sendTo(
      ({ context }) => peek(context.deliveries).to,
      ({ context }) => peek(context.deliveries).message,
    ),
    dropDelivery: assign({ deliveries: ({ context }) => shift(context.deliveries) }),
    scheduleRelist: raise({ type: 'RELIST.DUE' }, { id: 'relist', delay: 'relistPeriod' }),
    scheduleFirstRelist: raise({ type: 'RELIST.DUE' }, { id: 'relist', delay: 'firstRelist' }),
    postponeRelist: raise({ type: 'RELIST.DUE' }, { id: 'relist', delay: 'relist' }),
    forgetRelist: cancel('relist'),
    reportUnhandled: sendTo(
      ({ context }) => context.recorder,
      ({ context, event }) => unhandled(context.name, event),
    ),
  },
}).createMachine({
  id: 'pleg',
  description: 'The pod lifecycle event generator and its cache.',
  context: ({ input }) => ({
    ...input,
    workers: new Map(),
    cache: new Map(),
    cachedMicros: input.lastRelistMicros ?? never,
    podCachedMicros: new Map(),
    waiting: emptyFifo<StatusRequested>(),
    startedMicros: 0,
    seen: new Map(),
    changed: new Set<string>(),
    requested: emptyFifo<string>(),
    deliveries: emptyFifo<Delivery>(),
  }),
  initial: 'sleeping',
  entry: 'scheduleFirstRelist',
  on: {
    'STATUS.REQUESTED': [
      { guard: { type: 'isNewer', params: ({ event }) => event }, actions: { type: 'answerNow', params: ({ event }) => event } },
      { actions: { type: 'queueWaiter', params: ({ event }) => event } },
    ],
    'POD.WATCHED': { actions: { type: 'watch', params: ({ event }) => event } },
    'POD.FORGOTTEN': { actions: { type: 'forget', params: ({ event }) => event } },
    'RELIST.REQUESTED': { actions: { type: 'queueRequest', params: ({ event }) => event } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    sleeping: {
      description: 'Nothing to do until the next relist, a second after the last one ended.',
      always: { guard: 'hasRequests', target: 'relistingPod' },
      on: { 'RELIST.DUE': 'relisting' },
    },
    relisting: {
      description: 'The runtime is asked for all pods; what it says is of the moment of the call.',
      tags: 'relisting',
      entry: ['noteStart', 'askForPods'],
      on: { 'PODS.LISTED': { actions: { type: 'noteSeen', params: ({ event }) => event } } },
      after: { relist: { target: 'delivering', actions: ['concludeAll', 'scheduleRelist'] } },
    },
    relistingPod: {
      description: 'One pod is looked at on demand; a global relist that falls due waits for it.',
      tags: 'relisting',
      entry: ['noteStartAfterRequest', 'askForPods'],
      on: {
        'PODS.LISTED': { actions: { type: 'noteSeen', params: ({ event }) => event } },
        'RELIST.DUE': { actions: ['forgetRelist', 'postponeRelist'] },
      },
      after: { relist: { target: 'delivering', actions: ['concludePod', 'dropRequest'] } },
    },
    delivering: {
      description: 'Statuses go to the workers that wait for them, events to the workers whose pods changed.',
      always: [
        { guard: 'hasDeliveries', target: 'delivering', reenter: true, actions: ['deliver', 'dropDelivery'] },
        { target: 'sleeping' },
      ],
    },
  },
});
