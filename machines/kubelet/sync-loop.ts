import { type ActorRef, assign, type EventObject, type Snapshot, sendTo, setup } from 'xstate';
import { appendAll } from '../../src/rules/collections/append-all.ts';
import { emptyFifo, peek, push, shift } from '../../src/rules/collections/fifo.ts';
import { get, remove, set } from '../../src/rules/collections/sorted-map.ts';
import { isSyncPodWorthy } from '../../src/rules/kubelet/pleg/lifecycle-events.ts';
import { plegNotHealthy } from '../../src/rules/kubelet/pleg/pleg-health.ts';
import { tickAfter } from '../../src/rules/kubelet/pods/requeue.ts';
import type { ObservationOf } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { EventsRead, HealthAnswered, PlegEvent } from './pleg-protocol.ts';
import type {
  HeldUpdate,
  RuntimeStateChanged,
  SyncLoopContext,
  SyncLoopEvent,
  SyncLoopInput,
  SyncWorker,
  UpdateReceived,
} from './sync-loop-protocol.ts';

const pauseMicrosMin = 100_000;
const pauseMicrosMax = 5_000_000;

/**
 * The messages to the workers after PLEG's events: one for each pod with a worker, however many events it
 * has.
 */
function changeUpdates({ workers }: SyncLoopContext, { events }: EventsRead): readonly HeldUpdate[] {
  const uids = new Set(events.filter(isSyncPodWorthy).map(({ uid }) => uid));
  const heldUpdates: HeldUpdate[] = [];
  for (const uid of uids) appendAll(heldUpdates, toWorker(get(workers, uid), 'POD.CHANGED'));
  return heldUpdates;
}

function toWorker(worker: SyncWorker | undefined, type: 'SYNC.DUE' | 'POD.CHANGED'): readonly HeldUpdate[] {
  return worker === undefined ? [] : [{ handler: worker, event: { type } }];
}

/** The record of the loop when it stops. */
function skipping({ health, by }: HealthAnswered): {
  readonly observation: ObservationOf<'syncLoop'>;
  readonly by: string;
} {
  return { observation: { type: 'syncLoop', state: 'skipping', error: plegNotHealthy(health) ?? '' }, by };
}

/**
 * Hands updates, due pods and PLEG's events on, as long as the runtime is healthy; else it sleeps, ever
 * longer.
 *
 * Mirrors `syncLoop` and `syncLoopIteration` in pkg/kubelet/kubelet.go (v1.36.3). Its ticks are not timers: a
 * pod's worker knows the tick that hands its pod out. PLEG can fall ill by silence alone, so the loop looks
 * at the first tick after the last relist has become too old.
 */
