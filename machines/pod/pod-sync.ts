import { assign, sendTo, setup, stopChild } from 'xstate';
import { missingPullSecrets } from '../../src/kubelet/credentials/missing-pull-secrets.ts';
import { emptyBackOffTable } from '../../src/kubelet/images/back-off.ts';
import { unknownPodStatus } from '../../src/kubelet/pods/pod-runtime-status.ts';
import * as log from '../../src/kubelet/pods/sync-log.ts';
import { planSync } from '../../src/kubelet/pods/sync-plan.ts';
import * as progress from '../../src/kubelet/pods/sync-progress.ts';
import type { PullFailure } from '../../src/kubelet/profile.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { ofEvent } from '../chart-parts.ts';
import type { PullAnswer, PullRequested } from '../pull/image-manager.ts';
import { imagePullMachine } from '../pull/image-pull.ts';
import type { ContainerRuntimeCall } from '../runtime/container-runtime-protocol.ts';
import { type RecorderEvent, unhandled } from '../world/recorder.ts';
import { type KillFinished, type KillRequested, killInput, podKillMachine } from './pod-kill.ts';
import * as round from './pod-sync-context.ts';
import { type PodSyncContext, type PodSyncInput, pullInputs, type SyncFinished, type SyncRequested } from './pod-sync-protocol.ts';
import { type SandboxReturned, sandboxCreationInput, sandboxCreationMachine } from './sandbox-creation.ts';

export type PodSyncEvent = SyncRequested | PullAnswer | KillFinished | SandboxReturned;

function stopped(context: PodSyncContext): readonly string[] {
  return round.killOf(context).stops.map(({ container }) => container);
}

/**
 * One round of a pod: sandbox, image volumes, init containers, containers, each pull in turn.
 *
 * Mirrors `SyncPod` with `computePodActions`, `getImageVolumes` and `startContainer` in pkg/kubelet/kuberuntime (v1.36.3) and
 * the waits of pkg/kubelet/kubelet.go's `SyncPod` before it.
 */
