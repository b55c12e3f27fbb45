import { and, assign, sendTo, setup } from 'xstate';
import { emptyFifo, push } from '../../src/rules/collections/fifo.ts';
import { invalidCapacity } from '../../src/rules/kubelet/image-gc/image-gc-messages.ts';
import {
  afterFailure,
  afterRemoval,
  beginRound,
  hasFreedEnough,
  nextImage,
  selectForSpace,
  selectOldImages,
  skipIneligible,
} from '../../src/rules/kubelet/image-gc/image-gc-round.ts';
import {
  forgetImage,
  type ImageUser,
  type ListedImage,
} from '../../src/rules/kubelet/image-gc/image-records.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import {
  beginning,
  detecting,
  failedBy,
  type ImageFsAnswered,
  type ImageGcContext,
  isTooFull,
  measuredUsage,
  mountsError,
  passBytesToFree,
  pruned,
  removalsError,
  removedBy,
  requireRequest,
  roundEnd,
  shortageError,
  warning,
} from './image-gc-context.ts';
import type { ImageGcEvent, ImageGcInput, ImageGcRequest } from './image-gc-protocol.ts';

type Containers = { readonly containers: readonly ImageUser[] };

/**
 * The image GC manager: it knows since when images are there and when they were last used, and removes them
 * one by one. Nothing is locked meanwhile: a container that comes after the listing may lose its image.
 *
 * Mirrors `realImageGCManager` in pkg/kubelet/images/image_gc_manager.go (v1.27.16 to v1.36.3); its calls
 * come one at a time here.
 */
