import { assign, sendTo, setup, stopChild } from 'xstate';
import { isFeatureGateOn } from '../../src/rules/kubelet/configuration/feature-gates.ts';
import type { KubeletSettings } from '../../src/rules/kubelet/configuration/settings.ts';
import {
  kubeletStarting,
  networkReady,
  nodeRegistered,
} from '../../src/rules/kubelet/nodes/node-start-log.ts';
import { pieceBytes } from '../../src/rules/runtime/disk/page-cache.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { actorType, ofEvent, reportUnhandled } from '../chart-parts.ts';
import { prePullMachine } from '../kubeadm/pre-pull.ts';
import type { PrePullEvent } from '../kubeadm/pre-pull-context.ts';
import { kubeletMachine } from '../kubelet/kubelet.ts';
import { type KubeletStarted, pullRecordsReducer } from '../pull/pull-records.ts';
import { containerRuntimeReducer } from '../runtime/container-runtime.ts';
import type { ContainerRuntimeEvent } from '../runtime/container-runtime-protocol.ts';
import { type ImageServiceRef, imageServiceMachine } from '../runtime/image-service.ts';
import { type ApiServer, apiServerMachine } from './api-server.ts';
import { type DiskEvent, diskMachine } from './disk.ts';
import {
  kubeletInput,
  nodeObservation,
  requireKubelet,
  requireStart,
  verificationSettings,
  whenUp,
} from './node-context.ts';
import type { NodeContext, NodeEvent, NodeMachineInput } from './node-protocol.ts';
import type { DrawAnswered, DrawRequested } from './random-source.ts';
import type { RecorderEvent } from './recorder.ts';

/** What ends with a kubelet, beside its watch of pods. */
const kubeletEnd = [
  'stopKubelet',
  'forgetKubelet',
  'leaveIntents',
  { type: 'toDisk', params: { type: 'KUBELET.GONE' } },
] as const;

/** The calls of the kubelet have no caller any more. */
const lostCalls = [
  { type: 'toImageService', params: { type: 'KUBELET.GONE', pulls: 'lost' } },
  { type: 'toRuntime', params: { type: 'KUBELET.GONE' } },
] as const;

/** Every process of the machine ends. */
const machineEnd = [
  { type: 'toImageService', params: { type: 'NODE.REBOOTED' } },
  'rebootRuntime',
  { type: 'toPrePull', params: { type: 'NODE.REBOOTED' } },
] as const;

/** A kubelet that is not the node's first. */
const laterKubelet = [
  'openRecords',
  { type: 'startKubelet', params: { values: [], hasRunBefore: true } },
  'watchPods',
] as const;

/**
 * A node: its runtime, its image store and disk, and a kubelet that can restart without them. It is the root
 * of one actor system. The network and the registries are shared by all nodes and live outside.
 */
