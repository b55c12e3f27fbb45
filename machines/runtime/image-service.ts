import { assign, sendTo, setup, stopChild } from 'xstate';
import { peek } from '../../src/rules/collections/fifo.ts';
import type { Fault } from '../../src/rules/runtime/fault.ts';
import { createPullScript } from '../../src/rules/runtime/images/pull-script.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { actorType, ofEvent, reportUnhandled } from '../chart-parts.ts';
import { type RecorderEvent, recorderEvent } from '../world/recorder.ts';
import type { ImageReadRequest } from './container-runtime-protocol.ts';
import { contentStoreMachine } from './content-store.ts';
import type { ImageFsCaller, ImageRemoveCaller, ImagesListCaller, VolumeImagesRequest } from './cri.ts';
import type { ImageServiceEvent, ImageServiceInput } from './image-service-context.ts';
import * as service from './image-service-context.ts';
import * as pulls from './image-service-pulls.ts';
import * as reads from './image-service-reads.ts';
import { lazyReadMachine } from './lazy-read.ts';
import { readAnswer } from './lazy-read-context.ts';
import { metadataStoreMachine } from './metadata-store.ts';
import type { PullEnded } from './pull-protocol.ts';
import { runtimePullMachine } from './runtime-pull.ts';
import { runtimeSlotsMachine } from './runtime-slots.ts';
import { scriptedPullMachine } from './scripted-pull.ts';

export type { ImageServiceEvent, ImageServiceInput, ImageServiceRef } from './image-service-context.ts';

/**
 * containerd's CRI image service of one node: answers the kubelet, runs its pulls, and knows the images by
 * name. Mirrors `PullImage` and `ImageStatus` of containerd's CRI plugin (internal/cri/server/images).
 */
