import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import { createFifo, emptyFifo, type Fifo, peek, shift } from '../../src/rules/collections/fifo.ts';
import { VersionedMap } from '../../src/rules/collections/versioned-map.ts';
import { type PodChange, type PodSpec, withPodChange } from '../../src/rules/kubelet/pods/pod.ts';
import { podObservation, toPodRef } from '../../src/rules/kubelet/pods/sync-log.ts';
import type { Observation, PodRef } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { KubeletRef, PodEnded } from '../kubelet/kubelet-protocol.ts';
import type { ContainerRuntime } from '../runtime/container-runtime-protocol.ts';
import type { Recorder, RecorderEvent } from './recorder.ts';

/** A pod is bound to the node. */
export type PodArrived = { readonly type: 'POD.ARRIVED'; readonly spec: PodSpec };

/** A user changes a pod (`kubectl debug`, `kubectl set image`). */
export type PodEdited = { readonly type: 'POD.EDITED'; readonly uid: string; readonly change: PodChange };

/**
 * A user deletes a pod. The message carries the spec, because the API server here does not keep pods that
 * are over.
 */
export type PodDeleted = {
  readonly type: 'POD.DELETED';
  readonly spec: PodSpec;
  readonly graceMicros: number;
};

/** A kubelet lists the node's pods and watches them from now on; or it is gone. */
type WatchBegan = { readonly type: 'WATCH.BEGAN'; readonly kubelet: KubeletRef };
type WatchEnded = { readonly type: 'WATCH.ENDED' };

export type ApiServerEvent = PodArrived | PodEdited | PodDeleted | PodEnded | WatchBegan | WatchEnded;

export type ApiServer = ActorRef<Snapshot<unknown>, ApiServerEvent>;

export interface ApiServerInput {
  /** The node's name. Records about its pods are made in this name. */
  readonly name: string;
  readonly recorder: Recorder;
  readonly runtime: ContainerRuntime;
}

export interface ApiServerContext {
  readonly input: ApiServerInput;
  /** The pods that are bound to the node and neither over nor gone, in order of arrival. */
  readonly pods: VersionedMap<string, PodSpec>;
  /** undefined while no kubelet watches. */
  readonly kubelet: KubeletRef | undefined;
  /** The pods of which a kubelet that has just begun to watch does not know yet. */
  readonly toList: Fifo<PodSpec>;
}

function requirePod({ input: { name }, pods }: ApiServerContext, uid: string): PodSpec {
  const spec = pods.get(uid);
  if (spec === undefined) throw new Error(`${name} has no pod ${uid}`);
  return spec;
}

function requireKubelet({ input: { name }, kubelet }: ApiServerContext): KubeletRef {
  if (kubelet === undefined) throw new Error(`${name}: no kubelet watches`);
  return kubelet;
}

/**
 * Returns the pod after the change; undefined if the change has no effect because the pod is gone, over or
 * deleted, or has that value already.
 */
function edited({ pods }: ApiServerContext, { uid, change }: PodEdited): PodSpec | undefined {
  const spec = pods.get(uid);
  if (spec === undefined || spec.deletionGraceMicros !== undefined) return undefined;
  const after = withPodChange(spec, change);
  return after === spec ? undefined : after;
}

/**
 * The API server as far as the pods of one node are concerned: which are bound to it, how they are changed,
 * and when they are gone. The kubelet learns of pods only from here: of all of them at its start, and of each
 * change while it runs. A pod that is over is deleted without the kubelet, together with its containers
 * (upstream this is container GC, which takes up to a minute).
 */
