import { emptyBackOffTable } from '../../src/rules/kubelet/images/back-off.ts';
import { unknownPodStatus } from '../../src/rules/kubelet/pods/pod-runtime-status.ts';
import * as log from '../../src/rules/kubelet/pods/sync-log.ts';
import { planSync } from '../../src/rules/kubelet/pods/sync-plan.ts';
import * as progress from '../../src/rules/kubelet/pods/sync-progress.ts';
import { ofEvent } from '../chart-parts.ts';
import { podSync } from './pod-sync.ts';
import * as worker from './pod-worker-protocol.ts';
import { podWorkerSetup } from './pod-worker-setup.ts';

/**
 * Works for one pod, one round at a time, and decides when the next one comes, until the pod ends. The states
 * of a round are in pod-sync.ts, what the chart names in pod-worker-setup.ts.
 *
 * Mirrors `podWorkerLoop` and `completeWork` in pkg/kubelet/pod_workers.go (v1.36.3; the profile makes it an
 * older release). The work queue is a delayed event: a new due time replaces the old one, and the first tick
 * of the sync loop after it hands the pod out.
 */
export const podWorkerMachine = podWorkerSetup.createMachine({
  id: 'podWorker',
  description: 'The worker of one pod on its node.',
  context: ({ input }) => ({
    input,
    pod: log.toPodRef(input.spec),
    spec: input.spec,
    latest: input.spec,
    status: unknownPodStatus,
    reasons: new Map(),
    published: undefined,
    sync: progress.openSync(
      planSync(input.spec, unknownPodStatus, input.images.profile),
      input.spec,
      unknownPodStatus,
      new Map(),
      input.images.profile,
    ),
    pulls: new Map(),
    kill: undefined,
    sandboxPull: undefined,
    crashLoops: emptyBackOffTable,
    termination: undefined,
    outcome: { error: undefined },
    trigger: 'added',
    pending: undefined,
    lastSyncMicros: Number.NEGATIVE_INFINITY,
    dueMicros: 0,
  }),
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
      description:
        'The kubelet has just got the pod from the API server. A pod that is already deleted, as after a restart, is only ended.',
      always: [{ guard: 'isDeleted', target: 'terminating' }, { target: 'awaitingStatus' }],
    },
    idle: {
      description: 'Between rounds: the pod waits in the work queue for its next tick.',
      tags: 'resting',
      on: {
        'SYNC.DUE': { target: 'awaitingStatus', actions: { type: 'takeUpdate', params: { trigger: 'due' } } },
        'POD.CHANGED': {
          target: 'awaitingStatus',
          actions: { type: 'takeUpdate', params: { trigger: 'lifecycle' } },
        },
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
              { type: 'record', params: ({ context, event }) => worker.lastSync(context, event.status) },
              { type: 'begin', params: ofEvent },
              'noteLastEnd',
            ],
          },
          {
            target: 'syncing',
            actions: [
              { type: 'record', params: ({ context, event }) => worker.syncStarted(context, event.status) },
              { type: 'begin', params: ofEvent },
            ],
          },
        ],
        'STATUS.FAILED': {
          target: 'postponed',
          actions: [
            { type: 'record', params: ({ context, event }) => log.statusUnknown(context.pod, event.error) },
            { type: 'noteError', params: ofEvent },
          ],
        },
      },
    },
    syncing: podSync,
    finishing: {
      description: 'completeWork: the round is over, and the time until the next one is drawn at random.',
      entry: 'draw',
      on: {
        'DRAW.ANSWERED': {
          target: 'queued',
          actions: [
            { type: 'noteDue', params: ofEvent },
            {
              type: 'record',
              params: ({ context }) => log.syncFinished(context.pod, context.outcome, context.dueMicros),
            },
          ],
        },
      },
    },
    postponed: {
      description: 'completeWork without a round: the pod’s status could not be read.',
      entry: 'draw',
      on: { 'DRAW.ANSWERED': { target: 'queued', actions: { type: 'noteDue', params: ofEvent } } },
    },
    queued: {
      description: 'The pod is in the work queue; updates that came in the meantime are handled at once.',
      entry: ['leaveWorkQueue', 'queueWork'],
      always: [
        {
          guard: 'isDeleted',
          target: 'terminating',
          actions: { type: 'takeUpdate', params: { trigger: 'deleted' } },
        },
        { guard: 'hasPending', target: 'awaitingStatus', actions: 'takePending' },
        { target: 'idle' },
      ],
    },
    terminating: {
      description:
        'The pod is over, or deleted: it is not synced again. Its containers stop, then its place is free.',
      tags: 'over',
      entry: ['leaveWorkQueue', 'openTermination', 'askTermination'],
      on: {
        'POD.STOPPED': [
          { guard: 'isDeleted', actions: { type: 'notifyKubelet', params: { type: 'POD.STOPPED' } } },
          { actions: { type: 'notifyKubelet', params: { type: 'POD.TERMINATED' } } },
        ],
        'TERMINATION.FINISHED': [
          {
            guard: 'isDeleted',
            target: 'terminated',
            actions: [
              { type: 'callRuntime', params: ({ context }) => ({ type: 'POD.REMOVED', pod: context.pod }) },
              { type: 'notifyKubelet', params: { type: 'POD.CLEARED' } },
            ],
          },
          { target: 'terminated' },
        ],
        'POD.UPDATED': { actions: { type: 'noteUpdate', params: ofEvent } },
        'SYNC.DUE': { description: 'The pod is not synced any more.' },
        'POD.CHANGED': { description: 'The pod is not synced any more.' },
      },
    },
    terminated: {
      description: 'Nothing is left to do; housekeeping removes the worker.',
      tags: 'over',
      after: { housekeeping: { actions: { type: 'notifyKubelet', params: { type: 'WORKER.FINISHED' } } } },
      on: {
        'POD.UPDATED': { description: 'The pod is not synced any more.' },
        'SYNC.DUE': { description: 'The pod is not synced any more.' },
        'POD.CHANGED': { description: 'The pod is not synced any more.' },
      },
    },
  },
});