export const imageGcMachine = setup({
  types: { input: {} as ImageGcInput, context: {} as ImageGcContext, events: {} as ImageGcEvent },
  guards: {
    isAsked: ({ context }) => context.requests.size > 0,
    measuresFirst: ({ context }) => context.input.rules.measuresFirst,
    collects: ({ context }) => requireRequest(context).type === 'IMAGES.COLLECT_REQUESTED',
    onlyDetects: ({ context }) => requireRequest(context).type === 'IMAGES.DETECT_REQUESTED',
    goesForSpace: ({ context }) =>
      requireRequest(context).type === 'UNUSED_IMAGES.DELETE_REQUESTED' || context.round.usage !== undefined,
    /** Until the kubelet has been up for the maximal age, nothing can be known to be that old. */
    looksForOldImages: ({ context: { input, round } }) =>
      input.rules.knowsMaxAge &&
      input.policy.maxAgeMicros > 0 &&
      (!input.rules.waitsForMaxAge || round.beganMicros - input.beganMicros > input.policy.maxAgeMicros),
    knowsMounts: ({ context }, containers: Containers['containers']) =>
      mountsError(context, containers) === undefined,
    hasNext: ({ context }) => context.round.next < context.round.candidates.length,
    needsMore: ({ context }) => !hasFreedEnough(context.round),
    hasFailed: ({ context }) => context.round.errors.length > 0,
    wentForAge: ({ context }) => context.round.reason === 'age',
    prunesRecords: ({ context }) => context.input.rules.prunesPullRecords,
    hasFreedTooLittle: ({ context }) => shortageError(context) !== undefined,
    hasNoCapacity: ({ context }, params: ImageFsAnswered) => measuredUsage(context, params) === undefined,
    isTooFull: ({ context }, params: ImageFsAnswered) => isTooFull(context, params),
    mustStillList: ({ context }, params: ImageFsAnswered) =>
      context.input.rules.measuresFirst && isTooFull(context, params),
  },
  delays: { removal: ({ context }) => context.input.removeImageMicros },
  actions: {
    queue: assign({ requests: ({ context }, params: ImageGcRequest) => push(context.requests, params) }),
    begin: assign(({ context }) => beginning(context)),
    ask: sendTo(
      ({ context }) => context.input.inventory,
      ({ self }, { type }: { type: 'IMAGES.LIST_REQUESTED' | 'IMAGE_FS.REQUESTED' }) => ({
        type,
        requester: self,
      }),
    ),
    keepList: assign({ listed: (_, images: readonly ListedImage[]) => images }),
    listContainers: sendTo(
      ({ context }) => context.input.runtime,
      ({ self }) => ({ type: 'CONTAINERS.LIST_REQUESTED', requester: self }) as const,
    ),
    detect: assign(({ context }, containers: Containers['containers']) => detecting(context, containers)),
    selectOld: assign({ round: ({ context }) => selectOldImages(context.round, context.input.policy) }),
    noteUsage: assign({
      round: ({ context }, params: ImageFsAnswered) => ({
        ...context.round,
        usage: measuredUsage(context, params),
      }),
    }),
    selectForSpace: assign({
      round: ({ context }) => selectForSpace(context.round, passBytesToFree(context)),
    }),
    skipIneligible: assign({ round: ({ context }) => skipIneligible(context.round, context.input.policy) }),
    removeNext: sendTo(
      ({ context }) => context.input.inventory,
      ({ context: { round, input }, self }) =>
        ({
          type: 'IMAGE_REMOVE.REQUESTED',
          imageId: nextImage(round).id,
          caller: input.name,
          requester: self,
        }) as const,
    ),
    noteRemoved: assign({
      images: ({ context }) => forgetImage(context.images, nextImage(context.round).id),
      round: ({ context }, freedBytes: number) => afterRemoval(context.round, freedBytes),
    }),
    noteFailed: assign({
      round: ({ context }, error: string) => afterFailure(context.round, error),
    }),
    pruneRecords: sendTo(
      ({ context }) => context.input.records,
      ({ context: { round } }) => pruned(round),
    ),
    fail: assign({ round: ({ context }, { error }: { error: string }) => ({ ...context.round, error }) }),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({
        type: 'RECORDS',
        actor: context.input.name,
        observations,
      }),
    ),
    noteEnd: assign({ lastTold: ({ context }) => roundEnd(context).lastTold }),
    answer: sendTo(
      ({ context }) => requireRequest(context).requester,
      ({ context }) => ({ type: 'IMAGE_GC.FINISHED', error: context.round.error }) as const,
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'imageGc',
  description:
    'The image GC manager of one life of the kubelet. It removes images that no container uses, the least recently used first. An image that a pod needs soon may be among them and is then pulled again.',
  context: ({ input }) => ({
    input,
    images: new Map(),
    inUse: new Set<string>(),
    listed: [],
    requests: emptyFifo(),
    request: undefined,
    round: beginRound(0),
    lastTold: '',
  }),
  initial: 'idle',
  on: {
    'IMAGES.DETECT_REQUESTED': { actions: { type: 'queue', params: ofEvent } },
    'IMAGES.COLLECT_REQUESTED': { actions: { type: 'queue', params: ofEvent } },
    'UNUSED_IMAGES.DELETE_REQUESTED': { actions: { type: 'queue', params: ofEvent } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    idle: {
      description:
        'Nothing is under way; requests are served in turn. The loop asks every five minutes, the eviction manager when the disk is nearly full.',
      tags: 'ready',
      always: { guard: 'isAsked', target: 'beginning', actions: 'begin' },
    },
    beginning: {
      description:
        'A call begins with the listing of the images, or, in some releases, with the usage of the disk. Below imageGCHighThresholdPercent nothing is removed.',
      always: [{ guard: and(['collects', 'measuresFirst']), target: 'measuring' }, { target: 'detecting' }],
    },
    detecting: {
      description:
        'It is found out which images are present and used, and since when. An image younger than imageMinimumGCAge is kept.',
      initial: 'listingImages',
      on: {
        'IMAGES.LIST_FAILED': { target: 'ending', actions: { type: 'fail', params: ofEvent } },
        'CONTAINERS.LIST_FAILED': { target: 'ending', actions: { type: 'fail', params: ofEvent } },
      },
      states: {
        listingImages: {
          description:
            'The runtime is asked for its images. One that is pulled at this moment is not among them yet.',
          entry: { type: 'ask', params: { type: 'IMAGES.LIST_REQUESTED' } },
          on: {
            'IMAGES.LISTED': {
              target: 'listingContainers',
              actions: { type: 'keepList', params: ({ event }) => event.images },
            },
          },
        },
        listingContainers: {
          description:
            'The runtime lists the containers that use images. Containers created later are not known.',
          entry: 'listContainers',
          on: {
            'CONTAINERS.LISTED': [
              {
                guard: { type: 'knowsMounts', params: ({ event }) => event.containers },
                target: 'detected',
                actions: { type: 'detect', params: ({ event }) => event.containers },
              },
              {
                description: 'A container whose mounts are unknown makes the detection fail.',
                target: '#imageGc.ending',
                actions: {
                  type: 'fail',
                  params: ({ context, event }) => ({ error: mountsError(context, event.containers) ?? '' }),
                },
              },
            ],
          },
        },
        detected: {
          description: 'Ages and last uses are up to date. They begin anew with each life of the kubelet.',
          type: 'final',
        },
      },
      onDone: [
        { guard: 'onlyDetects', target: 'ending' },
        { guard: 'goesForSpace', target: 'freeing', actions: 'selectForSpace' },
        { guard: 'looksForOldImages', target: 'freeing', actions: 'selectOld' },
        { target: 'measuring' },
      ],
    },
    measuring: {
      description: 'The stats are read for the usage of the disk. They may be some seconds old.',
      entry: { type: 'ask', params: { type: 'IMAGE_FS.REQUESTED' } },
      on: {
        'IMAGE_FS.ANSWERED': [
          {
            guard: { type: 'hasNoCapacity', params: ofEvent },
            target: 'ending',
            actions: [
              { type: 'record', params: warning('InvalidDiskCapacity', invalidCapacity) },
              { type: 'fail', params: { error: invalidCapacity } },
            ],
          },
          {
            guard: { type: 'mustStillList', params: ofEvent },
            target: 'detecting',
            actions: { type: 'noteUsage', params: ofEvent },
          },
          {
            guard: { type: 'isTooFull', params: ofEvent },
            target: 'freeing',
            actions: [{ type: 'noteUsage', params: ofEvent }, 'selectForSpace'],
          },
          { target: 'ending' },
        ],
        'IMAGE_FS.FAILED': { target: 'ending', actions: { type: 'fail', params: ofEvent } },
      },
    },
    freeing: {
      description:
        'Images are removed one after the other: all that were unused for too long, whatever room there is; or those that are old enough, until enough is freed. The goal is imageGCLowThresholdPercent.',
      initial: 'choosing',
      states: {
        choosing: {
          description: 'Is there another image to remove? No time passes.',
          entry: 'skipIneligible',
          always: [{ guard: and(['hasNext', 'needsMore']), target: 'removing' }, { target: 'freed' }],
        },
        removing: {
          description:
            'The runtime removes an image, which takes some time. Layers that other images share stay on the disk, so that less is freed than the image’s size.',
          entry: 'removeNext',
          on: {
            'IMAGE_REMOVE.SUCCEEDED': {
              actions: [
                { type: 'record', params: ({ context, event }) => removedBy(context, event) },
                { type: 'noteRemoved', params: ({ event }) => event.freedBytes },
              ],
            },
            'IMAGE_REMOVE.FAILED': {
              actions: [
                { type: 'record', params: ({ context, event }) => failedBy(context, event) },
                { type: 'noteFailed', params: ({ event }) => event.error },
              ],
            },
          },
          after: { removal: 'choosing' },
        },
        freed: {
          description:
            'Enough is freed, or no image is left. If it is not enough, the event FreeDiskSpaceFailed says how much is missing.',
          type: 'final',
        },
      },
      onDone: [
        {
          guard: 'hasFailed',
          target: 'ending',
          actions: { type: 'fail', params: ({ context }) => ({ error: removalsError(context) }) },
        },
        { guard: 'wentForAge', target: 'measuring' },
        { guard: 'prunesRecords', target: 'concluding', actions: 'pruneRecords' },
        { target: 'concluding' },
      ],
    },
    concluding: {
      description:
        'The pull records have the list of images that remain. The round now checks whether it has freed enough.',
      always: [
        {
          guard: 'hasFreedTooLittle',
          target: 'ending',
          actions: [
            {
              type: 'record',
              params: ({ context }) => warning('FreeDiskSpaceFailed', shortageError(context) ?? ''),
            },
            { type: 'fail', params: ({ context }) => ({ error: shortageError(context) ?? '' }) },
          ],
        },
        { target: 'ending' },
      ],
    },
    ending: {
      description: 'The result is recorded, and the requester gets it. The next request begins.',
      entry: [
        { type: 'record', params: ({ context }) => roundEnd(context).observations },
        'noteEnd',
        'answer',
      ],
      always: 'idle',
    },
  },
});
