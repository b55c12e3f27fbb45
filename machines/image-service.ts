import { assign, sendTo, setup, stopChild } from 'xstate';
import { emptyFifo, fifoOf, peek, push, shift } from '../src/kubelet/fifo.ts';
import type { Fault } from '../src/runtime/fault.ts';
import type { Image } from '../src/runtime/image.ts';
import { imageLocation } from '../src/runtime/image-location.ts';
import { pullScriptOf, scriptFor, withCallCounted } from '../src/runtime/pull-script.ts';
import { entries, get, remove, set, sortedMapOf } from '../src/runtime/sorted-map.ts';
import { contentStoreMachine } from './content-store.ts';
import type { ImageServiceCaller, ImageServiceRequest } from './cri.ts';
import type { ImageServiceContext, ImageServiceEvent, ImageServiceInput, PullCall, StatusCall } from './image-service-protocol.ts';
import type { PullEnded } from './pull-protocol.ts';
import { pullSlotsMachine } from './pull-slots.ts';
import { runtimePullMachine } from './runtime-pull.ts';
import { scriptedPullMachine } from './scripted-pull.ts';

export type { ImageServiceEvent, ImageServiceInput, ImageServiceRef } from './image-service-protocol.ts';

type PullRequested = Extract<ImageServiceRequest, { type: 'IMAGE_PULL.REQUESTED' }>;

/** Returns the call that a pull's name stands for; a pull speaks only while its call is open. */
function callOf(context: ImageServiceContext, pull: string): PullCall {
  const call = get(context.calls, pull);
  if (call === undefined) throw new Error(`${context.input.name}: no call is open for the pull "${pull}"`);
  return call;
}

/** The caller's name makes the pull's, with a number where a dead kubelet's pull of that name still runs. */
function pullName(context: ImageServiceContext, caller: string): string {
  const name = `${context.input.name}/${caller}`;
  return get(context.calls, name) === undefined ? name : `${name}#${context.pullsStarted}`;
}

function callerOf(context: ImageServiceContext, pull: string): ImageServiceCaller {
  const { requester } = callOf(context, pull);
  if (requester === undefined) throw new Error(`${context.input.name}: the caller of "${pull}" is dead`);
  return requester;
}

function statusOf(context: ImageServiceContext, image: string) {
  const imageRef = get(context.refs, image) ?? '';
  const layers = imageRef === '' ? [] : (context.input.images[image]?.layers ?? []);
  const sizeBytes = layers.reduce((sum, layer) => sum + layer.bytes, imageRef === '' ? 0 : (context.input.images[image]?.configBytes ?? 0));
  return { type: 'IMAGE_STATUS.ANSWERED', imageRef, sizeBytes } as const;
}

