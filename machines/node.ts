import { type ActorRef, assign, type Snapshot, sendTo, setup, stopChild } from 'xstate';
import { emptyFifo, type Fifo, fifoOf, peek, shift } from '../src/kubelet/fifo.ts';
import type { Observation } from '../src/kubelet/observation.ts';
import type { PodSpec } from '../src/kubelet/pod.ts';
import type { Profile } from '../src/kubelet/profile.ts';
import type { KubeletSettings } from '../src/kubelet/settings.ts';
import { podObservation } from '../src/kubelet/sync-log.ts';
import type { NodeTimings } from '../src/kubelet/timings.ts';
import type { Image } from '../src/runtime/image.ts';
import type { RuntimeProfile } from '../src/runtime/runtime-profile.ts';
import type { Clock } from './clock.ts';
import { type ContainerRuntime, containerRuntimeMachine } from './container-runtime.ts';
import type { Dice, DrawAnswered, DrawRequested } from './dice.ts';
import { type Disk, diskMachine } from './disk.ts';
import type { FaultEvent } from './fault.ts';
import { type ImageServiceRef, imageServiceMachine } from './image-service.ts';
import { type KubeletEvent, kubeletMachine, type PodEnded } from './kubelet.ts';
import type { Network } from './network.ts';
import { type PullRecordsKeeper, pullRecordsMachine } from './pull-records.ts';
import { type Recorder, type RecorderEvent, unhandled } from './recorder.ts';
import type { Registry } from './registry-protocol.ts';

/** What happens to a node from outside. */
export type NodeEvent =
  | { readonly type: 'POD.ARRIVED'; readonly spec: PodSpec }
  | { readonly type: 'KUBELET.RESTARTED'; readonly pulls: 'lost' | 'completed' }
  | { readonly type: 'NODE.WENT_DOWN' }
  | { readonly type: 'IMAGE.REMOVED'; readonly image: string }
  | FaultEvent;

export type NodeRef = ActorRef<Snapshot<unknown>, NodeEvent>;

export interface NodeMachineInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly dice: Dice;
  readonly profile: Profile;
  readonly settings: KubeletSettings;
  readonly timings: NodeTimings;
  readonly runtimeProfile: RuntimeProfile;
  readonly images: Readonly<Record<string, Image>>;
  readonly presentImages: readonly string[];
  readonly registries: Readonly<Record<string, Registry>>;
  readonly network: Network;
  readonly diskBytes: number | null;
  readonly diskUsedBytes: number;
}

export interface NodeContext extends NodeMachineInput {
  readonly runtime: ContainerRuntime;
  readonly imageService: ImageServiceRef;
  readonly disk: Disk;
  readonly records: PullRecordsKeeper;
  /** undefined while the kubelet is down. */
  readonly kubelet: ActorRef<Snapshot<unknown>, KubeletEvent> | undefined;
  /** What the API server has bound to this node and not ended, in order of arrival. */
  readonly pods: ReadonlyMap<string, PodSpec>;
  /** Those that a kubelet which has just started is still to hear of. */
  readonly toAdd: Fifo<PodSpec>;
}

function kubeletOf(context: NodeContext): ActorRef<Snapshot<unknown>, KubeletEvent> {
  if (context.kubelet === undefined) throw new Error(`${context.name}: the kubelet is down`);
  return context.kubelet;
}

function whenUp(node: NodeMachineInput, values: readonly number[], hasRunBefore: boolean) {
  const now = node.clock.nowMicros();
  if (hasRunBefore) return { tickOriginMicros: now, lastRelistMicros: undefined };
  // A kubelet that has run for long: where its ticks and its relists stand is chance.
  const cycleMicros = node.timings.relistPeriodMicros + node.timings.relistMicros;
  const [tick = 0, relist = 0] = values;
  return { tickOriginMicros: now + Math.floor(tick * 1_000_000), lastRelistMicros: now - 1 - Math.floor(relist * cycleMicros) };
}

/**
 * A node: its runtime, its image store and disk, and a kubelet that may restart without them.
 * The root of one actor system; the network and the registries are shared and live outside.
 */
