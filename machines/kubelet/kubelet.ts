import { assign, sendTo, setup, stopChild } from 'xstate';
import { get, remove, set } from '../../src/rules/collections/sorted-map.ts';
import { rejectedForConditions, rejectedForPods } from '../../src/rules/kubelet/pods/admission.ts';
import type { PodSpec } from '../../src/rules/kubelet/pods/pod.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { actorType, reportUnhandled } from '../chart-parts.ts';
import { podWorkerMachine } from '../pod/pod-worker.ts';
import type { PodUpdated } from '../pod/pod-worker-protocol.ts';
import type { ImageManager } from '../pull/image-manager.ts';
import { pullBackOffReducer } from '../pull/pull-back-off.ts';
import { pullCoalescerMachine } from '../pull/pull-coalescer.ts';
import { pullSlotsMachine } from '../pull/pull-slots.ts';
import { pullThrottleMachine } from '../pull/pull-throttle.ts';
import { serialPullerMachine } from '../pull/serial-puller.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import { credentialProvidersReducer } from './credential-providers.ts';
import { eventedPlegMachine } from './evented-pleg.ts';
import { evictionMachine, type NodeConditionsChanged } from './eviction.ts';
import { imageGcMachine } from './image-gc.ts';
import { imageGcLoopMachine } from './image-gc-loop.ts';
import {
  backOffRules,
  eventedPlegInput,
  followsEvents,
  nodeStatusInput,
  plegInput,
  podAsSeen,
  pullSlotsMax,
  syncLoopInput,
  verifiesCredentials,
  workerInput,
} from './kubelet-context.ts';
import {
  collectsImages,
  evictionInput,
  imageCollectionInput,
  imageDetectionInput,
  imageGcInput,
} from './kubelet-image-gc.ts';
import type { KubeletContext, KubeletEvent, KubeletInput, PodEnded } from './kubelet-protocol.ts';
import { nodeStatusMachine } from './node-status.ts';
import { plegMachine } from './pleg.ts';
import { syncLoopMachine } from './sync-loop.ts';
import type { HandedOut, SyncLoopEvent } from './sync-loop-protocol.ts';

/**
 * A running kubelet: its image manager, PLEG, and a worker for each pod.
 *
 * Mirrors `NewMainKubelet`, `HandlePodAdditions` and `HandlePodUpdates` in pkg/kubelet/kubelet.go (v1.36.3).
 * A restart is a new actor: tables and workers are gone, the runtime and its images are not.
 */