export const imageServiceMachine = setup({
  types: {
    input: {} as ImageServiceInput,
    context: {} as service.ImageServiceContext,
    events: {} as ImageServiceEvent | PullEnded,
  },
  actors: {
    content: actorType(contentStoreMachine),
    slots: actorType(runtimeSlotsMachine),
    metadata: actorType(metadataStoreMachine),
    pull: actorType(runtimePullMachine),
    scripted: actorType(scriptedPullMachine),
    read: actorType(lazyReadMachine),
  },
  guards: {
    isScripted: ({ context }, params: { image: string }) =>
      pulls.scriptedOutcome(context, params.image) !== undefined,
    hasSandboxImage: ({ context }) => pulls.hasSandboxImage(context),
    someoneAsks: ({ context }, pull: string) => pulls.requireCall(context, pull).requester !== undefined,
    isOpen: ({ context }, caller: string) => pulls.openCall(context, caller) !== undefined,
    isPresent: ({ context }, image: string) => service.knownImage(context, image) !== undefined,
    isScript: ({ context }, fault: Fault) => createPullScript('', fault, context.input.linkId) !== undefined,
    statusIsDue: ({ context }) =>
      context.status.calls !== undefined && context.status.calls.rank <= context.status.nowMicros,
    statusIsAsked: ({ context }) => context.status.calls !== undefined,
    isOnlyStatusCall: ({ context }) => service.statusAnswered(context).calls === undefined,
    isDueFirst: ({ context }, params: service.ImageStatusRequested) => service.isDueFirst(context, params),
    areLost: (_, pulls: 'lost' | 'completed') => pulls === 'lost',
    isRead: ({ context }, params: ImageReadRequest) => reads.isRead(context, params),
    readsLazily: ({ context }, params: ImageReadRequest) => reads.readsLazily(context, params),
    someRun: ({ context }) => context.pulls.toCancel.size > 0,
  },
  delays: { untilStatusIsDue: ({ context }) => service.firstCall(context).rank - context.status.nowMicros },
  actions: {
    askStatus: assign({
      status: ({ context }, params: service.ImageStatusRequested) => service.statusAsked(context, params),
    }),
    answerStatus: sendTo(
      ({ context }) => service.firstCall(context).value.requester,
      ({ context }) => service.imageStatus(context, service.firstCall(context).value.image),
    ),
    shiftStatus: assign({ status: ({ context }) => service.statusAnswered(context) }),
    // Pulls are spawned here and in startScripted, which differ in the machine only.
    startPull: assign(({ context, spawn, self }, params: service.WantedPull) => {
      const ref = spawn('pull', {
        id: `pull-${context.pulls.started}`,
        input: pulls.pullInput(context, params, self),
      });
      return pulls.withCall(context, params, ref);
    }),
    startScripted: assign(({ context, spawn, self }, params: service.WantedPull) => {
      const ref = spawn('scripted', {
        id: `pull-${context.pulls.started}`,
        input: pulls.scriptedInput(context, params, self),
      });
      return pulls.withScriptCounted(context, params, ref);
    }),
    keepImage: assign(({ context }, pull: string) => pulls.withPulled(context, pull)),
    answerSucceeded: sendTo(
      ({ context }, pull: string) => pulls.requireCaller(context, pull),
      ({ context }, pull: string) =>
        ({ type: 'IMAGE_PULL.SUCCEEDED', imageRef: pulls.pulledImage(context, pull).id }) as const,
    ),
    answerFailed: sendTo(
      ({ context }, params: { pull: string; error: string }) => pulls.requireCaller(context, params.pull),
      ({ context }, params: { pull: string; error: string }) => pulls.pullFailed(context, params),
    ),
    answerVolumes: sendTo(
      (_, { requester }: VolumeImagesRequest) => requester,
      ({ context }, params: VolumeImagesRequest) => service.volumeImagesAnswer(context, params),
    ),
    answerPresent: sendTo((_, requester: pulls.SandboxImageRequested['requester']) => requester, {
      type: 'SANDBOX_IMAGE.PRESENT',
    }),
    answerMissing: sendTo(
      (_, { requester }: pulls.SandboxImageRequested) => requester,
      ({ context }, params: pulls.SandboxImageRequested) => pulls.sandboxImageMissing(context, params),
    ),
    stopPull: stopChild(({ context, event }) => pulls.requireCall(context, (event as PullEnded).pull).ref),
    closeCall: assign({
      pulls: ({ context }, pull: string) => pulls.withoutCall(context, pull),
    }),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: RecorderEvent | readonly Observation[]) =>
        recorderEvent(context.input.name, params),
    ),
    removeContent: sendTo(
      ({ context }) => context.helpers.content,
      (_, params: { images: readonly string[]; requester?: ImageRemoveCaller }) =>
        ({ type: 'IMAGES.REMOVED', ...params }) as const,
    ),
    forgetImages: assign(({ context }, params: { images: readonly string[] }) =>
      reads.withoutImages(context, params.images),
    ),
    startRead: assign(({ context, spawn }, params: ImageReadRequest) => {
      const id = `read-${reads.readCount(context)}`;
      return reads.withRead(context, params, spawn('read', { id, input: reads.readInput(context, params) }));
    }),
    passRead: sendTo(
      ({ context }, params: ImageReadRequest) => reads.requireRead(context, params),
      (_, params: ImageReadRequest) => params,
    ),
    answerRead: sendTo(
      (_, params: ImageReadRequest) => params.requester,
      (_, params: ImageReadRequest) => readAnswer({ readers: [params.reader] }),
    ),
    listImages: sendTo(
      (_, requester: ImagesListCaller) => requester,
      ({ context }) => ({ type: 'IMAGES.LISTED', images: service.listedImages(context) }) as const,
    ),
    askDisk: sendTo(
      ({ context }) => context.input.disk,
      (_, requester: ImageFsCaller) => ({ type: 'SPACE.ASKED', requester }) as const,
    ),
    forgetCallers: assign(({ context }, { who }: { who: 'kubelet' | 'everyone' }) =>
      pulls.withoutCallers(context, who),
    ),
    markForCancel: assign({
      pulls: ({ context }, { who }: { who: 'kubelet' | 'everyone' }) => pulls.markedForCancel(context, who),
    }),
    abandonCall: assign(({ context }, caller: string) => pulls.givenUp(context, caller)),
    cancelPull: sendTo(({ context }) => peek(context.pulls.toCancel), { type: 'RUNTIME_PULL.CANCELLED' }),
    shiftCancelled: assign({ pulls: ({ context }) => pulls.withoutFirstToCancel(context) }),
    beginScript: assign({
      scripts: ({ context }, params: { id: string; fault: Fault }) => {
        const script = createPullScript(params.id, params.fault, context.input.linkId);
        return script === undefined ? context.scripts : [...context.scripts, script];
      },
    }),
    endScript: assign({
      scripts: ({ context }, id: string) => context.scripts.filter((script) => script.id !== id),
    }),
    reportUnhandled,
  },
}).createMachine({
  id: 'imageService',
  description:
    'The image service of the container runtime, which the kubelet calls. It knows which images the node has, pulls others, and removes them when image GC asks for it. It outlives restarts of the kubelet.',
  context: ({ input, spawn }) => {
    const inputs = service.helperInputs(input);
    return service.newService(input, {
      content: spawn('content', { id: 'content', input: inputs.content }),
      slots: spawn('slots', { id: 'slots', input: inputs.slots }),
      unpackSlots: spawn('slots', { id: 'unpack-slots', input: inputs.unpackSlots }),
      metadata: spawn('metadata', { id: 'metadata', input: inputs.metadata }),
    });
  },
  initial: 'serving',
  on: {
    'IMAGE_PULL.REQUESTED': [
      {
        guard: { type: 'isScripted', params: ofEvent },
        actions: { type: 'startScripted', params: ofEvent },
      },
      { actions: { type: 'startPull', params: ofEvent } },
    ],
    'SANDBOX_IMAGE.REQUESTED': [
      {
        guard: 'hasSandboxImage',
        actions: { type: 'answerPresent', params: ({ event }) => event.requester },
      },
      {
        guard: { type: 'isScripted', params: ({ context, event }) => pulls.sandboxPull(context, event) },
        actions: [
          { type: 'answerMissing', params: ofEvent },
          { type: 'startScripted', params: ({ context, event }) => pulls.sandboxPull(context, event) },
        ],
      },
      {
        actions: [
          { type: 'answerMissing', params: ofEvent },
          { type: 'startPull', params: ({ context, event }) => pulls.sandboxPull(context, event) },
        ],
      },
    ],
    'VOLUME_IMAGES.REQUESTED': { actions: { type: 'answerVolumes', params: ofEvent } },
    'IMAGE_READ.REQUESTED': [
      {
        guard: { type: 'isRead', params: ofEvent },
        actions: { type: 'passRead', params: ofEvent },
      },
      {
        description: 'The first container reads an image that was pulled lazily.',
        guard: { type: 'readsLazily', params: ofEvent },
        actions: { type: 'startRead', params: ofEvent },
      },
      {
        description: 'All of the image is on the node.',
        actions: { type: 'answerRead', params: ofEvent },
      },
    ],
    'IMAGE_PULL.CANCELLED': [
      {
        guard: { type: 'isOpen', params: ({ event }) => event.caller },
        target: '.cancelling',
        actions: { type: 'abandonCall', params: ({ event }) => event.caller },
      },
      {},
    ],
    'RUNTIME_PULL.SUCCEEDED': [
      {
        guard: { type: 'someoneAsks', params: ({ event }) => event.pull },
        actions: [
          { type: 'record', params: ({ context, event }) => pulls.recordPulled(context, event.pull) },
          { type: 'answerSucceeded', params: ({ event }) => event.pull },
          'stopPull',
          { type: 'keepImage', params: ({ event }) => event.pull },
        ],
      },
      {
        actions: [
          { type: 'record', params: ({ context, event }) => pulls.recordPulled(context, event.pull) },
          'stopPull',
          { type: 'keepImage', params: ({ event }) => event.pull },
        ],
      },
    ],
    'RUNTIME_PULL.FAILED': [
      {
        guard: { type: 'someoneAsks', params: ({ event }) => event.pull },
        actions: [
          { type: 'answerFailed', params: ofEvent },
          'stopPull',
          { type: 'closeCall', params: ({ event }) => event.pull },
        ],
      },
      { actions: ['stopPull', { type: 'closeCall', params: ({ event }) => event.pull }] },
    ],
    'RUNTIME_PULL.ABANDONED': {
      actions: ['stopPull', { type: 'closeCall', params: ({ event }) => event.pull }],
    },
    'IMAGE.REMOVED': [
      {
        guard: { type: 'isPresent', params: ({ event }) => event.image },
        actions: [
          { type: 'record', params: ({ context, event }) => service.removals(context, [event.image]) },
          {
            type: 'removeContent',
            params: ({ context, event }) => ({
              images: [service.knownImage(context, event.image)?.name ?? event.image],
            }),
          },
          { type: 'forgetImages', params: ({ event }) => ({ images: [event.image] }) },
        ],
      },
      {},
    ],
    'IMAGES.LIST_REQUESTED': { actions: { type: 'listImages', params: ({ event }) => event.requester } },
    'IMAGE_FS.REQUESTED': { actions: { type: 'askDisk', params: ({ event }) => event.requester } },
    'IMAGE_REMOVE.REQUESTED': {
      description:
        'All names of the image are removed; the content store computes what that frees, and answers. An image that is already gone is no error.',
      actions: [
        {
          type: 'record',
          params: ({ context, event }) =>
            service.removals(context, service.imageNames(context, event.imageId), event.caller),
        },
        {
          type: 'removeContent',
          params: ({ context, event }) => ({
            images: service.imageNames(context, event.imageId),
            requester: event.requester,
          }),
        },
        {
          type: 'forgetImages',
          params: ({ context, event }) => ({ images: service.imageNames(context, event.imageId) }),
        },
      ],
    },
    'KUBELET.GONE': [
      {
        guard: { type: 'areLost', params: ({ event }) => event.pulls },
        target: '.cancelling',
        actions: [
          { type: 'forgetCallers', params: { who: 'kubelet' } },
          { type: 'markForCancel', params: { who: 'kubelet' } },
        ],
      },
      { target: '.replying', actions: { type: 'forgetCallers', params: { who: 'kubelet' } } },
    ],
    'NODE.REBOOTED': {
      target: '.cancelling',
      actions: [
        { type: 'forgetCallers', params: { who: 'everyone' } },
        { type: 'markForCancel', params: { who: 'everyone' } },
      ],
    },
    'FAULT.BEGAN': [
      {
        guard: { type: 'isScript', params: ({ event }) => event.fault },
        actions: { type: 'beginScript', params: ofEvent },
      },
      {},
    ],
    'FAULT.ENDED': { actions: { type: 'endScript', params: ({ event }) => event.id } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    serving: {
      description:
        'No ImageStatus call is open. Pulls may be under way: they do not need this service until they end.',
      on: {
        'IMAGE_STATUS.REQUESTED': { target: 'answering', actions: { type: 'askStatus', params: ofEvent } },
      },
    },
    answering: {
      description:
        'ImageStatus calls are open, and a timer runs for the first answer. The kubelet asks whether an image is present before it pulls it, and some releases ask for the size after that. Each call takes some milliseconds.',
      on: {
        'IMAGE_STATUS.REQUESTED': [
          {
            guard: { type: 'isDueFirst', params: ofEvent },
            target: 'answering',
            reenter: true,
            actions: { type: 'askStatus', params: ofEvent },
          },
          { actions: { type: 'askStatus', params: ofEvent } },
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
      description: 'The other calls whose time has come are answered too, oldest first. No time passes.',
      always: [
        { guard: 'statusIsDue', actions: ['answerStatus', 'shiftStatus'] },
        { guard: 'statusIsAsked', target: 'answering' },
        { target: 'serving' },
      ],
    },
    cancelling: {
      description: 'Pulls under way are cancelled one by one. Each reports when it has released everything.',
      always: [{ guard: 'someRun', actions: ['cancelPull', 'shiftCancelled'] }, { target: 'replying' }],
    },
  },
});
