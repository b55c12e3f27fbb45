import { assign, raise, sendTo, setup } from 'xstate';
import { stopsOfPod } from '../../src/rules/kubelet/pods/container-stop.ts';
import {
  type PodRuntimeStatus,
  runningContainers,
  unknownPodStatus,
} from '../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { requeueMicros, tickAfter } from '../../src/rules/kubelet/pods/requeue.ts';
import * as log from '../../src/rules/kubelet/pods/sync-log.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { actorType, ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { PlegEvent, StatusAnswer } from '../kubelet/pleg-protocol.ts';
import type { PlegRuntimeAnswer } from '../runtime/container-runtime-protocol.ts';
import type { DrawAnswered, DrawRequested } from '../world/random-source.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import { type KillFinished, type KillRequested, killInput, podKillMachine } from './pod-kill.ts';
import * as end from './pod-termination-protocol.ts';

export type PodTerminationEvent =
  | end.TerminationRequested
  | StatusAnswer
  | KillFinished
  | PlegRuntimeAnswer
  | DrawAnswered
  | { readonly type: 'RETRY.DUE' };

/**
 * The end of a pod: its containers and its sandbox are stopped, then what it had is cleared away. Each half
 * waits for PLEG to have relisted after the one before.
 *
 * Mirrors `SyncTerminatingPod` and `SyncTerminatedPod` in pkg/kubelet/kubelet.go and what podWorkerLoop makes
 * of them (pkg/kubelet/pod_workers.go, v1.36.3).
 */
