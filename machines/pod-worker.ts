import { type ActorRef, assign, cancel, raise, type Snapshot, sendTo, setup } from 'xstate';
import { type ApiStatus, apiStatus, phaseOf, type ReasonCache } from '../src/kubelet/api-status.ts';
import type { Observation, PodRef, SyncObservation } from '../src/kubelet/observation.ts';
import type { PodSpec } from '../src/kubelet/pod.ts';
import { type PodRuntimeStatus, unknownPodStatus } from '../src/kubelet/pod-runtime-status.ts';
import { requeueMicros, type SyncOutcome } from '../src/kubelet/requeue.ts';
import * as log from '../src/kubelet/sync-log.ts';
import { hasOnlySuccesses, outcomeOf } from '../src/kubelet/sync-progress.ts';
import type { NodeTimings } from '../src/kubelet/timings.ts';
import type { ContainerRuntime } from './container-runtime.ts';
import type { Dice, DrawAnswered, DrawRequested } from './dice.ts';
import type { ImageManager } from './image-manager.ts';
import type { Pleg, PlegAnswer, PlegEvent } from './pleg.ts';
import { podSyncMachine } from './pod-sync.ts';
import type { PodSync, SyncFinished, SyncRequested } from './pod-sync-protocol.ts';
import { type RecorderEvent, unhandled } from './recorder.ts';

export type PodWorkerEvent = { readonly type: 'SYNC.DUE' } | PlegAnswer | SyncFinished | DrawAnswered;

/** Told to the kubelet: the pod's place on the node is free. */
export type PodTerminated = { readonly type: 'POD.TERMINATED'; readonly uid: string };

/** Told to the kubelet: nobody needs the worker any more. */
export type WorkerFinished = { readonly type: 'WORKER.FINISHED'; readonly uid: string };

export interface PodWorkerInput {
  readonly name: string;
  readonly spec: PodSpec;
  readonly images: ImageManager;
  readonly runtime: ContainerRuntime;
  readonly pleg: Pleg;
  readonly dice: Dice;
  readonly timings: NodeTimings;
  readonly syncFrequencyMicros: number;
  /** A tick of the sync loop; the others are whole seconds from it. */
  readonly tickOriginMicros: number;
  readonly kubelet: ActorRef<Snapshot<unknown>, PodTerminated | WorkerFinished>;
}

export type Trigger = NonNullable<SyncObservation['trigger']>;

export interface PodWorkerContext extends PodWorkerInput {
  readonly pod: PodRef;
  readonly round: PodSync;
  /** What the round under way begins with. */
  readonly status: PodRuntimeStatus;
  readonly reasons: ReasonCache;
  readonly published: ApiStatus | undefined;
  readonly outcome: SyncOutcome;
  readonly trigger: Trigger;
  /** `pendingUpdate`: the one slot that updates merge into while a round is under way. */
  readonly pending: Trigger | undefined;
  readonly lastSyncMicros: number;
  readonly dueMicros: number;
}

const tickMicros = 1_000_000;
const housekeepingMicros = 2_000_000;

function statusToPublish(context: PodWorkerContext, status: PodRuntimeStatus): ApiStatus {
  return apiStatus(context.spec, status, context.reasons);
}

/**
 * Works for one pod, one round of SyncPod at a time, and decides when the next one comes.
 *
 * Mirrors `podWorkerLoop` and `completeWork` in pkg/kubelet/pod_workers.go (v1.36.3; the profile makes it an older
 * release). The work queue is a delayed event: a new due time replaces the old one, and the first tick of the sync loop
 * after it hands the pod out.
 */