export const apiServerMachine = setup({
  types: { input: {} as ApiServerInput, context: {} as ApiServerContext, events: {} as ApiServerEvent },
  guards: {
    hasPodsToList: ({ context }) => context.toList.size > 0,
    knowsPod: ({ context }, { uid }: { uid: string }) => context.pods.has(uid),
    isDeleted: ({ context }, uid: string) => requirePod(context, uid).deletionGraceMicros !== undefined,
    isEffective: ({ context }, params: PodEdited) => edited(context, params) !== undefined,
    isDeletable: ({ context }, spec: PodDeleted['spec']) => {
      const knownPod = context.pods.get(spec.uid);
      return knownPod !== undefined && knownPod.deletionGraceMicros === undefined;
    },
  },
  actions: {
    reportUnhandled,
    bind: assign({ pods: ({ context }, spec: PodSpec) => context.pods.with(spec.uid, spec) }),
    edit: assign({
      pods: ({ context }, params: PodEdited) => {
        const after = edited(context, params);
        return after === undefined ? context.pods : context.pods.with(params.uid, after);
      },
    }),
    markDeleted: assign({
      pods: ({ context }, { spec: { uid }, graceMicros }: PodDeleted) =>
        context.pods.with(uid, { ...requirePod(context, uid), deletionGraceMicros: graceMicros }),
    }),
    unbind: assign({
      pods: ({ context }, uid: string) => context.pods.without(uid),
    }),
    noteWatcher: assign(({ context }, kubelet: WatchBegan['kubelet']) => ({
      kubelet,
      toList: createFifo(context.pods.values()),
    })),
    forgetWatcher: assign({ kubelet: undefined }),
    addPod: sendTo(
      ({ context }) => requireKubelet(context),
      (_, spec: PodSpec) => ({ type: 'POD.ADDED', spec }) as const,
    ),
    addNext: sendTo(
      ({ context }) => requireKubelet(context),
      ({ context }) => ({ type: 'POD.ADDED', spec: peek(context.toList) }) as const,
    ),
    dropNext: assign({ toList: ({ context }) => shift(context.toList) }),
    updatePod: sendTo(
      ({ context }) => requireKubelet(context),
      ({ context }, { uid }: { uid: string }) =>
        ({ type: 'POD.UPDATED', spec: requirePod(context, uid) }) as const,
    ),
    removeContainers: sendTo(
      ({ context }) => context.input.runtime,
      (_, { pod }: { pod: PodRef }) => ({ type: 'POD.REMOVED', pod }) as const,
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({
        type: 'RECORDS',
        actor: context.input.name,
        observations,
      }),
    ),
  },
}).createMachine({
  id: 'apiServer',
  description:
    'The API server’s view of a node’s pods. It hands new pods, changes and deletions to the kubelet of the node, and forgets a deleted pod when the kubelet has cleared it away.',
  context: ({ input }) => ({
    input,
    pods: new VersionedMap(),
    kubelet: undefined,
    toList: emptyFifo<PodSpec>(),
  }),
  initial: 'unwatched',
  on: {
    'POD.ARRIVED': {
      actions: [
        { type: 'bind', params: ({ event }) => event.spec },
        { type: 'record', params: ({ event }) => [podObservation(event.spec, 'added')] },
      ],
    },
    'POD.EDITED': [
      {
        guard: { type: 'isEffective', params: ofEvent },
        actions: [
          { type: 'edit', params: ofEvent },
          {
            type: 'record',
            params: ({ context, event }) => [podObservation(requirePod(context, event.uid), 'changed')],
          },
        ],
      },
      { description: 'The change has no effect, or comes too late.' },
    ],
    'POD.DELETED': [
      {
        guard: { type: 'isDeletable', params: ({ event }) => event.spec },
        actions: [
          { type: 'markDeleted', params: ofEvent },
          {
            type: 'record',
            params: ({ context, event }) => [podObservation(requirePod(context, event.spec.uid), 'deleting')],
          },
        ],
      },
      {
        guard: { type: 'knowsPod', params: ({ event }) => event.spec },
        description: 'The pod is already being deleted.',
      },
      {
        description: 'The pod is over, so nothing has to stop first.',
        actions: [
          { type: 'record', params: ({ event }) => [podObservation(event.spec, 'deleted')] },
          { type: 'removeContainers', params: ({ event }) => ({ pod: toPodRef(event.spec) }) },
        ],
      },
    ],
    'POD.ENDED': [
      {
        guard: { type: 'isDeleted', params: ({ event }) => event.uid },
        description: 'The pod was deleted before the kubelet learned of it.',
        actions: [
          {
            type: 'record',
            params: ({ context, event }) => [podObservation(requirePod(context, event.uid), 'deleted')],
          },
          {
            type: 'removeContainers',
            params: ({ context, event }) => ({ pod: toPodRef(requirePod(context, event.uid)) }),
          },
          { type: 'unbind', params: ({ event }) => event.uid },
        ],
      },
      { actions: { type: 'unbind', params: ({ event }) => event.uid } },
    ],
    'POD.GONE': [
      {
        guard: { type: 'knowsPod', params: ofEvent },
        actions: [
          {
            type: 'record',
            params: ({ context, event }) => [podObservation(requirePod(context, event.uid), 'deleted')],
          },
          { type: 'unbind', params: ({ event }) => event.uid },
        ],
      },
      { description: 'The pod was over and is already gone.' },
    ],
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    unwatched: {
      description:
        'The node’s kubelet is down: changes to its pods wait for it. A pod that is created or deleted meanwhile stays Pending or Terminating; running containers go on.',
      on: {
        'WATCH.BEGAN': {
          target: 'listing',
          actions: { type: 'noteWatcher', params: ({ event }) => event.kubelet },
        },
      },
    },
    listing: {
      description:
        'A kubelet has just started and lists the pods that are bound to its node. It gets them one by one.',
      always: [
        { guard: 'hasPodsToList', target: 'listing', reenter: true, actions: ['addNext', 'dropNext'] },
        { target: 'watched' },
      ],
    },
    watched: {
      description:
        'The kubelet watches the pods of its node, and gets each change at once. What kubectl apply or the scheduler writes reaches the node without delay.',
      on: {
        'WATCH.ENDED': { target: 'unwatched', actions: 'forgetWatcher' },
        'POD.ARRIVED': {
          actions: [
            { type: 'bind', params: ({ event }) => event.spec },
            { type: 'record', params: ({ event }) => [podObservation(event.spec, 'added')] },
            { type: 'addPod', params: ({ event }) => event.spec },
          ],
        },
        'POD.EDITED': {
          guard: { type: 'isEffective', params: ofEvent },
          actions: [
            { type: 'edit', params: ofEvent },
            {
              type: 'record',
              params: ({ context, event }) => [podObservation(requirePod(context, event.uid), 'changed')],
            },
            { type: 'updatePod', params: ofEvent },
          ],
        },
        'POD.DELETED': {
          guard: { type: 'isDeletable', params: ({ event }) => event.spec },
          actions: [
            { type: 'markDeleted', params: ofEvent },
            {
              type: 'record',
              params: ({ context, event }) => [
                podObservation(requirePod(context, event.spec.uid), 'deleting'),
              ],
            },
            { type: 'updatePod', params: ({ event }) => event.spec },
          ],
        },
      },
    },
  },
});