export const podTerminationMachine = setup({
  types: {
    input: {} as end.PodTerminationInput,
    context: {} as end.PodTerminationContext,
    events: {} as PodTerminationEvent,
  },
  actors: { podKill: actorType(podKillMachine) },
  delays: {
    tickAfterDue: ({ context }) =>
      tickAfter(context.dueMicros, context.input.tickOriginMicros) - context.input.images.clock.nowMicros(),
    unmounting: ({ context }) =>
      context.request.spec.hasVolumes ? context.input.timings.volumeMountMicros : 0,
  },
  actions: {
    begin: assign((_, { spec, trigger, reasons, published, lastSyncMicros }: end.TerminationRequested) => {
      return { request: { spec, trigger, reasons }, published, lastSyncMicros };
    }),
    noteStatus: assign(({ context }, status: PodRuntimeStatus) => ({
      status,
      published: end.endingStatus(context, status),
    })),
    noteStopped: assign(({ context }, status: PodRuntimeStatus) => ({
      published: end.stoppedStatus(context, status),
      lastSyncMicros: context.input.images.clock.nowMicros(),
    })),
    noteEnd: assign({ lastSyncMicros: ({ context }) => context.input.images.clock.nowMicros() }),
    noteError: assign({ error: (_, error: string) => error }),
    noteDue: assign({
      dueMicros: ({ context }, values: DrawAnswered['values']) => {
        const now = context.input.images.clock.nowMicros();
        return (
          now +
          requeueMicros(
            context.input.images.profile.retry,
            { error: context.error },
            context.input,
            now,
            values[0] ?? 0,
          )
        );
      },
    }),
    queueRetry: raise({ type: 'RETRY.DUE' }, { id: 'retry', delay: 'tickAfterDue' }),
    askStatus: sendTo(
      ({ context }) => context.input.pleg,
      ({
        context: {
          input: { pod },
          lastSyncMicros,
        },
        self,
      }): PlegEvent => {
        return { type: 'STATUS.REQUESTED', uid: pod.uid, minMicros: lastSyncMicros, requester: self };
      },
    ),
    askKill: sendTo(
      ({ context }) => context.kill,
      ({ context }): KillRequested => {
        const graceMicros =
          context.request.spec.deletionGraceMicros ?? context.request.spec.terminationGracePeriodMicros;
        return {
          type: 'KILL.REQUESTED',
          stops: stopsOfPod(context.request.spec, runningContainers(context.status), graceMicros),
          stopsSandbox: true,
        };
      },
    ),
    askRuntime: sendTo(
      ({ context }) => context.input.runtime,
      ({ context, self }) =>
        ({ type: 'POD_STATUS.REQUESTED', pod: context.input.pod, requester: self }) as const,
    ),
    draw: sendTo(
      ({ context }) => context.input.random,
      ({ context, self }): DrawRequested => ({
        type: 'DRAW.REQUESTED',
        stream: context.input.name,
        count: 1,
        requester: self,
      }),
    ),
    notifyWorker: sendTo(
      ({ context }) => context.input.worker,
      (_, params: end.PodStopped | end.TerminationFinished) => params,
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({
        type: 'RECORDS',
        actor: context.input.name,
        observations,
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'podTermination',
  description:
    'The end of one pod. kubectl shows Terminating, or Completed where a Job’s pod ends by itself. A pull that is under way for the pod goes on until it ends.',
  context: ({ input, spawn, self }) => {
    // The one place where this machine spawns: what stops its containers.
    const kill = spawn('podKill', { id: 'kill', input: killInput(input, self) });
    return {
      input,
      request: { spec: input.spec, trigger: 'ended', reasons: new Map() },
      kill,
      published: undefined,
      lastSyncMicros: 0,
      status: unknownPodStatus,
      error: '',
      dueMicros: 0,
    };
  },
  initial: 'resting',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    resting: {
      description: 'The pod is not ending, or has ended. Pods that run for ever stay here.',
      on: {
        'TERMINATION.REQUESTED': { target: 'awaitingStatus', actions: { type: 'begin', params: ofEvent } },
      },
    },
    awaitingStatus: {
      description:
        'GetNewerThan, as before any round. The worker wants a status that is newer than its last round.',
      entry: 'askStatus',
      on: {
        'STATUS.ANSWERED': {
          target: 'killing',
          actions: [
            { type: 'record', params: ({ context, event }) => end.terminatingStarted(context, event.status) },
            { type: 'noteStatus', params: ({ event }) => event.status },
          ],
        },
        'STATUS.FAILED': {
          target: 'postponed',
          actions: [
            {
              type: 'record',
              params: ({ context, event }) => log.statusUnknown(context.input.pod, event.error),
            },
            { type: 'noteError', params: ({ event }) => event.error },
          ],
        },
      },
    },
    killing: {
      description:
        'SyncTerminatingPod: the containers have been asked to stop; the worker waits for them, and for the sandbox. Its place on the node (maxPods) is still taken.',
      entry: 'askKill',
      on: { 'KILL.FINISHED': 'checking' },
    },
    checking: {
      description:
        'The runtime is asked for the exit codes directly, without the cache. They decide whether the pod has Succeeded or Failed.',
      entry: 'askRuntime',
      on: {
        'POD_STATUS.ANSWERED': {
          target: 'awaitingLastStatus',
          actions: [
            {
              type: 'record',
              params: ({ context, event }) => end.terminatingFinished(context, event.status.forSync),
            },
            { type: 'noteStopped', params: ({ event }) => event.status.forSync },
            { type: 'notifyWorker', params: { type: 'POD.STOPPED' } },
          ],
        },
        'POD_STATUS.FAILED': {
          target: 'postponed',
          actions: [
            { type: 'noteError', params: ({ event }) => end.unreadable(event.error) },
            'noteEnd',
            {
              type: 'record',
              params: ({ context }) =>
                log.endingSyncFinished(context.input.pod, 'terminating', context.error),
            },
          ],
        },
      },
    },
    postponed: {
      description:
        'An error has occurred: the work queue hands the pod out again later. The pod stays in Terminating meanwhile.',
      entry: 'draw',
      on: {
        'DRAW.ANSWERED': {
          actions: [{ type: 'noteDue', params: ({ event }) => event.values }, 'queueRetry'],
        },
        'RETRY.DUE': 'awaitingStatus',
      },
    },
    awaitingLastStatus: {
      description:
        'Nothing runs any more; GetNewerThan is called again. The place of the pod is free for another one.',
      entry: 'askStatus',
      on: {
        'STATUS.ANSWERED': {
          target: 'cleaning',
          actions: [
            { type: 'record', params: ({ context, event }) => end.terminatedStarted(context, event.status) },
            { type: 'noteStopped', params: ({ event }) => event.status },
          ],
        },
        'STATUS.FAILED': {
          target: 'postponedAgain',
          actions: [
            {
              type: 'record',
              params: ({ context, event }) => log.statusUnknown(context.input.pod, event.error),
            },
            { type: 'noteError', params: ({ event }) => event.error },
          ],
        },
      },
    },
    cleaning: {
      description:
        'SyncTerminatedPod: volumes are unmounted, and the kubelet polls for that. The API server still shows the pod.',
      after: {
        unmounting: {
          target: 'resting',
          actions: [
            { type: 'record', params: ({ context }) => end.terminatedFinished(context) },
            { type: 'notifyWorker', params: { type: 'TERMINATION.FINISHED' } },
          ],
        },
      },
    },
    postponedAgain: {
      description:
        'An error has occurred in the second half. Nothing of the pod runs; only its removal is tried again.',
      entry: 'draw',
      on: {
        'DRAW.ANSWERED': {
          actions: [{ type: 'noteDue', params: ({ event }) => event.values }, 'queueRetry'],
        },
        'RETRY.DUE': 'awaitingLastStatus',
      },
    },
  },
});