export const podWorkerMachine = setup({
  types: { input: {} as PodWorkerInput, context: {} as PodWorkerContext, events: {} as PodWorkerEvent },
  actors: { podSync: podSyncMachine },
  guards: {
    isOver: ({ context }, { status }: { status: PodRuntimeStatus }) => {
      const phase = phaseOf(context.spec, status);
      return phase === 'Succeeded' || phase === 'Failed';
    },
    wantsRelist: ({ context }, { sync }: SyncFinished) => context.images.profile.retry.relistsOnDemand && hasOnlySuccesses(sync),
    hasPending: ({ context }) => context.pending !== undefined,
  },
  delays: {
    // HandlePodCleanups takes workers of terminated pods away; events on their way still find them.
    housekeeping: () => housekeepingMicros,
    // GetWork hands out what was due strictly before the tick.
    tickAfterDue: ({ context }) => {
      const ticks = Math.floor((context.dueMicros - context.tickOriginMicros) / tickMicros) + 1;
      return context.tickOriginMicros + ticks * tickMicros - context.images.clock.nowMicros();
    },
  },
  actions: {
    noteTrigger: assign((_, params: { trigger: Trigger }) => params),
    notePending: assign({ pending: (_, params: { trigger: Trigger }) => params.trigger }),
    takePending: assign(({ context }) => ({ trigger: context.pending ?? context.trigger, pending: undefined })),
    begin: assign(({ context }, { status }: { status: PodRuntimeStatus }) => ({ status, published: statusToPublish(context, status) })),
    noteEnd: assign(({ context }, { sync }: SyncFinished) => ({
      lastSyncMicros: context.images.clock.nowMicros(),
      reasons: sync.reasons,
      outcome: outcomeOf(sync),
    })),
    noteDue: assign({
      dueMicros: ({ context }, { values }: DrawAnswered) => {
        const now = context.images.clock.nowMicros();
        return now + requeueMicros(context.images.profile.retry, context.outcome, context, now, values[0] ?? 0);
      },
    }),
    watchPod: sendTo(
      ({ context }) => context.pleg,
      ({ context, self }): PlegEvent => ({ type: 'POD.WATCHED', uid: context.pod.uid, worker: self }),
    ),
    askStatus: sendTo(
      ({ context }) => context.pleg,
      ({ context, self }): PlegEvent => ({
        type: 'STATUS.REQUESTED',
        uid: context.pod.uid,
        minMicros: context.lastSyncMicros,
        requester: self,
      }),
    ),
    askRelist: sendTo(
      ({ context }) => context.pleg,
      ({ context }): PlegEvent => ({ type: 'RELIST.REQUESTED', uid: context.pod.uid }),
    ),
    askSync: sendTo(
      ({ context }) => context.round,
      ({ context: { status, reasons } }): SyncRequested => ({ type: 'SYNC.REQUESTED', status, reasons }),
    ),
    draw: sendTo(
      ({ context }) => context.dice,
      ({ context, self }): DrawRequested => ({ type: 'DRAW.REQUESTED', stream: context.name, count: 1, requester: self }),
    ),
    queueWork: raise({ type: 'SYNC.DUE' }, { id: 'workQueue', delay: 'tickAfterDue' }),
    leaveWorkQueue: cancel('workQueue'),
    tell: sendTo(
      ({ context }) => context.images.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({ type: 'RECORDS', actor: context.name, observations }),
    ),
    tellKubelet: sendTo(
      ({ context }) => context.kubelet,
      ({ context }, { type }: { type: 'POD.TERMINATED' | 'WORKER.FINISHED' }) => ({ type, uid: context.pod.uid }) as const,
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.images.recorder,
      ({ context, event }) => unhandled(context.name, event),
    ),
  },
}).createMachine({
  id: 'podWorker',
  description: 'The worker of one pod on its node.',
  context: ({ input, spawn, self }) => ({
    ...input,
    pod: log.podRefOf(input.spec),
    // The one place where this machine spawns: the actor of its rounds.
    round: spawn('podSync', { id: 'round', input: { ...input, pod: log.podRefOf(input.spec), worker: self } }),
    status: unknownPodStatus,
    reasons: new Map(),
    published: undefined,
    outcome: { error: undefined },
    trigger: 'added',
    pending: undefined,
    lastSyncMicros: Number.NEGATIVE_INFINITY,
    dueMicros: 0,
  }),
  initial: 'awaitingStatus',
  entry: 'watchPod',
  on: {
    'SYNC.DUE': { actions: { type: 'notePending', params: { trigger: 'due' } } },
    'POD.CHANGED': { actions: { type: 'notePending', params: { trigger: 'lifecycle' } } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    idle: {
      description: 'Between rounds: the pod waits in the work queue for its next tick.',
      tags: 'resting',
      on: {
        'SYNC.DUE': { target: 'awaitingStatus', actions: { type: 'noteTrigger', params: { trigger: 'due' } } },
        'POD.CHANGED': { target: 'awaitingStatus', actions: { type: 'noteTrigger', params: { trigger: 'lifecycle' } } },
      },
    },
    awaitingStatus: {
      description: 'GetNewerThan: no round begins before PLEG has relisted after the end of the last one.',
      tags: 'resting',
      entry: 'askStatus',
      on: {
        'STATUS.ANSWERED': [
          {
            guard: { type: 'isOver', params: ({ event }) => event },
            target: 'terminated',
            actions: [
              {
                type: 'tell',
                params: ({ context, event }) =>
                  log.syncStarted(context.pod, context.trigger, context.published, statusToPublish(context, event.status)),
              },
              { type: 'begin', params: ({ event }) => event },
            ],
          },
          {
            target: 'syncing',
            actions: [
              {
                type: 'tell',
                params: ({ context, event }) =>
                  log.syncStarted(context.pod, context.trigger, context.published, statusToPublish(context, event.status)),
              },
              { type: 'begin', params: ({ event }) => event },
            ],
          },
        ],
      },
    },
    syncing: {
      description: 'A round of SyncPod is under way; updates merge into the pending slot.',
      tags: 'busy',
      entry: 'askSync',
      on: {
        'SYNC.FINISHED': [
          {
            guard: { type: 'wantsRelist', params: ({ event }) => event },
            target: 'finishing',
            actions: [{ type: 'noteEnd', params: ({ event }) => event }, 'askRelist'],
          },
          { target: 'finishing', actions: { type: 'noteEnd', params: ({ event }) => event } },
        ],
      },
    },
    finishing: {
      description: 'completeWork: the round is over, and chance says how long the pod rests.',
      entry: 'draw',
      on: {
        'DRAW.ANSWERED': [
          {
            guard: 'hasPending',
            target: 'awaitingStatus',
            actions: [
              { type: 'noteDue', params: ({ event }) => event },
              'leaveWorkQueue',
              'queueWork',
              { type: 'tell', params: ({ context }) => log.syncFinished(context.pod, context.outcome, context.dueMicros) },
              'takePending',
            ],
          },
          {
            target: 'idle',
            actions: [
              { type: 'noteDue', params: ({ event }) => event },
              'leaveWorkQueue',
              'queueWork',
              { type: 'tell', params: ({ context }) => log.syncFinished(context.pod, context.outcome, context.dueMicros) },
            ],
          },
        ],
      },
    },
    terminated: {
      description: 'The pod is over: it is not synced again, and its place on the node is free.',
      tags: 'over',
      entry: [
        'leaveWorkQueue',
        {
          type: 'tell',
          params: ({ context }) => log.terminated(context.spec, context.published?.phase ?? ''),
        },
        { type: 'tellKubelet', params: { type: 'POD.TERMINATED' } },
      ],
      after: { housekeeping: { actions: { type: 'tellKubelet', params: { type: 'WORKER.FINISHED' } } } },
      on: {
        'SYNC.DUE': { description: 'Too late.' },
        'POD.CHANGED': { description: 'Too late.' },
      },
    },
  },
});
