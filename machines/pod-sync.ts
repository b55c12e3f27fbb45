import { assign, sendTo, setup } from 'xstate';
import { emptyBackOffTable } from '../src/kubelet/back-off.ts';
import { type CrashLoopVerdict, checkCrashLoop } from '../src/kubelet/crash-loop.ts';
import type { Observation } from '../src/kubelet/observation.ts';
import { findContainer, unknownPodStatus } from '../src/kubelet/pod-runtime-status.ts';
import type { PullFailure } from '../src/kubelet/profile.ts';
import * as log from '../src/kubelet/sync-log.ts';
import { type ContainerStart, planSync } from '../src/kubelet/sync-plan.ts';
import * as progress from '../src/kubelet/sync-progress.ts';
import type { ContainerRuntimeCall } from './container-runtime.ts';
import type { ImagePull, PullAnswer, PullRequested } from './image-manager.ts';
import { imagePullMachine } from './image-pull.ts';
import {
  type PodSyncContext,
  type PodSyncInput,
  pullInputs,
  type SyncFinished,
  type SyncRequested,
  volumeKey,
} from './pod-sync-protocol.ts';
import { type RecorderEvent, unhandled } from './recorder.ts';

export type PodSyncEvent = SyncRequested | PullAnswer;

function startOf(context: PodSyncContext): ContainerStart {
  const [start] = context.sync.starts;
  if (start === undefined) throw new Error(`${context.name} starts nothing`);
  return start;
}

function verdictOf(context: PodSyncContext): CrashLoopVerdict {
  const { name } = startOf(context).spec;
  return checkCrashLoop(context.crashLoops, context.pod, name, findContainer(context.status, name), context.images.clock.nowMicros());
}

function crashFailure(context: PodSyncContext): { failure: PullFailure; untilMicros: number; event: string } {
  const verdict = verdictOf(context);
  if (!verdict.backsOff) throw new Error(`${context.name} is not in crash-loop back-off`);
  return { failure: { reason: 'CrashLoopBackOff', message: verdict.message }, untilMicros: verdict.untilMicros, event: verdict.event };
}

function pullOf(context: PodSyncContext, key: string): ImagePull {
  const pull = context.pulls.get(key);
  if (pull === undefined) throw new Error(`${context.name} has no pull for ${key}`);
  return pull;
}

export interface PullArguments {
  readonly key: string;
  readonly image: string;
  readonly policy: string;
}

function volumePull(context: PodSyncContext): PullArguments {
  const volume = context.spec.imageVolumes[context.sync.nextVolume];
  if (volume === undefined) throw new Error(`${context.name}: no image volume is left`);
  return { key: volumeKey(volume.name), image: volume.image, policy: volume.policy };
}

function containerPull(context: PodSyncContext): PullArguments {
  const { name, image, policy } = startOf(context).spec;
  return { key: name, image, policy };
}

function containerCall(type: 'CONTAINER.CREATED' | 'CONTAINER.STARTED', context: PodSyncContext): ContainerRuntimeCall {
  const { name, runsForMicros, exitCode } = startOf(context).spec;
  return { type, pod: context.pod, container: name, runsForMicros, exitCode };
}

function firstKill(context: PodSyncContext): string {
  const [container] = context.sync.kills;
  if (container === undefined) throw new Error(`${context.name} kills nothing`);
  return container;
}

function volumeFailureOf(context: PodSyncContext): PullFailure {
  const failure = progress.volumeFailure(context.sync);
  if (failure === undefined) throw new Error(`${context.name}: no image volume failed`);
  return failure;
}

/**
 * One round of a pod: sandbox, image volumes, init containers, containers, each pull in turn.
 *
 * Mirrors `SyncPod` with `computePodActions`, `getImageVolumes` and `startContainer` in pkg/kubelet/kuberuntime (v1.36.3) and
 * the waits of pkg/kubelet/kubelet.go's `SyncPod` before it.
 */
