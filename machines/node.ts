import { assign, sendTo, setup, stopChild } from 'xstate';
import { isFeatureGateOn } from '../src/kubelet/feature-gates.ts';
import { emptyFifo, fifoOf, peek, shift } from '../src/kubelet/fifo.ts';
import type { Observation } from '../src/kubelet/observation.ts';
import type { PodSpec } from '../src/kubelet/pod.ts';
import type { KubeletSettings } from '../src/kubelet/settings.ts';
import { podObservation } from '../src/kubelet/sync-log.ts';
import { containerRuntimeMachine } from './container-runtime.ts';
import type { DrawAnswered, DrawRequested } from './dice.ts';
import { diskMachine } from './disk.ts';
import type { FaultEvent } from './fault.ts';
import { type ImageServiceRef, imageServiceMachine } from './image-service.ts';
import { type KubeletEvent, kubeletMachine, type PodEnded } from './kubelet.ts';
import { kubeletOf, observationOf, whenUp } from './node-context.ts';
import type { NodeContext, NodeEvent, NodeMachineInput } from './node-protocol.ts';
import { type KubeletStarted, pullRecordsMachine } from './pull-records.ts';
import { type RecorderEvent, unhandled } from './recorder.ts';

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
      startedWith: context.settings,
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
    noteSettings: assign({
      settings: ({ context }, params: { settings?: KubeletSettings }) => params.settings ?? context.settings,
    }),
    openRecords: sendTo(
      ({ context }) => context.records,
      ({ context: { settings, profile } }): KubeletStarted => ({
        type: 'KUBELET.STARTED',
        policy: settings.imagePullCredentialsVerificationPolicy,
        verifiesCredentials: isFeatureGateOn('KubeletEnsureSecretPulledImages', profile.release, settings.featureGates),
      }),
    ),
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
    const actors = { disk, imageService, runtime, records, kubelet: undefined, startedWith: input.settings };
    return { ...input, ...actors, pods: new Map(), toAdd: emptyFifo() };
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
            'openRecords',
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
            { type: 'noteSettings', params: ({ event }) => event },
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
            { type: 'tell', params: ({ context }) => [observationOf(context, 'kubeletRestarted')] },
            'openRecords',
            { type: 'startKubelet', params: { values: [], hasRunBefore: true } },
          ],
        },
      },
      on: {
        'KUBELET.RESTARTED': {
          description: 'It is restarting already, and finds what its configuration says by then.',
          actions: { type: 'noteSettings', params: ({ event }) => event },
        },
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
            { type: 'tell', params: ({ context }) => [observationOf(context, 'rebooted')] },
            'openRecords',
            { type: 'startKubelet', params: { values: [], hasRunBefore: true } },
          ],
        },
      },
      on: {
        'KUBELET.RESTARTED': {
          description: 'There is no kubelet to restart; the next one reads what its configuration says by then.',
          actions: { type: 'noteSettings', params: ({ event }) => event },
        },
        'NODE.WENT_DOWN': { description: 'It is down already.' },
      },
    },
  },
});