export const kubeletMachine = setup({
  types: { input: {} as KubeletInput, context: {} as KubeletContext, events: {} as KubeletEvent },
  actors: {
    pleg: actorType(plegMachine),
    eventedPleg: actorType(eventedPlegMachine),
    syncLoop: actorType(syncLoopMachine),
    nodeStatus: actorType(nodeStatusMachine),
    pullSlots: actorType(pullSlotsMachine),
    pullCoalescer: actorType(pullCoalescerMachine),
    serialPuller: actorType(serialPullerMachine),
    pullThrottle: actorType(pullThrottleMachine),
    credentialProviders: actorType(credentialProvidersReducer),
    pullBackOff: actorType(pullBackOffReducer),
    podWorker: actorType(podWorkerMachine),
    imageGc: actorType(imageGcMachine),
    imageGcLoop: actorType(imageGcLoopMachine),
    eviction: actorType(evictionMachine),
  },
  guards: {
    hasRoom: ({ context }) => context.activePods < context.input.settings.maxPods,
    isDeleted: (_, spec: PodSpec) => spec.deletionGraceMicros !== undefined,
    isUnderPressure: ({ context }) => context.nodeConditions.length > 0,
    hasWorker: ({ context }, spec: PodSpec) => get(context.workers, spec.uid) !== undefined,
  },
  actions: {
    /**
     * With the context below (the actors of its parts), the one place where this machine spawns: a worker per
     * pod.
     */
    admit: assign(({ context, spawn, self }, spec: PodSpec) => {
      spawn('podWorker', { id: spec.uid, input: workerInput(context, self, spec) });
      return { activePods: context.activePods + 1, workers: set(context.workers, spec.uid, true) };
    }),
    noteConditions: assign({
      nodeConditions: (_, conditions: NodeConditionsChanged['conditions']) => conditions,
    }),
    free: assign({ activePods: ({ context }) => context.activePods - 1 }),
    startPleg: sendTo(({ context }) => context.pleg, { type: 'START.REQUESTED' }),
    toSyncLoop: sendTo(
      ({ context }) => context.syncLoop,
      ({ self }, event: HandedOut): SyncLoopEvent => ({ type: 'UPDATE.RECEIVED', handler: self, event }),
    ),
    forgetPod: sendTo(
      ({ context }) => context.syncLoop,
      (_, uid: string): SyncLoopEvent => ({ type: 'POD.FORGOTTEN', uid }),
    ),
    updateWorker: sendTo(
      (_, spec: PodSpec) => spec.uid,
      ({ context }, spec: PodSpec): PodUpdated => ({
        type: 'POD.UPDATED',
        spec: podAsSeen(context.input, spec),
      }),
    ),
    stopWorker: stopChild((_, uid: string) => uid),
    forgetWorker: assign({
      workers: ({ context }, uid: string) => remove(context.workers, uid),
    }),
    notifyApiServer: sendTo(
      ({ context }) => context.input.apiServer,
      (_, params: PodEnded) => params,
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
  id: 'kubelet',
  description:
    'One life of the kubelet, from start to restart. It makes a worker for each pod of the node. Its tables (back-off, tokens, pull order) begin empty, while images and containers outlive it.',
  context: ({ input, spawn, self }) => {
    const { name, recorder, clock, settings, profile } = input;
    const childFields = (part: string) => ({ name: `${name}/${part}`, recorder, clock });
    const images: ImageManager = {
      profile,
      recorder,
      clock,
      imageService: input.imageService,
      verifiesCredentials: verifiesCredentials(input),
      slots: settings.serializeImagePulls
        ? spawn('serialPuller', { id: 'serialPuller', input: childFields('serial-puller') })
        : spawn('pullSlots', {
            id: 'pullSlots',
            input: { ...childFields('pull-slots'), slotsMax: pullSlotsMax(input) },
          }),
      throttle: spawn('pullThrottle', {
        id: 'pullThrottle',
        input: {
          ...childFields('pull-throttle'),
          rules: { qps: settings.registryPullQPS, burst: settings.registryBurst },
        },
      }),
      backOff: spawn('pullBackOff', {
        id: 'pullBackOff',
        input: { ...childFields('pull-back-off'), rules: backOffRules },
      }),
      records: input.records,
      nodeCredentials: input.nodeCredentials ?? [],
      ...(input.policy === 'coalesce'
        ? {
            coalescer: spawn('pullCoalescer', {
              id: 'pullCoalescer',
              input: childFields('pull-coalescer'),
            }),
          }
        : {}),
      ...(input.credentialProviders === undefined
        ? {}
        : {
            credentialProviders: spawn('credentialProviders', {
              id: 'credentialProviders',
              input: { ...childFields('credential-providers'), providers: input.credentialProviders },
            }),
          }),
    };
    const pleg = spawn('pleg', { id: 'pleg', input: { ...childFields('pleg'), ...plegInput(input) } });
    if (followsEvents(input))
      spawn('eventedPleg', {
        id: 'eventedPleg',
        input: { ...childFields('evented-pleg'), ...eventedPlegInput(input), pleg },
      });
    const nodeStatus = spawn('nodeStatus', {
      id: 'nodeStatus',
      input: { ...childFields('node-status'), ...nodeStatusInput(input), pleg },
    });
    const syncLoop = spawn('syncLoop', {
      id: 'syncLoop',
      input: { ...childFields('sync-loop'), ...syncLoopInput(input), pleg, nodeStatus },
    });
    const imageGc = spawn('imageGc', {
      id: 'imageGc',
      input: { ...childFields('image-gc'), ...imageGcInput(input) },
    });
    // StartGarbageCollection is called before the manager's own Start, so where both are due, the collection
    // comes first.
    if (collectsImages(input))
      spawn('imageGcLoop', {
        id: 'imageGcLoop',
        input: { ...childFields('image-gc-loop'), ...imageCollectionInput(input), manager: imageGc },
      });
    spawn('imageGcLoop', {
      id: 'imageDetection',
      input: { ...childFields('image-detection'), ...imageDetectionInput(input), manager: imageGc },
    });
    spawn('eviction', {
      id: 'eviction',
      input: { ...childFields('eviction'), ...evictionInput(input), imageGc, kubelet: self },
    });
    return { input, images, pleg, syncLoop, activePods: 0, workers: undefined, nodeConditions: [] };
  },
  initial: 'running',
  entry: 'startPleg',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    running: {
      description:
        'The kubelet admits pods and syncs them. A pod beyond maxPods, or under disk pressure, is refused and shows its reason as its status.',
      on: {
        'POD.ADDED': {
          actions: {
            type: 'toSyncLoop',
            params: ({ event }) => ({ type: 'ADDITION.DISPATCHED', spec: event.spec }),
          },
        },
        'POD.UPDATED': {
          actions: {
            type: 'toSyncLoop',
            params: ({ event }) => ({ type: 'CHANGE.DISPATCHED', spec: event.spec }),
          },
        },
        'ADDITION.DISPATCHED': [
          {
            description: 'A deleted pod that a restarted kubelet learns of keeps the place that it had.',
            guard: { type: 'isDeleted', params: ({ event }) => event.spec },
            actions: { type: 'admit', params: ({ event }) => event.spec },
          },
          {
            guard: 'isUnderPressure',
            actions: [
              {
                type: 'record',
                params: ({ context, event }) => rejectedForConditions(event.spec, context.nodeConditions),
              },
              {
                type: 'notifyApiServer',
                params: ({ event }) => ({ type: 'POD.ENDED', uid: event.spec.uid }),
              },
            ],
          },
          { guard: 'hasRoom', actions: { type: 'admit', params: ({ event }) => event.spec } },
          {
            actions: [
              {
                type: 'record',
                params: ({ context, event }) =>
                  rejectedForPods(event.spec, context.activePods, context.input.settings.maxPods),
              },
              {
                type: 'notifyApiServer',
                params: ({ event }) => ({ type: 'POD.ENDED', uid: event.spec.uid }),
              },
            ],
          },
        ],
        'CHANGE.DISPATCHED': [
          {
            guard: { type: 'hasWorker', params: ({ event }) => event.spec },
            actions: { type: 'updateWorker', params: ({ event }) => event.spec },
          },
          { description: 'The update came after the end of the pod and of its worker.' },
        ],
        'POD.TERMINATED': {
          actions: [
            'free',
            { type: 'notifyApiServer', params: ({ event }) => ({ type: 'POD.ENDED', uid: event.uid }) },
          ],
        },
        'NODE_CONDITIONS.CHANGED': {
          actions: { type: 'noteConditions', params: ({ event }) => event.conditions },
        },
        'POD.STOPPED': { actions: 'free' },
        'POD.CLEARED': {
          actions: { type: 'notifyApiServer', params: ({ event }) => ({ type: 'POD.GONE', uid: event.uid }) },
        },
        'WORKER.FINISHED': {
          actions: [
            { type: 'forgetPod', params: ({ event }) => event.uid },
            { type: 'stopWorker', params: ({ event }) => event.uid },
            { type: 'forgetWorker', params: ({ event }) => event.uid },
          ],
        },
      },
    },
  },
});
