import { assign, sendTo, setup, stopChild } from 'xstate';
import { emptyFifo, fifoOf, peek, shift } from '../src/kubelet/fifo.ts';
import type { Observation } from '../src/kubelet/observation.ts';
import type { Fault } from '../src/runtime/fault.ts';
import { add, removeFirst, without } from '../src/runtime/heap.ts';
import { pullScriptOf, scriptFor, withCallCounted } from '../src/runtime/pull-script.ts';
import { get, remove, set, sortedMapOf } from '../src/runtime/sorted-map.ts';
import { contentStoreMachine } from './content-store.ts';
import type { ImageFsCaller, ImageRemoveCaller, ImagesListCaller } from './cri.ts';
import {
  callerOf,
  callOf,
  firstCall,
  type ImageServiceContext,
  type ImageStatusRequested,
  listOf,
  namesOf,
  type PullImageRequested,
  pullInput,
  pullName,
  pullsOf,
  removals,
  scriptOf,
  statusMicros,
  statusOf,
} from './image-service-context.ts';
import type { ImageServiceEvent, ImageServiceInput } from './image-service-protocol.ts';
import type { PullEnded } from './pull-protocol.ts';
import { pullSlotsMachine } from './pull-slots.ts';
import { unhandled } from './recorder.ts';
import { runtimePullMachine } from './runtime-pull.ts';
import { scriptedPullMachine } from './scripted-pull.ts';

export type { ImageServiceEvent, ImageServiceInput, ImageServiceRef } from './image-service-protocol.ts';

/**
 * containerd's CRI image service of one node: answers the kubelet, runs its pulls, and knows the images by name.
 * Mirrors `PullImage` and `ImageStatus` of containerd's CRI plugin (internal/cri/server/images).
 */
