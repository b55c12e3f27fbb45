import { assign, cancel, sendTo, setup } from 'xstate';
import { phaseOf } from '../../src/kubelet/pods/api-status.ts';
import { type PodRuntimeStatus, unknownPodStatus } from '../../src/kubelet/pods/pod-runtime-status.ts';
import { requeueMicros } from '../../src/kubelet/pods/requeue.ts';
import * as log from '../../src/kubelet/pods/sync-log.ts';
import { hasOnlySuccesses, outcomeOf } from '../../src/kubelet/pods/sync-progress.ts';
import { tickAfter } from '../../src/kubelet/pods/work-queue.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { ofEvent } from '../chart-parts.ts';
import type { PlegEvent } from '../kubelet/pleg-protocol.ts';
import type { SyncLoopEvent } from '../kubelet/sync-loop-protocol.ts';
import type { DrawAnswered, DrawRequested } from '../world/random-source.ts';
import { type RecorderEvent, unhandled } from '../world/recorder.ts';
import { podSyncMachine } from './pod-sync.ts';
import type { SyncFinished, SyncRequested } from './pod-sync-protocol.ts';
import { podTerminationMachine } from './pod-termination.ts';
import type { TerminationRequested } from './pod-termination-protocol.ts';
import * as worker from './pod-worker-protocol.ts';

const housekeepingMicros = 2_000_000;

/**
 * Works for one pod, one round at a time, and decides when the next one comes, until the pod ends.
 *
 * Mirrors `podWorkerLoop` and `completeWork` in pkg/kubelet/pod_workers.go (v1.36.3; the profile makes it an older
 * release). The work queue is a delayed event: a new due time replaces the old one, and the first tick of the sync loop
 * after it hands the pod out.
 */