export const podSyncMachine = setup({
  types: { input: {} as PodSyncInput, context: {} as PodSyncContext, events: {} as PodSyncEvent },
  actors: { imagePull: imagePullMachine },
  guards: {
    hasToKill: ({ context }) => context.sync.kills.length > 0,
    needsSandbox: ({ context }) => context.sync.createsSandbox,
    hasVolumesLeft: ({ context }) => context.sync.nextVolume < context.spec.imageVolumes.length,
    hasNothingToStart: ({ context }) => context.sync.starts.length === 0,
    crashLoops: ({ context }) => verdictOf(context).backsOff,
    lacksVolume: ({ context }) => progress.volumeFailure(context.sync) !== undefined,
  },
  delays: {
    preparation: ({ context }) =>
      context.timings.podSyncMicros + (context.sync.createsSandbox && context.spec.hasVolumes ? context.timings.volumeMountMicros : 0),
    sandboxCreation: ({ context }) => context.timings.sandboxMicros,
    containerCreation: ({ context }) => context.timings.createContainerMicros,
    containerStart: ({ context }) => context.timings.startContainerMicros,
  },
  actions: {
    begin: assign(({ context }, { status, reasons }: SyncRequested) => ({
      status,
      sync: progress.openSync(planSync(context.spec, status), status, reasons),
    })),
    noteKilled: assign({ sync: ({ context }) => progress.withKilled(context.sync) }),
    noteSandbox: assign({ sync: ({ context }) => ({ ...context.sync, createsSandbox: false }) }),
    noteVolume: assign({
      sync: ({ context }, { failure }: { failure?: PullFailure }) => progress.withVolume(context.sync, context.spec, failure),
    }),
    noteRestart: assign(({ context }) => {
      const verdict = verdictOf(context);
      return verdict.backsOff ? {} : { crashLoops: verdict.table };
    }),
    noteStarted: assign({ sync: ({ context }) => progress.withStarted(context.sync) }),
    noteFailed: assign({
      sync: ({ context }, params: { failure: PullFailure; untilMicros?: number }) =>
        progress.withFailed(context.sync, params.failure, params.untilMicros),
    }),
    askPull: sendTo(
      ({ context }, { key }: PullArguments) => pullOf(context, key),
      ({ self }, { image, policy }: PullArguments): PullRequested => ({
        type: 'PULL.REQUESTED',
        image,
        policy,
        requester: self,
      }),
    ),
    callRuntime: sendTo(
      ({ context }) => context.runtime,
      (_, params: ContainerRuntimeCall) => params,
    ),
    finish: sendTo(
      ({ context }) => context.worker,
      ({ context }): SyncFinished => ({ type: 'SYNC.FINISHED', sync: context.sync }),
    ),
    tell: sendTo(
      ({ context }) => context.images.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({ type: 'RECORDS', actor: context.name, observations }),
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.images.recorder,
      ({ context, event }) => unhandled(context.name, event),
    ),
  },
}).createMachine({
  id: 'podSync',
  description: 'One round of SyncPod after the other, for one pod.',
  context: ({ input, spawn }) => ({
    ...input,
    // The one place where this machine spawns: the pulls of its containers, which serve the pod for life.
    pulls: new Map(pullInputs(input).map(({ key, pull }) => [key, spawn('imagePull', { id: key, input: pull })])),
    status: unknownPodStatus,
    sync: progress.openSync(planSync(input.spec, unknownPodStatus), unknownPodStatus, new Map()),
    crashLoops: emptyBackOffTable,
  }),
  initial: 'resting',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    resting: {
      description: 'No round is under way.',
      on: { 'SYNC.REQUESTED': { target: 'preparing', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    preparing: {
      description: 'SyncPod before its first call: cgroups, directories, and, in the first round, the volumes.',
      after: { preparation: 'choosing' },
    },
    choosing: {
      description: 'What comes next in the round.',
      always: [
        {
          guard: 'hasToKill',
          target: 'choosing',
          reenter: true,
          actions: [
            { type: 'tell', params: ({ context }) => log.killing(context.spec, firstKill(context)) },
            {
              type: 'callRuntime',
              params: ({ context }) => ({ type: 'CONTAINER.KILLED', pod: context.pod, container: firstKill(context) }),
            },
            'noteKilled',
          ],
        },
        { guard: 'needsSandbox', target: 'creatingSandbox' },
        { guard: 'hasVolumesLeft', target: 'pullingVolume' },
        { guard: 'hasNothingToStart', target: 'resting', actions: 'finish' },
        {
          guard: 'crashLoops',
          target: 'choosing',
          reenter: true,
          actions: [
            { type: 'tell', params: ({ context }) => log.crashLoopBackOff(context.pod, startOf(context), crashFailure(context).event) },
            { type: 'noteFailed', params: ({ context }) => crashFailure(context) },
          ],
        },
        {
          guard: 'lacksVolume',
          target: 'choosing',
          reenter: true,
          actions: [
            { type: 'tell', params: ({ context }) => log.startFailed(context.pod, startOf(context), volumeFailureOf(context).reason) },
            'noteRestart',
            { type: 'noteFailed', params: ({ context }) => ({ failure: volumeFailureOf(context) }) },
          ],
        },
        { target: 'pullingImage', actions: 'noteRestart' },
      ],
    },
    creatingSandbox: {
      description: 'The runtime makes the sandbox (its pause image is the runtime’s business).',
      entry: { type: 'tell', params: ({ context }) => log.sandboxCreating(context.pod, context.sync.replacesSandbox) },
      after: {
        sandboxCreation: {
          target: 'choosing',
          actions: [
            { type: 'tell', params: ({ context }) => [{ type: 'sandbox', state: 'ready', pod: context.pod }] },
            {
              type: 'callRuntime',
              params: ({ context }) => ({
                type: 'SANDBOX.CREATED',
                pod: context.pod,
                purged: context.spec.initContainers.map(({ name }) => name),
              }),
            },
            'noteSandbox',
          ],
        },
      },
    },
    pullingVolume: {
      description: 'An image volume is ensured, in every round; a failure waits for the containers that mount it.',
      entry: { type: 'askPull', params: ({ context }) => volumePull(context) },
      on: {
        'PULL.SUCCEEDED': { target: 'choosing', actions: { type: 'noteVolume', params: {} } },
        'PULL.FAILED': { target: 'choosing', actions: { type: 'noteVolume', params: ({ event }) => event } },
      },
    },
    pullingImage: {
      description: 'The image of the next container is ensured; the round goes no further until it is there or has failed.',
      entry: { type: 'askPull', params: ({ context }) => containerPull(context) },
      on: {
        'PULL.SUCCEEDED': 'creatingContainer',
        'PULL.FAILED': {
          target: 'choosing',
          actions: [
            { type: 'tell', params: ({ context, event }) => log.startFailed(context.pod, startOf(context), event.failure.reason) },
            { type: 'noteFailed', params: ({ event }) => event },
          ],
        },
      },
    },
    creatingContainer: {
      description: 'The runtime creates the container.',
      entry: { type: 'tell', params: ({ context }) => [log.containerState(context.pod, startOf(context), 'creating')] },
      after: {
        containerCreation: {
          target: 'startingContainer',
          actions: [
            { type: 'tell', params: ({ context }) => log.created(context.pod, startOf(context), context.images.profile) },
            { type: 'callRuntime', params: ({ context }) => containerCall('CONTAINER.CREATED', context) },
          ],
        },
      },
    },
    startingContainer: {
      description: 'The runtime starts the container.',
      after: {
        containerStart: {
          target: 'choosing',
          actions: [
            { type: 'tell', params: ({ context }) => log.started(context.pod, startOf(context), context.images.profile) },
            { type: 'callRuntime', params: ({ context }) => containerCall('CONTAINER.STARTED', context) },
            'noteStarted',
          ],
        },
      },
    },
  },
});