export const podSyncMachine = setup({
  types: { input: {} as PodSyncInput, context: {} as PodSyncContext, events: {} as PodSyncEvent },
  actors: { imagePull: imagePullMachine, podKill: podKillMachine, sandboxCreation: sandboxCreationMachine },
  guards: {
    resetsPod: ({ context }) => context.sync.kill !== undefined && context.sync.resets,
    hasToKill: ({ context }) => context.sync.kill !== undefined,
    stopsPod: ({ context }) => context.sync.kill?.stopsSandbox === true,
    needsSandbox: ({ context }) => context.sync.createsSandbox,
    hasVolumesLeft: ({ context }) => context.sync.nextVolume < context.spec.imageVolumes.length,
    hasNothingToStart: ({ context }) => context.sync.starts.length === 0,
    crashLoops: ({ context }) => round.crashLoopVerdict(context).backsOff,
    lacksVolume: ({ context }) => progress.volumeFailure(context.sync) !== undefined,
  },
  delays: {
    preparation: ({ context }) =>
      context.input.timings.podSyncMicros +
      (context.sync.createsSandbox && context.spec.hasVolumes ? context.input.timings.volumeMountMicros : 0),
    containerCreation: ({ context }) => context.input.timings.createContainerMicros,
    containerStart: ({ context }) => context.input.timings.startContainerMicros,
  },
  actions: {
    /** With `openSandbox` and `openKill`, the place where this machine spawns: the pulls, which serve the pod for life. */
    begin: assign(({ context, spawn }, { spec, status, reasons, isReset }: SyncRequested) => {
      const missing = pullInputs(context.input, spec).filter(({ key }) => !context.pulls.has(key));
      const pulls = missing.map(({ key, pull }) => [key, spawn('imagePull', { id: key, input: pull })] as const);
      return {
        spec,
        status,
        sync: progress.openSync(planSync(spec, status, isReset), spec, status, reasons),
        pulls: missing.length === 0 ? context.pulls : new Map([...context.pulls, ...pulls]),
      };
    }),
    noteKilled: assign({ sync: ({ context }) => progress.withKilled(context.sync) }),
    openSandbox: assign(({ context, spawn, self }) => {
      spawn('sandboxCreation', { id: 'sandbox', input: sandboxCreationInput(context.input, context.spec, self) });
      return {};
    }),
    closeSandbox: stopChild('sandbox'),
    noteSandbox: assign({ sync: ({ context }) => progress.withSandbox(context.sync) }),
    noteNoSandbox: assign({
      sync: ({ context }, { error }: { error: string }) => progress.withoutSandbox(context.sync, context.spec, error),
    }),
    noteVolume: assign({
      sync: ({ context }, params: progress.ImageEnsured) => progress.withVolume(context.sync, context.spec, params),
    }),
    noteImage: assign({ sync: ({ context }, { imageRef }: { imageRef: string }) => ({ ...context.sync, imageRef }) }),
    noteRestart: assign(({ context }) => {
      const verdict = round.crashLoopVerdict(context);
      return verdict.backsOff ? {} : { crashLoops: verdict.table };
    }),
    noteStarted: assign({ sync: ({ context }) => progress.withStarted(context.sync) }),
    noteFailed: assign({
      sync: ({ context }, params: { failure: PullFailure; untilMicros?: number }) =>
        progress.withFailed(context.sync, params.failure, params.untilMicros),
    }),
    askPull: sendTo(
      ({ context }, { key }: round.PullArguments) => round.pullOf(context, key),
      ({ context: { spec }, self }, { image, policy }: round.PullArguments): PullRequested => ({
        type: 'PULL.REQUESTED',
        image,
        policy,
        ...(spec.credentials === undefined ? {} : { credentials: spec.credentials }),
        requester: self,
      }),
    ),
    /** What stops containers serves the pod for life too, from the first round that stops any. */
    openKill: assign({
      kill: ({ context, spawn, self }) => context.kill ?? spawn('podKill', { id: 'kill', input: killInput(context.input, self) }),
    }),
    askKill: sendTo(
      ({ context }) => round.killerOf(context),
      ({ context }): KillRequested => ({ type: 'KILL.REQUESTED', ...round.killOf(context) }),
    ),
    callRuntime: sendTo(
      ({ context }) => context.input.runtime,
      (_, params: ContainerRuntimeCall) => params,
    ),
    finish: sendTo(
      ({ context }) => context.input.worker,
      ({ context }): SyncFinished => ({ type: 'SYNC.FINISHED', sync: context.sync }),
    ),
    tell: sendTo(
      ({ context }) => context.input.images.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({ type: 'RECORDS', actor: context.input.name, observations }),
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.input.images.recorder,
      ({ context, event }) => unhandled(context.input.name, event),
    ),
  },
}).createMachine({
  id: 'podSync',
  description: 'One round of SyncPod after the other, for one pod.',
  context: ({ input }) => ({
    input,
    spec: input.spec,
    pulls: new Map(),
    kill: undefined,
    status: unknownPodStatus,
    sync: progress.openSync(planSync(input.spec, unknownPodStatus), input.spec, unknownPodStatus, new Map()),
    crashLoops: emptyBackOffTable,
  }),
  initial: 'resting',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    resting: {
      description: 'No round is under way.',
      on: { 'SYNC.REQUESTED': { target: 'preparing', actions: { type: 'begin', params: ofEvent } } },
    },
    preparing: {
      description: 'SyncPod before its first call: cgroups, directories, and, in the first round, the volumes.',
      after: {
        preparation: {
          target: 'choosing',
          actions: { type: 'tell', params: ({ context }) => missingPullSecrets(context.spec, context.input.images.profile) },
        },
      },
    },
    choosing: {
      description: 'What comes next in the round.',
      always: [
        {
          guard: 'stopsPod',
          target: 'killing',
          actions: { type: 'tell', params: ({ context }) => log.killing(context.spec, stopped(context)) },
        },
        {
          guard: 'resetsPod',
          target: 'killing',
          actions: [{ type: 'tell', params: ({ context }) => log.killingAll(context.spec, round.stillThere(context)) }],
        },
        {
          guard: 'hasToKill',
          target: 'killing',
          actions: { type: 'tell', params: ({ context }) => log.killingChanged(context.spec, stopped(context)) },
        },
        { guard: 'needsSandbox', target: 'creatingSandbox' },
        { guard: 'hasVolumesLeft', target: 'pullingVolume' },
        { guard: 'hasNothingToStart', target: 'resting', actions: 'finish' },
        {
          guard: 'crashLoops',
          target: 'choosing',
          reenter: true,
          actions: [
            {
              type: 'tell',
              params: ({ context }) => log.crashLoopBackOff(context.input.pod, round.startOf(context), round.crashFailure(context).event),
            },
            { type: 'noteFailed', params: ({ context }) => round.crashFailure(context) },
          ],
        },
        {
          guard: 'lacksVolume',
          target: 'choosing',
          reenter: true,
          actions: [
            {
              type: 'tell',
              params: ({ context }) => log.startFailed(context.input.pod, round.startOf(context), round.volumeFailureOf(context).reason),
            },
            'noteRestart',
            { type: 'noteFailed', params: ({ context }) => ({ failure: round.volumeFailureOf(context) }) },
          ],
        },
        { target: 'pullingImage', actions: 'noteRestart' },
      ],
    },
    killing: {
      description:
        'Containers are stopped before anything else: all that runs, those whose specs have changed, or all that there are, to begin anew.',
      entry: ['openKill', 'askKill'],
      on: { 'KILL.FINISHED': { target: 'choosing', actions: 'noteKilled' } },
    },
    creatingSandbox: {
      description: 'The runtime makes the sandbox; without one the round ends.',
      entry: [
        { type: 'tell', params: ({ context }) => log.sandboxReplaced(context.input.pod, context.sync.replacesSandbox) },
        'openSandbox',
      ],
      exit: 'closeSandbox',
      on: {
        'SANDBOX.MADE': {
          target: 'choosing',
          actions: [{ type: 'callRuntime', params: ({ context }) => round.sandboxCall(context) }, 'noteSandbox'],
        },
        'SANDBOX.FAILED': {
          target: 'choosing',
          actions: [
            { type: 'tell', params: ({ context, event }) => log.sandboxFailed(context.input.pod, event.error) },
            { type: 'noteNoSandbox', params: ofEvent },
          ],
        },
      },
    },
    pullingVolume: {
      description: 'An image volume is ensured, in every round; a failure waits for the containers that mount it.',
      entry: { type: 'askPull', params: ({ context }) => round.volumePull(context) },
      on: {
        'PULL.SUCCEEDED': { target: 'choosing', actions: { type: 'noteVolume', params: ofEvent } },
        'PULL.FAILED': { target: 'choosing', actions: { type: 'noteVolume', params: ofEvent } },
      },
    },
    pullingImage: {
      description: 'The image of the next container is ensured; the round goes no further until it is there or has failed.',
      entry: { type: 'askPull', params: ({ context }) => round.containerPull(context) },
      on: {
        'PULL.SUCCEEDED': { target: 'creatingContainer', actions: { type: 'noteImage', params: ofEvent } },
        'PULL.FAILED': {
          target: 'choosing',
          actions: [
            {
              type: 'tell',
              params: ({ context, event }) => log.startFailed(context.input.pod, round.startOf(context), event.failure.reason),
            },
            { type: 'noteFailed', params: ofEvent },
          ],
        },
      },
    },
    creatingContainer: {
      description: 'The runtime creates the container.',
      entry: { type: 'tell', params: ({ context }) => [log.containerState(context.input.pod, round.startOf(context), 'creating')] },
      after: {
        containerCreation: {
          target: 'startingContainer',
          actions: [
            { type: 'tell', params: ({ context }) => log.created(context.input.pod, round.startOf(context), context.input.images.profile) },
            { type: 'callRuntime', params: ({ context }) => round.containerCall('CONTAINER.CREATED', context) },
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
            { type: 'tell', params: ({ context }) => log.started(context.input.pod, round.startOf(context), context.input.images.profile) },
            { type: 'callRuntime', params: ({ context }) => round.containerCall('CONTAINER.STARTED', context) },
            'noteStarted',
          ],
        },
      },
    },
  },
});
