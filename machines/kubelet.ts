import { type ActorRef, assign, type Snapshot, sendTo, setup, stopChild } from 'xstate';
import { rejectedForPods } from '../src/kubelet/admission.ts';
import { isFeatureGateOn } from '../src/kubelet/feature-gates.ts';
import type { Observation } from '../src/kubelet/observation.ts';
import type { PodSpec } from '../src/kubelet/pod.ts';
import { podForRelease } from '../src/kubelet/pod-for-release.ts';
import type { Profile } from '../src/kubelet/profile.ts';
import type { KubeletSettings } from '../src/kubelet/settings.ts';
import type { NodeTimings } from '../src/kubelet/timings.ts';
import type { Clock } from './clock.ts';
import type { ContainerRuntime } from './container-runtime.ts';
import type { ImageService } from './cri.ts';
import type { Dice } from './dice.ts';
import type { ImageManager } from './image-manager.ts';
import { type Pleg, type PlegEvent, plegMachine } from './pleg.ts';
import { type PodTerminated, type PodWorkerInput, podWorkerMachine, type WorkerFinished } from './pod-worker.ts';
import { pullBackOffMachine } from './pull-back-off.ts';
import type { PullRecordsKeeper } from './pull-records.ts';
import { pullSlotsMachine } from './pull-slots.ts';
import { pullThrottleMachine } from './pull-throttle.ts';
import { type Recorder, type RecorderEvent, unhandled } from './recorder.ts';
import { serialPullerMachine } from './serial-puller.ts';

export type KubeletEvent = { readonly type: 'POD.ADDED'; readonly spec: PodSpec } | PodTerminated | WorkerFinished;

/** Told to the node: the API server knows that the pod is over, so that it is not started again. */
export type PodEnded = { readonly type: 'POD.ENDED'; readonly uid: string };

export interface KubeletInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly dice: Dice;
  readonly profile: Profile;
  readonly settings: KubeletSettings;
  readonly timings: NodeTimings;
  readonly imageService: ImageService;
  readonly runtime: ContainerRuntime;
  /** The pull records on the node's disk. */
  readonly records: PullRecordsKeeper;
  readonly node: ActorRef<Snapshot<unknown>, PodEnded>;
  readonly tickOriginMicros: number;
  readonly lastRelistMicros: number | undefined;
}

export interface KubeletContext extends KubeletInput {
  readonly images: ImageManager;
  readonly pleg: Pleg;
  readonly activePods: number;
}

const backOffRules = { initialMicros: 10_000_000, maxMicros: 300_000_000 };

function workerInput(context: KubeletContext, kubelet: PodWorkerInput['kubelet'], spec: PodSpec): PodWorkerInput {
  return {
    name: `${context.name}/${spec.namespace}/${spec.name}`,
    spec: podForRelease(spec, context.profile.release, context.settings.featureGates),
    images: context.images,
    runtime: context.runtime,
    pleg: context.pleg,
    dice: context.dice,
    timings: context.timings,
    syncFrequencyMicros: context.settings.syncFrequencyMicros,
    tickOriginMicros: context.tickOriginMicros,
    kubelet,
  };
}

/**
 * A running kubelet: its image manager, PLEG, and a worker for each pod.
 *
 * Mirrors `NewMainKubelet` and `HandlePodAdditions` in pkg/kubelet/kubelet.go (v1.36.3). A restart is a new actor: tables
 * and workers are gone, the runtime and its images are not.
 */
export const kubeletMachine = setup({
  types: { input: {} as KubeletInput, context: {} as KubeletContext, events: {} as KubeletEvent },
  actors: {
    pleg: plegMachine,
    pullSlots: pullSlotsMachine,
    serialPuller: serialPullerMachine,
    pullThrottle: pullThrottleMachine,
    pullBackOff: pullBackOffMachine,
    podWorker: podWorkerMachine,
  },
  guards: { hasRoom: ({ context }) => context.activePods < context.settings.maxPods },
  actions: {
    /** With the context below (the actors of its parts), the one place where this machine spawns: a worker per pod. */
    admit: assign(({ context, spawn, self }, { spec }: { spec: PodSpec }) => {
      spawn('podWorker', { id: spec.uid, input: workerInput(context, self, spec) });
      return { activePods: context.activePods + 1 };
    }),
    free: assign({ activePods: ({ context }) => context.activePods - 1 }),
    stopWorker: stopChild((_, { uid }: { uid: string }) => uid),
    forgetPod: sendTo(
      ({ context }) => context.pleg,
      (_, { uid }: { uid: string }): PlegEvent => ({ type: 'POD.FORGOTTEN', uid }),
    ),
    tellNode: sendTo(
      ({ context }) => context.node,
      (_, { uid }: { uid: string }): PodEnded => ({ type: 'POD.ENDED', uid }),
    ),
    tell: sendTo(
      ({ context }) => context.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({ type: 'RECORDS', actor: context.name, observations }),
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.recorder,
      ({ context, event }) => unhandled(context.name, event),
    ),
  },
}).createMachine({
  id: 'kubelet',
  description: 'One life of the kubelet, from start to restart.',
  context: ({ input, spawn }) => {
    const { name, recorder, clock, settings, profile, runtime, timings, lastRelistMicros } = input;
    const own = (part: string) => ({ name: `${name}/${part}`, recorder, clock });
    const slotsMax = profile.limitsParallelPulls ? (settings.maxParallelImagePulls ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    const images: ImageManager = {
      profile,
      recorder,
      clock,
      imageService: input.imageService,
      verifiesCredentials: isFeatureGateOn('KubeletEnsureSecretPulledImages', profile.release, settings.featureGates),
      slots: settings.serializeImagePulls
        ? spawn('serialPuller', { id: 'serialPuller', input: own('serial-puller') })
        : spawn('pullSlots', { id: 'pullSlots', input: { ...own('pull-slots'), slotsMax } }),
      throttle: spawn('pullThrottle', {
        id: 'pullThrottle',
        input: { ...own('pull-throttle'), rules: { qps: settings.registryPullQPS, burst: settings.registryBurst } },
      }),
      backOff: spawn('pullBackOff', { id: 'pullBackOff', input: { ...own('pull-back-off'), rules: backOffRules } }),
      records: input.records,
    };
    const { relistPeriodMicros, relistMicros } = timings;
    const pleg = spawn('pleg', { id: 'pleg', input: { ...own('pleg'), runtime, lastRelistMicros, relistPeriodMicros, relistMicros } });
    return { ...input, images, pleg, activePods: 0 };
  },
  initial: 'running',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    running: {
      description: 'The kubelet admits pods and syncs them.',
      on: {
        'POD.ADDED': [
          { guard: 'hasRoom', actions: { type: 'admit', params: ({ event }) => event } },
          {
            actions: [
              {
                type: 'tell',
                params: ({ context, event }) => rejectedForPods(event.spec, context.activePods, context.settings.maxPods),
              },
              { type: 'tellNode', params: ({ event }) => ({ uid: event.spec.uid }) },
            ],
          },
        ],
        'POD.TERMINATED': { actions: ['free', { type: 'tellNode', params: ({ event }) => event }] },
        'WORKER.FINISHED': {
          actions: [
            { type: 'forgetPod', params: ({ event }) => event },
            { type: 'stopWorker', params: ({ event }) => event },
          ],
        },
      },
    },
  },
});