export const podWorkerMachine = setup({
  types: { input: {} as worker.PodWorkerInput, context: {} as worker.PodWorkerContext, events: {} as worker.PodWorkerEvent },
  actors: { podSync: podSyncMachine, podTermination: podTerminationMachine },
  guards: {
    isDeletion: (_, params: worker.PodUpdated) => params.spec.deletionGraceMicros !== undefined,
    isOver: ({ context }, { status }: { status: PodRuntimeStatus }) => {
      const phase = phaseOf(context.spec, status);
      return phase === 'Succeeded' || phase === 'Failed';
    },
    wantsRelist: ({ context }, { sync }: SyncFinished) => context.input.images.profile.retry.relistsOnDemand && hasOnlySuccesses(sync),
    hasPending: ({ context }) => context.pending !== undefined,
    isDeleted: ({ context }) => context.latest.deletionGraceMicros !== undefined,
  },
  delays: {
    // HandlePodCleanups takes workers of terminated pods away; events on their way still find them.
    housekeeping: () => housekeepingMicros,
    tickAfterDue: ({ context }) => tickAfter(context.dueMicros, context.input.tickOriginMicros) - context.input.images.clock.nowMicros(),
  },
  actions: {
    noteUpdate: assign((_, { spec }: worker.PodUpdated) => ({ latest: spec })),
    notePending: assign({ pending: (_, params: { trigger: worker.Trigger }) => params.trigger }),
    takeUpdate: assign(({ context }, params: { trigger: worker.Trigger }) => ({ trigger: params.trigger, spec: context.latest })),
    takePending: assign(({ context }) => ({ trigger: context.pending ?? context.trigger, pending: undefined, spec: context.latest })),
    begin: assign(({ context }, { status }: { status: PodRuntimeStatus }) => ({
      status,
      published: worker.statusToPublish(context, status),
    })),
    noteEnd: assign(({ context }, { sync }: SyncFinished) => ({
      lastSyncMicros: context.input.images.clock.nowMicros(),
      reasons: sync.reasons,
      outcome: outcomeOf(sync),
      // Once all containers are taken away, SyncPod itself asks for the next round (UpdatePod).
      pending: context.pending ?? (sync.resets && sync.failures.length === 0 ? ('reset' as const) : undefined),
    })),
    noteLastEnd: assign(({ context }) => ({ lastSyncMicros: context.input.images.clock.nowMicros(), trigger: 'ended' as const })),
    noteError: assign((_, { error }: { error: string }) => ({ outcome: { error } })),
    noteDue: assign({
      dueMicros: ({ context }, { values }: DrawAnswered) => {
        const now = context.input.images.clock.nowMicros();
        return now + requeueMicros(context.input.images.profile.retry, context.outcome, context.input, now, values[0] ?? 0);
      },
    }),
    askStatus: sendTo(
      ({ context }) => context.input.pleg,
      ({ context, self }): PlegEvent => ({
        type: 'STATUS.REQUESTED',
        uid: context.pod.uid,
        minMicros: context.lastSyncMicros,
        requester: self,
      }),
    ),
    askRelist: sendTo(
      ({ context }) => context.input.pleg,
      ({ context }): PlegEvent => ({ type: 'RELIST.REQUESTED', uid: context.pod.uid }),
    ),
    askSync: sendTo(
      ({ context }) => context.round,
      ({ context: { spec, status, reasons, published } }): SyncRequested => ({
        type: 'SYNC.REQUESTED',
        spec,
        status,
        reasons,
        isReset: published?.restartsAllContainers === true,
      }),
    ),
    /** With the context below (its rounds), the one place where this machine spawns: the pod's end, which few pods come to. */
    openTermination: assign({
      termination: ({ context, spawn, self }) =>
        spawn('podTermination', { id: 'termination', input: worker.terminationInput(context, self) }),
    }),
    askTermination: sendTo(
      ({ context }) => worker.terminationOf(context),
      ({ context }): TerminationRequested => ({ ...worker.endOf(context), type: 'TERMINATION.REQUESTED' }),
    ),
    draw: sendTo(
      ({ context }) => context.input.random,
      ({ context, self }): DrawRequested => ({ type: 'DRAW.REQUESTED', stream: context.input.name, count: 1, requester: self }),
    ),
    watchPod: sendTo(
      ({ context }) => context.input.syncLoop,
      ({ context, self }): SyncLoopEvent => ({ type: 'POD.WATCHED', uid: context.pod.uid, worker: self }),
    ),
    // The sync loop hands the pod out at its tick, unless it sleeps.
    queueWork: sendTo(
      ({ context }) => context.input.syncLoop,
      ({ context }): SyncLoopEvent => ({ type: 'WORK.DUE', uid: context.pod.uid }),
      { id: 'workQueue', delay: 'tickAfterDue' },
    ),
    leaveWorkQueue: cancel('workQueue'),
    removePod: sendTo(
      ({ context }) => context.input.runtime,
      ({ context }) => ({ type: 'POD.REMOVED', pod: context.pod }) as const,
    ),
    tell: sendTo(
      ({ context }) => context.input.images.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({ type: 'RECORDS', actor: context.input.name, observations }),
    ),
    tellKubelet: sendTo(
      ({ context }) => context.input.kubelet,
      ({ context }, { type }: { type: worker.WorkerReport['type'] }) => ({ type, uid: context.pod.uid }) as const,
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.input.images.recorder,
      ({ context, event }) => unhandled(context.input.name, event),
    ),
  },
}).createMachine({
  id: 'podWorker',
  description: 'The worker of one pod on its node.',
  context: ({ input, spawn, self }) => {
    const { spec } = input;
    const pod = log.podRefOf(spec);
    return {
      input,
      pod,
      spec,
      latest: spec,
      round: spawn('podSync', { id: 'round', input: worker.roundInput(input, pod, self) }),
      termination: undefined,
      status: unknownPodStatus,
      reasons: new Map(),
      published: undefined,
      outcome: { error: undefined },
      trigger: 'added',
      pending: undefined,
      lastSyncMicros: Number.NEGATIVE_INFINITY,
      dueMicros: 0,
    };
  },
  initial: 'starting',
  entry: 'watchPod',
  on: {
    'SYNC.DUE': { actions: { type: 'notePending', params: { trigger: 'due' } } },
    'POD.CHANGED': { actions: { type: 'notePending', params: { trigger: 'lifecycle' } } },
    'POD.UPDATED': {
      actions: [
        { type: 'noteUpdate', params: ofEvent },
        { type: 'notePending', params: { trigger: 'updated' } },
      ],
    },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    starting: {
      description: 'The kubelet has just heard of the pod: one that is deleted already, as after a restart, is only ended.',
      always: [{ guard: 'isDeleted', target: 'terminating' }, { target: 'awaitingStatus' }],
    },
    idle: {
      description: 'Between rounds: the pod waits in the work queue for its next tick.',
      tags: 'resting',
      on: {
        'SYNC.DUE': { target: 'awaitingStatus', actions: { type: 'takeUpdate', params: { trigger: 'due' } } },
        'POD.CHANGED': { target: 'awaitingStatus', actions: { type: 'takeUpdate', params: { trigger: 'lifecycle' } } },
        'POD.UPDATED': [
          {
            guard: { type: 'isDeletion', params: ofEvent },
            target: 'terminating',
            actions: [
              { type: 'noteUpdate', params: ofEvent },
              { type: 'takeUpdate', params: { trigger: 'deleted' } },
            ],
          },
          {
            target: 'awaitingStatus',
            actions: [
              { type: 'noteUpdate', params: ofEvent },
              { type: 'takeUpdate', params: { trigger: 'updated' } },
            ],
          },
        ],
      },
    },
    awaitingStatus: {
      description: 'GetNewerThan: no round begins before PLEG has relisted after the end of the last one.',
      tags: 'resting',
      entry: 'askStatus',
      on: {
        'STATUS.ANSWERED': [
          {
            guard: { type: 'isOver', params: ofEvent },
            target: 'terminating',
            actions: [
              { type: 'tell', params: ({ context, event }) => worker.lastSync(context, event.status) },
              { type: 'begin', params: ofEvent },
              'noteLastEnd',
            ],
          },
          {
            target: 'syncing',
            actions: [
              { type: 'tell', params: ({ context, event }) => worker.syncStarted(context, event.status) },
              { type: 'begin', params: ofEvent },
            ],
          },
        ],
        'STATUS.FAILED': {
          target: 'postponed',
          actions: [
            { type: 'tell', params: ({ context, event }) => log.statusUnknown(context.pod, event.error) },
            { type: 'noteError', params: ofEvent },
          ],
        },
      },
    },
    syncing: {
      description: 'A round of SyncPod is under way; updates merge into the pending slot. A pull in it is not cancelled, come what may.',
      tags: 'busy',
      entry: 'askSync',
      on: {
        'SYNC.FINISHED': [
          {
            guard: { type: 'wantsRelist', params: ofEvent },
            target: 'finishing',
            actions: [{ type: 'noteEnd', params: ofEvent }, 'askRelist'],
          },
          { target: 'finishing', actions: { type: 'noteEnd', params: ofEvent } },
        ],
      },
    },
    finishing: {
      description: 'completeWork: the round is over, and chance says how long the pod rests.',
      entry: 'draw',
      on: {
        'DRAW.ANSWERED': {
          target: 'queued',
          actions: [
            { type: 'noteDue', params: ofEvent },
            { type: 'tell', params: ({ context }) => log.syncFinished(context.pod, context.outcome, context.dueMicros) },
          ],
        },
      },
    },
    postponed: {
      description: 'completeWork without a round: the pod’s status could not be told. The last round stays the last.',
      entry: 'draw',
      on: { 'DRAW.ANSWERED': { target: 'queued', actions: { type: 'noteDue', params: ofEvent } } },
    },
    queued: {
      description: 'The pod is in the work queue; what came meanwhile is done at once.',
      entry: ['leaveWorkQueue', 'queueWork'],
      always: [
        { guard: 'isDeleted', target: 'terminating', actions: { type: 'takeUpdate', params: { trigger: 'deleted' } } },
        { guard: 'hasPending', target: 'awaitingStatus', actions: 'takePending' },
        { target: 'idle' },
      ],
    },
    terminating: {
      description: 'The pod is over, or deleted: it is not synced again. Its containers stop, then its place is free.',
      tags: 'over',
      entry: ['leaveWorkQueue', 'openTermination', 'askTermination'],
      on: {
        'POD.STOPPED': [
          { guard: 'isDeleted', actions: { type: 'tellKubelet', params: { type: 'POD.STOPPED' } } },
          { actions: { type: 'tellKubelet', params: { type: 'POD.TERMINATED' } } },
        ],
        'TERMINATION.FINISHED': [
          {
            guard: 'isDeleted',
            target: 'terminated',
            actions: ['removePod', { type: 'tellKubelet', params: { type: 'POD.DELETED' } }],
          },
          { target: 'terminated' },
        ],
        'POD.UPDATED': { actions: { type: 'noteUpdate', params: ofEvent } },
        'SYNC.DUE': { description: 'Too late.' },
        'POD.CHANGED': { description: 'Too late.' },
      },
    },
    terminated: {
      description: 'Nothing is left to do; housekeeping takes the worker away.',
      tags: 'over',
      after: { housekeeping: { actions: { type: 'tellKubelet', params: { type: 'WORKER.FINISHED' } } } },
      on: {
        'POD.UPDATED': { description: 'Too late.' },
        'SYNC.DUE': { description: 'Too late.' },
        'POD.CHANGED': { description: 'Too late.' },
      },
    },
  },
});