/** What a pull of this image comes to where the scenario, or a host that nobody knows, has decided it. */
function scriptOf(context: ImageServiceContext, image: string): { takesMicros: number; error: string | undefined } | undefined {
  const script = scriptFor(context.scripts, image);
  if (script !== undefined) {
    return { takesMicros: script.fault.takesMicros, error: script.fault.kind === 'pullFails' ? script.fault.error : undefined };
  }
  if (context.input.registries[imageLocation(image).registry] !== undefined) return undefined;
  const { delays, errorText } = context.input.profile;
  const error = errorText({ kind: 'noSuchHost', at: { method: 'HEAD', kind: 'tag', digest: '' } }, image);
  return { takesMicros: delays.beforeHead + delays.beforeFailure, error };
}

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
    statusIsDue: ({ context }) => context.statusCalls.size > 0 && peek(context.statusCalls).dueMicros <= context.nowMicros,
    statusIsAsked: ({ context }) => context.statusCalls.size > 0,
    areLost: (_, params: { pulls: 'lost' | 'completed' }) => params.pulls === 'lost',
    someRun: ({ context }) => context.toCancel.size > 0,
  },
  delays: { untilStatusIsDue: ({ context }) => peek(context.statusCalls).dueMicros - context.nowMicros },
  actions: {
    askStatus: assign(({ context }, params: { image: string; requester: ImageServiceCaller }) => {
      const nowMicros = context.input.clock.nowMicros();
      const dueMicros = nowMicros + context.input.timings.imageStatusMicros;
      return { nowMicros, statusCalls: push(context.statusCalls, { image: params.image, requester: params.requester, dueMicros }) };
    }),
    noteTime: assign({ nowMicros: ({ context }) => context.input.clock.nowMicros() }),
    answerStatus: sendTo(
      ({ context }) => peek(context.statusCalls).requester,
      ({ context }) => statusOf(context, peek(context.statusCalls).image),
    ),
    shiftStatus: assign({ statusCalls: ({ context }) => shift(context.statusCalls) }),
    // Pulls are spawned here and in startScripted, which differ in the machine only.
    startPull: assign(({ context, spawn, self }, params: PullRequested) => {
      const { content, slots } = context;
      const { recorder, dice, profile, network, disk, linkId, timings, registries, images } = context.input;
      const name = pullName(context, params.caller);
      const host = imageLocation(params.image).registry;
      const registry = registries[host];
      if (registry === undefined) throw new Error(`${context.input.name}: no registry "${host}"`);
      const known = images[params.image];
      const image: Image = known ?? { name: params.image, ref: '', index: false, configBytes: 0, layers: [], source: 'assumed' };
      const shared = { recorder, dice, profile, content, slots, network, disk, linkId };
      const { unpackBytesPerSecond } = timings;
      const input = { ...shared, name, service: self, image, exists: known !== undefined, host, registry, unpackBytesPerSecond };
      const ref = spawn('pull', { id: `pull-${context.pullsStarted}`, input });
      const call = { image: params.image, ref, requester: params.requester };
      return { calls: set(context.calls, name, call), pullsStarted: context.pullsStarted + 1 };
    }),
    startScripted: assign(({ context, spawn, self }, params: PullRequested) => {
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
    noteImage: assign({
      refs: ({ context }, params: { pull: string }) => {
        const { image } = callOf(context, params.pull);
        return set(context.refs, image, context.input.images[image]?.ref ?? '');
      },
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
    recordRemoved: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: { image: string }) => {
        const observation = { type: 'image', state: 'removed', image: params.image, ref: get(context.refs, params.image) ?? '' } as const;
        return { type: 'RECORD', actor: context.input.name, observation } as const;
      },
    ),
    removeContent: sendTo(
      ({ context }) => context.content,
      (_, params: { image: string }) => ({ type: 'IMAGE.REMOVED', image: params.image }) as const,
    ),
    forgetImage: assign({ refs: ({ context }, params: { image: string }) => remove(context.refs, params.image) }),
    forgetCallers: assign(({ context }) => ({
      statusCalls: emptyFifo<StatusCall>(),
      calls: sortedMapOf(entries(context.calls).map(([name, call]) => [name, { ...call, requester: undefined }] as const)),
    })),
    condemnPulls: assign({ toCancel: ({ context }) => fifoOf(entries(context.calls).map(([, call]) => call.ref)) }),
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
      ({ context, event }) => ({ type: 'UNHANDLED', actor: context.input.name, event: event.type }) as const,
    ),
  },
}).createMachine({
  id: 'imageService',
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
      statusCalls: emptyFifo(),
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
          { type: 'noteImage', params: ({ event }) => event },
          { type: 'recordImage', params: ({ event }) => event },
          { type: 'answerSucceeded', params: ({ event }) => event },
          'stopPull',
          { type: 'closeCall', params: ({ event }) => event },
        ],
      },
      {
        actions: [
          { type: 'noteImage', params: ({ event }) => event },
          { type: 'recordImage', params: ({ event }) => event },
          'stopPull',
          { type: 'closeCall', params: ({ event }) => event },
        ],
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
          { type: 'recordRemoved', params: ({ event }) => event },
          { type: 'forgetImage', params: ({ event }) => event },
          { type: 'removeContent', params: ({ event }) => event },
        ],
      },
      {},
    ],
    'KUBELET.GONE': [
      { guard: { type: 'areLost', params: ({ event }) => event }, target: '.cancelling', actions: ['forgetCallers', 'condemnPulls'] },
      { target: '.serving', actions: 'forgetCallers' },
    ],
    'NODE.REBOOTED': { target: '.cancelling', actions: ['forgetCallers', 'condemnPulls'] },
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
      description: 'ImageStatus calls are open; all take the same time, so the oldest is due first.',
      on: { 'IMAGE_STATUS.REQUESTED': { actions: { type: 'askStatus', params: ({ event }) => event } } },
      after: { untilStatusIsDue: { target: 'replying', actions: 'noteTime' } },
    },
    replying: {
      description: 'The calls that are due are answered, oldest first.',
      always: [
        { guard: 'statusIsDue', target: 'replying', reenter: true, actions: ['answerStatus', 'shiftStatus'] },
        { guard: 'statusIsAsked', target: 'answering' },
        { target: 'serving' },
      ],
    },
    cancelling: {
      description: 'Pulls under way are cancelled one by one; each says so when it has let go of everything.',
      always: [{ guard: 'someRun', target: 'cancelling', reenter: true, actions: ['cancelPull', 'shiftCancelled'] }, { target: 'serving' }],
    },
  },
});