export const nodeMachine = setup({
  types: { input: {} as NodeMachineInput, context: {} as NodeContext, events: {} as NodeEvent | PodEnded | DrawAnswered },
  actors: {
    kubelet: kubeletMachine,
    containerRuntime: containerRuntimeMachine,
    imageService: imageServiceMachine,
    disk: diskMachine,
    pullRecords: pullRecordsMachine,
  },
  guards: {
    hasPodsToAdd: ({ context }) => context.toAdd.size > 0,
    knowsPod: ({ context }, { uid }: { uid: string }) => context.pods.has(uid),
  },
  delays: {
    kubeletStart: ({ context }) => context.timings.kubeletStartMicros,
    reboot: ({ context }) => context.timings.rebootMicros,
  },
  actions: {
    draw: sendTo(
      ({ context }) => context.dice,
      ({ context, self }): DrawRequested => ({ type: 'DRAW.REQUESTED', stream: context.name, count: 2, requester: self }),
    ),
    /** With the context below, the one place where this machine spawns: a kubelet, anew after each restart. */
    startKubelet: assign(({ context, spawn, self }, params: { values: readonly number[]; hasRunBefore: boolean }) => ({
      toAdd: fifoOf(context.pods.values()),
      kubelet: spawn('kubelet', {
        id: 'kubelet',
        input: {
          ...context,
          ...whenUp(context, params.values, params.hasRunBefore),
          name: `${context.name}/kubelet`,
          node: self,
        },
      }),
    })),
    stopKubelet: stopChild('kubelet'),
    leaveIntents: sendTo(({ context }) => context.records, { type: 'KUBELET.GONE' }),
    forgetKubelet: assign({ kubelet: undefined }),
    bindPod: assign({ pods: ({ context }, { spec }: { spec: PodSpec }) => new Map(context.pods).set(spec.uid, spec) }),
    unbindPod: assign({
      pods: ({ context }, { uid }: { uid: string }) => new Map([...context.pods].filter(([other]) => other !== uid)),
    }),
    addPod: sendTo(
      ({ context }) => kubeletOf(context),
      (_, { spec }: { spec: PodSpec }): KubeletEvent => ({ type: 'POD.ADDED', spec }),
    ),
    toImageService: sendTo(
      ({ context }) => context.imageService,
      (_, params: Parameters<ImageServiceRef['send']>[0]) => params,
    ),
    toDisk: sendTo(
      ({ context }) => context.disk,
      (_, params: FaultEvent) => params,
    ),
    addNext: sendTo(
      ({ context }) => kubeletOf(context),
      ({ context }): KubeletEvent => ({ type: 'POD.ADDED', spec: peek(context.toAdd) }),
    ),
    dropNext: assign({ toAdd: ({ context }) => shift(context.toAdd) }),
    rebootRuntime: sendTo(({ context }) => context.runtime, { type: 'NODE.REBOOTED' }),
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
  id: 'node',
  description: 'A node of the cluster.',
  context: ({ input, spawn }) => {
    const { name, recorder, clock, dice, images, presentImages, registries, network, timings } = input;
    const own = (part: string) => ({ name: `${name}/${part}`, recorder, clock });
    const disk = spawn('disk', {
      id: 'disk',
      input: { ...own('disk'), node: name, capacityBytes: input.diskBytes, usedBytes: input.diskUsedBytes },
    });
    const imageService = spawn('imageService', {
      id: 'images',
      input: {
        ...own('images'),
        dice,
        profile: input.runtimeProfile,
        images,
        presentImages,
        registries,
        network,
        disk,
        linkId: name,
        timings,
      },
    });
    const runtime = spawn('containerRuntime', { id: 'runtime', input: own('runtime') });
    const policy = input.settings.imagePullCredentialsVerificationPolicy;
    const records = spawn('pullRecords', { id: 'pullRecords', input: { ...own('pull-records'), policy } });
    return { ...input, disk, imageService, runtime, records, kubelet: undefined, pods: new Map(), toAdd: emptyFifo() };
  },
  initial: 'joining',
  on: {
    'FAULT.BEGAN': {
      actions: [
        { type: 'toImageService', params: ({ event }) => event },
        { type: 'toDisk', params: ({ event }) => event },
      ],
    },
    'FAULT.ENDED': {
      actions: [
        { type: 'toImageService', params: ({ event }) => event },
        { type: 'toDisk', params: ({ event }) => event },
      ],
    },
    'IMAGE.REMOVED': { actions: { type: 'toImageService', params: ({ event }) => event } },
    'POD.ARRIVED': {
      actions: [
        { type: 'bindPod', params: ({ event }) => event },
        { type: 'tell', params: ({ event }) => [podObservation(event.spec, 'added')] },
      ],
    },
    'POD.ENDED': {
      guard: { type: 'knowsPod', params: ({ event }) => event },
      actions: { type: 'unbindPod', params: ({ event }) => event },
    },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    joining: {
      description: 'The run begins: the kubelet has been up for long, and chance says where its ticks stand.',
      entry: 'draw',
      on: {
        'DRAW.ANSWERED': {
          target: 'up',
          actions: [
            { type: 'startKubelet', params: ({ event }) => ({ values: event.values, hasRunBefore: false }) },
            { type: 'tell', params: [{ type: 'node', state: 'started' }] },
          ],
        },
      },
    },
    addingPods: {
      description: 'A kubelet that has just started hears of the pods that are bound to it, and admits each.',
      always: [{ guard: 'hasPodsToAdd', target: 'addingPods', reenter: true, actions: ['addNext', 'dropNext'] }, { target: 'up' }],
    },
    up: {
      description: 'The kubelet runs.',
      tags: 'ready',
      on: {
        'POD.ARRIVED': {
          actions: [
            { type: 'bindPod', params: ({ event }) => event },
            { type: 'tell', params: ({ event }) => [podObservation(event.spec, 'added')] },
            { type: 'addPod', params: ({ event }) => event },
          ],
        },
        'KUBELET.RESTARTED': {
          target: 'restartingKubelet',
          actions: [
            'stopKubelet',
            'forgetKubelet',
            'leaveIntents',
            { type: 'toImageService', params: ({ event }) => ({ type: 'KUBELET.GONE', pulls: event.pulls }) },
          ],
        },
        'NODE.WENT_DOWN': {
          target: 'rebooting',
          actions: [
            'stopKubelet',
            'forgetKubelet',
            'leaveIntents',
            { type: 'toImageService', params: { type: 'KUBELET.GONE', pulls: 'lost' } },
            { type: 'toImageService', params: { type: 'NODE.REBOOTED' } },
            'rebootRuntime',
            { type: 'tell', params: [{ type: 'node', state: 'rebooting' }] },
          ],
        },
      },
    },
    restartingKubelet: {
      description: 'The kubelet is down; containers run on, pods that arrive wait for it.',
      after: {
        kubeletStart: {
          target: 'addingPods',
          actions: [
            { type: 'tell', params: [{ type: 'node', state: 'kubeletRestarted' }] },
            { type: 'startKubelet', params: { values: [], hasRunBefore: true } },
          ],
        },
      },
      on: {
        'KUBELET.RESTARTED': { description: 'It is restarting already.' },
        'NODE.WENT_DOWN': {
          target: 'rebooting',
          actions: [
            { type: 'toImageService', params: { type: 'NODE.REBOOTED' } },
            'rebootRuntime',
            { type: 'tell', params: [{ type: 'node', state: 'rebooting' }] },
          ],
        },
      },
    },
    rebooting: {
      description: 'The node is down: every process is dead, the image store is not.',
      after: {
        reboot: {
          target: 'addingPods',
          actions: [
            { type: 'tell', params: [{ type: 'node', state: 'rebooted' }] },
            { type: 'startKubelet', params: { values: [], hasRunBefore: true } },
          ],
        },
      },
      on: {
        'KUBELET.RESTARTED': { description: 'There is no kubelet to restart.' },
        'NODE.WENT_DOWN': { description: 'It is down already.' },
      },
    },
  },
});