export const syncLoopMachine = setup({
  types: { input: {} as SyncLoopInput, context: {} as SyncLoopContext, events: {} as SyncLoopEvent },
  guards: {
    isHealthy: (_, health: HealthAnswered['health']) => health.isHealthy,
    hasHeld: ({ context }) => context.held.size > 0,
  },
  delays: {
    untilStale: ({
      context: {
        input: { clock, relistThresholdMicros, tickOriginMicros },
        sinceMicros,
      },
    }) =>
      tickAfter((sinceMicros ?? clock.nowMicros()) + relistThresholdMicros, tickOriginMicros) -
      clock.nowMicros(),
    pause: ({ context }) => context.pauseMicros,
  },
  actions: {
    watchChannel: sendTo(
      ({ context }) => context.input.pleg,
      ({ self }): PlegEvent => ({ type: 'CHANNEL.WATCHED', reader: self }),
    ),
    watch: assign({
      workers: ({ context }, { uid, worker }: { uid: string; worker: SyncWorker }) =>
        set(context.workers, uid, worker),
    }),
    forget: assign({
      workers: ({ context }, uid: string) => remove(context.workers, uid),
    }),
    hold: assign({
      held: ({ context }, { handler, event }: UpdateReceived) => push(context.held, { handler, event }),
    }),
    holdDue: assign({
      held: ({ context }, uid: string) =>
        toWorker(get(context.workers, uid), 'SYNC.DUE').reduce(push, context.held),
    }),
    holdChanges: assign({
      held: ({ context }, params: EventsRead) => changeUpdates(context, params).reduce(push, context.held),
    }),
    handOut: sendTo(
      // `handler` and `event` belong together, which the type cannot express here.
      ({ context }): ActorRef<Snapshot<unknown>, EventObject> => peek(context.held).handler as never,
      ({ context }): EventObject => peek(context.held).event,
    ),
    dropHeld: assign({ held: ({ context }) => shift(context.held) }),
    leaveChannel: sendTo(({ context }) => context.input.pleg, { type: 'CHANNEL.LEFT' }),
    askHealth: sendTo(
      ({ context }) => context.input.pleg,
      ({ self }): PlegEvent => ({ type: 'HEALTH.REQUESTED', requester: self }),
    ),
    noteSince: assign({ sinceMicros: (_, sinceMicros: HealthAnswered['sinceMicros']) => sinceMicros }),
    resetPause: assign({ pauseMicros: pauseMicrosMin }),
    lengthenPause: assign({
      pauseMicros: ({ context }) => Math.min(2 * context.pauseMicros, pauseMicrosMax),
    }),
    notifyNodeStatus: sendTo(
      ({ context }) => context.input.nodeStatus,
      (_, { isHealthy }: { isHealthy: boolean }): RuntimeStateChanged => ({
        type: 'RUNTIME_STATE.CHANGED',
        isHealthy,
      }),
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      (
        { context },
        { observation, by }: { observation: ObservationOf<'syncLoop'>; by: string },
      ): RecorderEvent => ({
        type: 'RECORD',
        actor: context.input.name,
        observation,
        because: { kind: 'pleg', actor: by },
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'syncLoop',
  description:
    'The kubelet’s main loop, which passes updates and events on to the pod workers. It does no work itself: all pods wait if it pauses.',
  context: ({ input }) => ({
    input,
    workers: undefined,
    held: emptyFifo<HeldUpdate>(),
    pauseMicros: pauseMicrosMin,
    sinceMicros: undefined,
  }),
  initial: 'checking',
  on: {
    'POD.WATCHED': { actions: { type: 'watch', params: ofEvent } },
    'POD.FORGOTTEN': { actions: { type: 'forget', params: ({ event }) => event.uid } },
    'UPDATE.RECEIVED': { actions: { type: 'hold', params: ofEvent } },
    'WORK.DUE': { actions: { type: 'holdDue', params: ({ event }) => event.uid } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    checking: {
      description:
        'runtimeErrors: the loop asks PLEG for its health before it begins, when it may have become too old, and after each pause. PLEG counts as unhealthy when it has not finished a relist for three minutes.',
      entry: 'askHealth',
      on: {
        'HEALTH.ANSWERED': [
          {
            guard: { type: 'isHealthy', params: ({ event }) => event.health },
            target: 'syncing',
            actions: [{ type: 'noteSince', params: ({ event }) => event.sinceMicros }, 'resetPause'],
          },
          {
            target: 'skipping',
            actions: [
              { type: 'record', params: ({ event }) => skipping(event) },
              { type: 'notifyNodeStatus', params: { isHealthy: false } },
            ],
          },
        ],
      },
    },
    syncing: {
      description:
        'The loop runs: updates and events are passed on at once. In other states events stay in PLEG’s channel.',
      tags: 'running',
      entry: 'watchChannel',
      exit: 'leaveChannel',
      always: { guard: 'hasHeld', actions: ['handOut', 'dropHeld'] },
      on: { 'EVENTS.READ': { actions: { type: 'holdChanges', params: ofEvent } } },
      after: { untilStale: 'checking' },
    },
    skipping: {
      description:
        'Skipping pod synchronization: the loop sleeps, 100 ms at first, twice as long each time, 5 s at most. The kubelet’s log says "Skipping pod synchronization", new pods stay Pending on the node, and nothing is pulled.',
      tags: 'unhealthy',
      after: { pause: { target: 'stillSkipping', actions: 'lengthenPause' } },
    },
    stillSkipping: {
      description:
        'The pause is over, and PLEG is asked again. As soon as it is healthy, everything that has waited begins at once.',
      tags: 'unhealthy',
      entry: 'askHealth',
      on: {
        'HEALTH.ANSWERED': [
          {
            guard: { type: 'isHealthy', params: ({ event }) => event.health },
            target: 'syncing',
            actions: [
              { type: 'noteSince', params: ({ event }) => event.sinceMicros },
              'resetPause',
              {
                type: 'record',
                params: ({ event }) => ({
                  observation: { type: 'syncLoop', state: 'syncing' },
                  by: event.by,
                }),
              },
              { type: 'notifyNodeStatus', params: { isHealthy: true } },
            ],
          },
          { target: 'skipping' },
        ],
      },
    },
  },
});