export const nodeMachine = setup({
  types: {
    input: {} as NodeMachineInput,
    context: {} as NodeContext,
    events: {} as NodeEvent | DrawAnswered,
  },
  actors: {
    apiServer: actorType(apiServerMachine),
    kubelet: actorType(kubeletMachine),
    containerRuntime: actorType(containerRuntimeReducer),
    imageService: actorType(imageServiceMachine),
    disk: actorType(diskMachine),
    pullRecords: actorType(pullRecordsReducer),
    prePull: actorType(prePullMachine),
  },
  guards: {
    isNew: ({ context }) => context.input.start !== undefined,
    isStarting: ({ context }) => context.network === 'missing' || context.network === 'configured',
    hasNetwork: ({ context }) => context.network === 'configured',
  },
  delays: {
    request: ({ context }) => requireStart(context).atMicros - context.input.clock.nowMicros(),
    boot: ({ context }) => requireStart(context).bootMicros,
    registration: ({ context }) => requireStart(context).registrationMicros,
    kubeletStart: ({ context }) => context.input.timings.kubeletStartMicros,
    reboot: ({ context }) => context.input.timings.rebootMicros,
  },
  actions: {
    draw: sendTo(
      ({ context }) => context.input.random,
      ({ context, self }): DrawRequested => ({
        type: 'DRAW.REQUESTED',
        stream: context.input.name,
        count: 4,
        requester: self,
      }),
    ),
    /** This machine spawns actors only here and in its initial context: each restart makes a new kubelet. */
    startKubelet: assign(
      ({ context, spawn }, params: { values: readonly number[]; hasRunBefore: boolean }) => ({
        startedWith: context.settings,
        kubelet: spawn('kubelet', {
          id: 'kubelet',
          input: {
            ...kubeletInput(context),
            ...whenUp(context.input, params.values, params.hasRunBefore),
            name: `${context.input.name}/kubelet`,
            nodeName: context.input.name,
          },
        }),
      }),
    ),
    watchPods: sendTo(
      ({ context }) => context.apiServer,
      ({ context }) => ({ type: 'WATCH.BEGAN', kubelet: requireKubelet(context) }) as const,
    ),
    endWatch: sendTo(({ context }) => context.apiServer, { type: 'WATCH.ENDED' }),
    stopKubelet: stopChild('kubelet'),
    noteSettings: assign({
      settings: ({ context }, params: { settings?: KubeletSettings }) => params.settings ?? context.settings,
    }),
    openRecords: sendTo(
      ({ context }) => context.records,
      ({
        context: {
          input: { profile },
          settings,
        },
      }): KubeletStarted => ({
        type: 'KUBELET.STARTED',
        ...verificationSettings(settings),
        names: profile.recordedNames,
        verifiesCredentials: isFeatureGateOn(
          'KubeletEnsureSecretPulledImages',
          profile.release,
          settings.featureGates,
        ),
      }),
    ),
    leaveIntents: sendTo(({ context }) => context.records, { type: 'KUBELET.GONE' }),
    forgetKubelet: assign({ kubelet: undefined }),
    noteNetwork: assign({
      network: (_, params: { network: NonNullable<NodeContext['network']> }) => params.network,
    }),
    toApiServer: sendTo(
      ({ context }) => context.apiServer,
      (_, params: Parameters<ApiServer['send']>[0]) => params,
    ),
    toImageService: sendTo(
      ({ context }) => context.imageService,
      (_, params: Parameters<ImageServiceRef['send']>[0]) => params,
    ),
    toDisk: sendTo(
      ({ context }) => context.disk,
      (_, params: DiskEvent) => params,
    ),
    toPrePull: sendTo(
      ({ context }) => context.prePull,
      (_, params: PrePullEvent) => params,
    ),
    toRuntime: sendTo(
      ({ context }) => context.runtime,
      (_, params: ContainerRuntimeEvent) => params,
    ),
    rebootRuntime: sendTo(({ context }) => context.runtime, { type: 'NODE.REBOOTED' }),
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
  id: 'node',
  description: 'A node of the cluster. Its runtime, image store and disk outlive restarts of its kubelet.',
  context: ({ input, spawn }) => {
    const { name, recorder, clock, random, images, presentImages, registries, network, timings } = input;
    const childFields = (part: string) => ({ name: `${name}/${part}`, recorder, clock });
    const disk = spawn('disk', {
      id: 'disk',
      input: {
        ...childFields('disk'),
        node: name,
        capacityBytes: input.diskBytes,
        usedBytes: input.diskUsedBytes,
        ...(input.pageCache === undefined ? {} : { pageCache: input.pageCache }),
      },
    });
    const imageService = spawn('imageService', {
      id: 'images',
      input: {
        ...childFields('images'),
        random,
        profile: input.runtimeProfile,
        images,
        presentImages,
        pinnedImages: input.pinnedImages ?? [],
        ...(input.sandboxImage === undefined ? {} : { sandboxImage: input.sandboxImage }),
        registries,
        network,
        disk,
        ...(input.pageCache === undefined ? {} : { pieceBytes: pieceBytes(input.pageCache) }),
        linkId: name,
        timings,
        ...(input.registryHosts === undefined ? {} : { registryHosts: input.registryHosts }),
        ...(input.shortNames === undefined ? {} : { shortNames: input.shortNames }),
        ...(input.connectMicros === undefined ? {} : { connectMicros: input.connectMicros }),
        ...(input.peers === undefined ? {} : { peers: input.peers }),
      },
    });
    const runtime = spawn('containerRuntime', {
      id: 'runtime',
      input: {
        ...childFields('runtime'),
        node: name,
        listMicros: timings.relistMicros,
        wording: input.runtimeProfile.wording,
        ...(input.runtimeProfile.options.lazyPull === undefined ? {} : { imageReads: imageService }),
      },
    });
    const records = spawn('pullRecords', {
      id: 'pullRecords',
      input: {
        ...childFields('pull-records'),
        ...verificationSettings(input.settings),
        inventory: imageService,
      },
    });
    const prePull = spawn('prePull', { id: 'prePull', input: { ...childFields('pre-pull'), imageService } });
    const apiServer = spawn('apiServer', { id: 'apiServer', input: { name, recorder, runtime } });
    const actors = { disk, imageService, runtime, records, apiServer, prePull };
    return { input, ...actors, kubelet: undefined, settings: input.settings, startedWith: input.settings };
  },
  initial: 'joining',
  on: {
    'FAULT.BEGAN': {
      actions: [
        { type: 'toImageService', params: ofEvent },
        { type: 'toDisk', params: ofEvent },
        { type: 'toRuntime', params: ofEvent },
      ],
    },
    'FAULT.ENDED': {
      actions: [
        { type: 'toImageService', params: ofEvent },
        { type: 'toDisk', params: ofEvent },
        { type: 'toRuntime', params: ofEvent },
      ],
    },
    'PRE_PULL.REQUESTED': { actions: { type: 'toPrePull', params: ofEvent } },
    'IMAGE.REMOVED': { actions: { type: 'toImageService', params: ofEvent } },
    'POD.ARRIVED': { actions: { type: 'toApiServer', params: ofEvent } },
    'POD.EDITED': { actions: { type: 'toApiServer', params: ofEvent } },
    'POD.DELETED': { actions: { type: 'toApiServer', params: ofEvent } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    joining: {
      description:
        'The run begins: the kubelet has been running for some time, and the phase of its ticks is drawn at random. Two seeds differ by where in its second a kubelet is.',
      entry: 'draw',
      on: {
        'DRAW.ANSWERED': [
          {
            guard: 'isNew',
            target: 'awaited',
            actions: { type: 'noteNetwork', params: { network: 'missing' } },
          },
          {
            target: 'up',
            actions: [
              'openRecords',
              {
                type: 'startKubelet',
                params: ({ event }) => ({ values: event.values, hasRunBefore: false }),
              },
              'watchPods',
              { type: 'record', params: [{ type: 'node', state: 'started' }] },
            ],
          },
        ],
      },
    },
    awaited: {
      description:
        'The node does not exist: its machine is requested later. Pods that no other node takes wait without one.',
      tags: 'absent',
      after: {
        request: {
          target: 'booting',
          actions: { type: 'record', params: [{ type: 'instance', state: 'requested' }] },
        },
      },
      on: {
        'NODE.LEFT': 'gone',
        'KUBELET.RESTARTED': { description: 'There is no kubelet to restart yet.' },
        'NODE.WENT_DOWN': { description: 'There is no machine yet.' },
        'PRE_PULL.REQUESTED': { description: 'No image can be pulled on a machine that does not run.' },
      },
    },
    booting: {
      description:
        'The cloud starts the machine, and the machine its operating system and container runtime. Nothing of it is seen in the cluster.',
      tags: 'absent',
      after: {
        boot: {
          target: 'registering',
          actions: [
            'openRecords',
            { type: 'startKubelet', params: { values: [], hasRunBefore: true } },
            { type: 'record', params: () => kubeletStarting() },
          ],
        },
      },
      on: {
        'NODE.LEFT': 'gone',
        'KUBELET.RESTARTED': { description: 'There is no kubelet to restart yet.' },
        'NODE.WENT_DOWN': { description: 'The machine is starting already.' },
        'PRE_PULL.REQUESTED': { description: 'No image can be pulled on a machine that does not run.' },
      },
    },
    registering: {
      description:
        'The kubelet runs, and the API server does not have its Node object yet: kubectl get nodes does not list it.',
      tags: 'absent',
      after: {
        registration: {
          target: 'awaitingNetwork',
          actions: [
            'watchPods',
            { type: 'record', params: ({ context }) => nodeRegistered(context.input.name) },
          ],
        },
      },
      on: {
        'NODE.LEFT': {
          target: 'gone',
          actions: [...kubeletEnd, ...lostCalls, ...machineEnd],
        },
        'KUBELET.RESTARTED': { description: 'The kubelet has just started.' },
        'NODE.WENT_DOWN': { description: 'The machine has just started.' },
        'NETWORK.CONFIGURED': { actions: { type: 'noteNetwork', params: { network: 'configured' } } },
      },
    },
    awaitingNetwork: {
      description:
        'The node is registered and NotReady, since no CNI plugin is configured. Pods of DaemonSets that tolerate it come; those without hostNetwork get the event NetworkNotReady. A scheduler binds no others.',
      tags: 'unhealthy',
      always: {
        guard: 'hasNetwork',
        target: 'up',
        actions: [
          { type: 'noteNetwork', params: { network: 'ready' } },
          { type: 'record', params: ({ context }) => networkReady(context.input.name) },
        ],
      },
      on: {
        'NODE.LEFT': {
          target: 'gone',
          actions: ['endWatch', ...kubeletEnd, ...lostCalls, ...machineEnd],
        },
        'NETWORK.CONFIGURED': { actions: { type: 'noteNetwork', params: { network: 'configured' } } },
        'KUBELET.RESTARTED': {
          target: 'restartingKubelet',
          actions: [
            'endWatch',
            ...kubeletEnd,
            { type: 'noteSettings', params: ofEvent },
            { type: 'toImageService', params: ({ event }) => ({ type: 'KUBELET.GONE', pulls: event.pulls }) },
            { type: 'toRuntime', params: { type: 'KUBELET.GONE' } },
          ],
        },
        'NODE.WENT_DOWN': {
          target: 'rebooting',
          actions: ['endWatch', ...kubeletEnd, ...lostCalls, ...machineEnd],
        },
      },
    },
    up: {
      description: 'The kubelet runs. Pods that are bound to the node are admitted and started.',
      tags: 'ready',
      on: {
        'NODE.LEFT': {
          target: 'gone',
          actions: ['endWatch', ...kubeletEnd, ...lostCalls, ...machineEnd],
        },
        'KUBELET.RESTARTED': {
          target: 'restartingKubelet',
          actions: [
            'endWatch',
            ...kubeletEnd,
            { type: 'noteSettings', params: ofEvent },
            { type: 'toImageService', params: ({ event }) => ({ type: 'KUBELET.GONE', pulls: event.pulls }) },
            { type: 'toRuntime', params: { type: 'KUBELET.GONE' } },
          ],
        },
        'NODE.WENT_DOWN': {
          target: 'rebooting',
          actions: ['endWatch', ...kubeletEnd, ...lostCalls, ...machineEnd],
        },
      },
    },
    restartingKubelet: {
      description:
        'The kubelet is down; containers run on, pods that arrive wait for it. Pulls that were under way end with their caller, or are completed, as the scenario says.',
      after: {
        kubeletStart: [
          {
            guard: 'isStarting',
            target: 'awaitingNetwork',
            actions: [
              { type: 'record', params: ({ context }) => [nodeObservation(context, 'kubeletRestarted')] },
              ...laterKubelet,
            ],
          },
          {
            target: 'up',
            actions: [
              { type: 'record', params: ({ context }) => [nodeObservation(context, 'kubeletRestarted')] },
              ...laterKubelet,
            ],
          },
        ],
      },
      on: {
        'NODE.LEFT': {
          target: 'gone',
          actions: [...machineEnd],
        },
        'NETWORK.CONFIGURED': { actions: { type: 'noteNetwork', params: { network: 'configured' } } },
        'KUBELET.RESTARTED': {
          description: 'The kubelet is already restarting, and reads its configuration when it starts.',
          actions: { type: 'noteSettings', params: ofEvent },
        },
        'NODE.WENT_DOWN': {
          target: 'rebooting',
          actions: [...machineEnd],
        },
      },
    },
    rebooting: {
      description:
        'The node is down: every process is dead, the image store is not. After the boot every container starts again, without a pull where the policy allows.',
      entry: { type: 'record', params: [{ type: 'node', state: 'rebooting' }] },
      after: {
        reboot: [
          {
            guard: 'isStarting',
            target: 'awaitingNetwork',
            actions: [
              { type: 'record', params: ({ context }) => [nodeObservation(context, 'rebooted')] },
              ...laterKubelet,
            ],
          },
          {
            target: 'up',
            actions: [
              { type: 'record', params: ({ context }) => [nodeObservation(context, 'rebooted')] },
              ...laterKubelet,
            ],
          },
        ],
      },
      on: {
        'NODE.LEFT': 'gone',
        'NETWORK.CONFIGURED': { actions: { type: 'noteNetwork', params: { network: 'configured' } } },
        'KUBELET.RESTARTED': {
          description: 'There is no kubelet to restart; the next one reads its configuration when it starts.',
          actions: { type: 'noteSettings', params: ofEvent },
        },
        'NODE.WENT_DOWN': { description: 'The node is already down.' },
        'PRE_PULL.REQUESTED': { description: 'No image can be pulled on a node that is down.' },
      },
    },
    gone: {
      description:
        'The machine is taken away, with all that was on it. Controllers have made its pods again elsewhere; the rest of it is not seen any more.',
      tags: 'absent',
      entry: { type: 'record', params: [{ type: 'instance', state: 'gone' }] },
      on: {
        'KUBELET.RESTARTED': { description: 'There is no kubelet any more.' },
        'NODE.WENT_DOWN': { description: 'There is no machine any more.' },
        'NODE.LEFT': { description: 'It is gone already.' },
        'NETWORK.CONFIGURED': { description: 'There is no network any more.' },
        'PRE_PULL.REQUESTED': { description: 'No image can be pulled on a machine that is gone.' },
        'IMAGE.REMOVED': { description: 'There is no image any more.' },
        'POD.ARRIVED': { description: 'The pod waits for a node that does not come back.' },
        'POD.EDITED': { description: 'No pod of it is left.' },
        'POD.DELETED': { description: 'No pod of it is left.' },
      },
    },
  },
});