export const imageServiceMachine = setup({
  types: { input: {} as ImageServiceInput, context: {} as ImageServiceContext, events: {} as ImageServiceEvent | PullEnded },
  actors: { content: contentStoreMachine, slots: pullSlotsMachine, pull: runtimePullMachine, scripted: scriptedPullMachine },
  guards: {
    isScripted: ({ context }, params: { image: string }) => scriptOf(context, params.image) !== undefined,
    someoneAsks: ({ context }, params: { pull: string }) => callOf(context, params.pull).requester !== undefined,
    isPresent: ({ context }, params: { image: string }) => get(context.refs, params.image) !== undefined,
    isScript: (_, params: { fault: Fault }) => pullScriptOf('', params.fault) !== undefined,
    statusIsDue: ({ context }) => context.statusCalls !== undefined && context.statusCalls.rank <= context.nowMicros,
    statusIsAsked: ({ context }) => context.statusCalls !== undefined,
    isOnlyStatusCall: ({ context }) => removeFirst(firstCall(context)) === undefined,
    isDueFirst: ({ context }, params: ImageStatusRequested) =>
      context.input.clock.nowMicros() + statusMicros(context, params) < firstCall(context).rank,
    areLost: (_, params: { pulls: 'lost' | 'completed' }) => params.pulls === 'lost',
    someRun: ({ context }) => context.toCancel.size > 0,
  },
  delays: { untilStatusIsDue: ({ context }) => firstCall(context).rank - context.nowMicros },
  actions: {
    askStatus: assign(({ context }, params: ImageStatusRequested) => {
      const nowMicros = context.input.clock.nowMicros();
      const dueMicros = nowMicros + statusMicros(context, params);
      const { statusCalls, statusCallsMade } = context;
      return { nowMicros, statusCalls: add(statusCalls, dueMicros, statusCallsMade, params), statusCallsMade: statusCallsMade + 1 };
    }),
    answerStatus: sendTo(
      ({ context }) => firstCall(context).value.requester,
      ({ context }) => statusOf(context, firstCall(context).value.image),
    ),
    shiftStatus: assign(({ context }) => ({ nowMicros: context.input.clock.nowMicros(), statusCalls: removeFirst(firstCall(context)) })),
    // Pulls are spawned here and in startScripted, which differ in the machine only.
    startPull: assign(({ context, spawn, self }, params: PullImageRequested) => {
      const ref = spawn('pull', { id: `pull-${context.pullsStarted}`, input: pullInput(context, params, self) });
      const call = { image: params.image, ref, requester: params.requester };
      return { calls: set(context.calls, pullName(context, params.caller), call), pullsStarted: context.pullsStarted + 1 };
    }),
    startScripted: assign(({ context, spawn, self }, params: PullImageRequested) => {
      const name = pullName(context, params.caller);
      const script = scriptFor(context.scripts, params.image);
      const { takesMicros = 0, error } = scriptOf(context, params.image) ?? {};
      const input = { name, recorder: context.input.recorder, service: self, takesMicros, error };
      const ref = spawn('scripted', { id: `pull-${context.pullsStarted}`, input });
      const call = { image: params.image, ref, requester: params.requester };
      return {
        calls: set(context.calls, name, call),
        pullsStarted: context.pullsStarted + 1,
        scripts: script === undefined ? context.scripts : withCallCounted(context.scripts, script),
      };
    }),
    keepImage: assign(({ context }, params: { pull: string }) => {
      const { image } = callOf(context, params.pull);
      return { refs: set(context.refs, image, context.input.images[image]?.ref ?? ''), calls: remove(context.calls, params.pull) };
    }),
    recordImage: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: { pull: string }) => {
        const { image } = callOf(context, params.pull);
        const observation = { type: 'image', state: 'present', image, ref: context.input.images[image]?.ref ?? '' } as const;
        return { type: 'RECORD', actor: context.input.name, observation, because: { kind: 'pull', actor: params.pull } } as const;
      },
    ),
    answerSucceeded: sendTo(
      ({ context }, params: { pull: string }) => callerOf(context, params.pull),
      ({ context }, params: { pull: string }) => {
        const imageRef = context.input.images[callOf(context, params.pull).image]?.ref ?? '';
        return { type: 'IMAGE_PULL.SUCCEEDED', imageRef } as const;
      },
    ),
    answerFailed: sendTo(
      ({ context }, params: { pull: string; error: string }) => callerOf(context, params.pull),
      (_, params: { pull: string; error: string }) => ({ type: 'IMAGE_PULL.FAILED', error: params.error }) as const,
    ),
    stopPull: stopChild(({ context, event }) => callOf(context, (event as PullEnded).pull).ref),
    closeCall: assign({ calls: ({ context }, params: { pull: string }) => remove(context.calls, params.pull) }),
    tell: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, observations: readonly Observation[]) => ({ type: 'RECORDS', actor: context.input.name, observations }) as const,
    ),
    removeContent: sendTo(
      ({ context }) => context.content,
      (_, params: { images: readonly string[]; requester?: ImageRemoveCaller }) => ({ type: 'IMAGES.REMOVED', ...params }) as const,
    ),
    forgetImages: assign({
      refs: ({ context }, params: { images: readonly string[] }) => params.images.reduce((refs, name) => remove(refs, name), context.refs),
    }),
    listImages: sendTo(
      (_, { requester }: { requester: ImagesListCaller }) => requester,
      ({ context }) => ({ type: 'IMAGES.LISTED', images: listOf(context) }) as const,
    ),
    askDisk: sendTo(
      ({ context }) => context.input.disk,
      (_, { requester }: { requester: ImageFsCaller }) => ({ type: 'SPACE.ASKED', requester }) as const,
    ),
    forgetCallers: assign(({ context }, { who }: { who: 'kubelet' | 'everyone' }) => ({
      nowMicros: context.input.clock.nowMicros(),
      statusCalls: without(context.statusCalls, ({ caller }) => who === 'everyone' || caller === undefined),
      calls: pullsOf(context, who).reduce((calls, [name, call]) => set(calls, name, { ...call, requester: undefined }), context.calls),
    })),
    condemnPulls: assign({
      toCancel: ({ context }, { who }: { who: 'kubelet' | 'everyone' }) => fifoOf(pullsOf(context, who).map(([, call]) => call.ref)),
    }),
    cancelPull: sendTo(({ context }) => peek(context.toCancel), { type: 'PULL.CANCELLED' }),
    shiftCancelled: assign({ toCancel: ({ context }) => shift(context.toCancel) }),
    beginScript: assign({
      scripts: ({ context }, params: { id: string; fault: Fault }) => {
        const script = pullScriptOf(params.id, params.fault);
        return script === undefined ? context.scripts : [...context.scripts, script];
      },
    }),
    endScript: assign({ scripts: ({ context }, params: { id: string }) => context.scripts.filter((script) => script.id !== params.id) }),
    reportUnhandled: sendTo(
      ({ context }) => context.input.recorder,
      ({ context, event }) => unhandled(context.input.name, event),
    ),
  },
}).createMachine({
  id: 'imageService',
  description: 'The image service of the container runtime, as the kubelet calls it.',
  context: ({ input, spawn }) => {
    const { name, recorder, disk, profile } = input;
    const present = input.presentImages.flatMap((image) => input.images[image] ?? []);
    const slotsMax = profile.downloadSlots.scope === 'node' ? profile.downloadSlots.slotsMax : Infinity;
    return {
      input,
      content: spawn('content', { id: 'content', input: { name: `${name}/content`, recorder, disk, presentImages: present } }),
      slots: spawn('slots', { id: 'slots', input: { name: `${name}/download-slots`, recorder, slotsMax } }),
      refs: sortedMapOf(present.map((image) => [image.name, image.ref] as const)),
      calls: undefined,
      pullsStarted: 0,
      statusCalls: undefined,
      statusCallsMade: 0,
      scripts: [],
      toCancel: emptyFifo(),
      nowMicros: 0,
    };
  },
  initial: 'serving',
  on: {
    'IMAGE_PULL.REQUESTED': [
      {
        guard: { type: 'isScripted', params: ({ event }) => event },
        actions: { type: 'startScripted', params: ({ event }) => event },
      },
      { actions: { type: 'startPull', params: ({ event }) => event } },
    ],
    'PULL.SUCCEEDED': [
      {
        guard: { type: 'someoneAsks', params: ({ event }) => event },
        actions: [
          { type: 'recordImage', params: ({ event }) => event },
          { type: 'answerSucceeded', params: ({ event }) => event },
          'stopPull',
          { type: 'keepImage', params: ({ event }) => event },
        ],
      },
      {
        actions: [{ type: 'recordImage', params: ({ event }) => event }, 'stopPull', { type: 'keepImage', params: ({ event }) => event }],
      },
    ],
    'PULL.FAILED': [
      {
        guard: { type: 'someoneAsks', params: ({ event }) => event },
        actions: [{ type: 'answerFailed', params: ({ event }) => event }, 'stopPull', { type: 'closeCall', params: ({ event }) => event }],
      },
      { actions: ['stopPull', { type: 'closeCall', params: ({ event }) => event }] },
    ],
    'PULL.ABANDONED': { actions: ['stopPull', { type: 'closeCall', params: ({ event }) => event }] },
    'IMAGE.REMOVED': [
      {
        guard: { type: 'isPresent', params: ({ event }) => event },
        actions: [
          { type: 'tell', params: ({ context, event }) => removals(context, [event.image]) },
          { type: 'forgetImages', params: ({ event }) => ({ images: [event.image] }) },
          { type: 'removeContent', params: ({ event }) => ({ images: [event.image] }) },
        ],
      },
      {},
    ],
    'IMAGES.LIST_REQUESTED': { actions: { type: 'listImages', params: ({ event }) => event } },
    'IMAGE_FS.REQUESTED': { actions: { type: 'askDisk', params: ({ event }) => event } },
    'IMAGE_REMOVE.REQUESTED': {
      description: 'All names go; the content store knows what that frees, and answers. One that is gone already is no error.',
      actions: [
        { type: 'tell', params: ({ context, event }) => removals(context, namesOf(context, event.imageId), event.caller) },
        {
          type: 'removeContent',
          params: ({ context, event }) => ({ images: namesOf(context, event.imageId), requester: event.requester }),
        },
        { type: 'forgetImages', params: ({ context, event }) => ({ images: namesOf(context, event.imageId) }) },
      ],
    },
    'KUBELET.GONE': [
      {
        guard: { type: 'areLost', params: ({ event }) => event },
        target: '.cancelling',
        actions: [
          { type: 'forgetCallers', params: { who: 'kubelet' } },
          { type: 'condemnPulls', params: { who: 'kubelet' } },
        ],
      },
      { target: '.replying', actions: { type: 'forgetCallers', params: { who: 'kubelet' } } },
    ],
    'NODE.REBOOTED': {
      target: '.cancelling',
      actions: [
        { type: 'forgetCallers', params: { who: 'everyone' } },
        { type: 'condemnPulls', params: { who: 'everyone' } },
      ],
    },
    'FAULT.BEGAN': [
      { guard: { type: 'isScript', params: ({ event }) => event }, actions: { type: 'beginScript', params: ({ event }) => event } },
      {},
    ],
    'FAULT.ENDED': { actions: { type: 'endScript', params: ({ event }) => event } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    serving: {
      description: 'No ImageStatus call is open.',
      on: { 'IMAGE_STATUS.REQUESTED': { target: 'answering', actions: { type: 'askStatus', params: ({ event }) => event } } },
    },
    answering: {
      description: 'ImageStatus calls are open, and the timer runs for the one that is due first.',
      on: {
        'IMAGE_STATUS.REQUESTED': [
          {
            guard: { type: 'isDueFirst', params: ({ event }) => event },
            target: 'answering',
            reenter: true,
            actions: { type: 'askStatus', params: ({ event }) => event },
          },
          { actions: { type: 'askStatus', params: ({ event }) => event } },
        ],
      },
      after: {
        untilStatusIsDue: [
          { guard: 'isOnlyStatusCall', target: 'serving', actions: ['answerStatus', 'shiftStatus'] },
          { target: 'replying', actions: ['answerStatus', 'shiftStatus'] },
        ],
      },
    },
    replying: {
      description: 'The other calls that are due are answered too, oldest first.',
      always: [
        { guard: 'statusIsDue', actions: ['answerStatus', 'shiftStatus'] },
        { guard: 'statusIsAsked', target: 'answering' },
        { target: 'serving' },
      ],
    },
    cancelling: {
      description: 'Pulls under way are cancelled one by one; each says so when it has let go of everything.',
      always: [{ guard: 'someRun', actions: ['cancelPull', 'shiftCancelled'] }, { target: 'replying' }],
    },
  },
});
