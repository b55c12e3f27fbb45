import { and, assign, sendTo, setup } from 'xstate';
import { peek } from '../../src/rules/collections/fifo.ts';
import type { PullError } from '../../src/rules/runtime/errors/pull-error.ts';
import type { ChainAnswer } from '../../src/rules/runtime/images/content-store.ts';
import { unpackObservation } from '../../src/rules/runtime/images/layer-observation.ts';
import type { Because } from '../../src/trace/observation.ts';
import { actorType, ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { ImageUnpackEvent, ImageUnpackInput } from './image-unpack-context.ts';
import * as unpack from './image-unpack-context.ts';
import type { LayerUnpackAnswer } from './layer-unpack.ts';
import { layerUnpackMachine } from './layer-unpack.ts';
import type { WriteFinished } from './metadata-store.ts';
import type { PullProgressEvent } from './pull-progress.ts';

/**
 * Unpacks the layers of one pull: in the order of their chain ids one at a time, or, with
 * `max_concurrent_unpacks` above 1, as many as have a slot, committed in that order. Mirrors
 * `Unpacker.unpack` of containerd (core/unpack/unpacker.go, v2.4), as measured in docs/measurements.md R5.
 */
export const imageUnpackMachine = setup({
  types: {
    input: {} as ImageUnpackInput,
    context: {} as unpack.ImageUnpackContext,
    events: {} as ImageUnpackEvent | ChainAnswer | LayerUnpackAnswer | WriteFinished,
  },
  actors: { layer: actorType(layerUnpackMachine) },
  guards: {
    isParallel: ({ context }) => unpack.isParallel(context),
    hasFreeUnpacker: ({ context }) => context.inHand.includes(-1),
    isInHand: ({ context }, layer: number) => context.inHand.includes(layer),
    hasArrived: ({ context }) => context.arrived.includes(context.next),
    writesBetween: ({ context }) => context.input.profile.delays.betweenUnpacks > 0,
    canCommit: ({ context }) => unpack.canCommit(context),
    isAllCommitted: ({ context }) => context.toCommit.size === 0,
    someUnpackerRuns: ({ context }) => context.cancelled < context.unpackers.length,
  },
  actions: {
    noteGrant: assign({ next: (_, index: number) => index }),
    noteArrived: assign({
      arrived: ({ context }, layer: number) => [...context.arrived, layer],
    }),
    // The one place where this machine spawns.
    openUnpacker: assign(({ context, spawn, self }) => {
      const number = context.unpackers.length;
      return unpack.withUnpacker(
        context,
        spawn('layer', { id: `unpack-${number}`, input: unpack.unpackerInput(context.input, number, self) }),
      );
    }),
    engageUnpacker: assign(({ context }) => unpack.engaged(context)),
    requestUnpack: sendTo(
      ({ context }) => unpack.layerUnpacker(context, context.next),
      ({ context }) => ({ type: 'UNPACK.REQUESTED', layer: context.next }) as const,
    ),
    supply: sendTo(({ context }, layer: number) => unpack.layerUnpacker(context, layer), {
      type: 'UNPACK.SUPPLIED',
    }),
    requestWrite: sendTo(
      ({ context }) => context.input.metadata,
      ({ context, self }) => unpack.snapshotWrite(context, self),
    ),
    withdrawWrite: sendTo(
      ({ context }) => context.input.metadata,
      ({ context }) => ({ type: 'WRITE.WITHDRAWN', writer: context.input.name }) as const,
    ),
    noteWritten: assign({
      written: ({ context }, layer: number) => [...context.written, layer],
    }),
    freeUnpacker: sendTo(({ context }) => unpack.layerUnpacker(context, peek(context.toCommit)), {
      type: 'UNPACK.COMMITTED',
    }),
    noteCommitted: assign(({ context }) => unpack.committed(context)),
    noteReason: assign({ because: (_, params: { because?: Because }) => params.because }),
    cancelUnpacker: sendTo(
      ({ context }) => unpack.unpackerAt(context, context.cancelled),
      ({ context }) =>
        ({
          type: 'UNPACK.CANCELLED',
          ...(context.because === undefined ? {} : { because: context.because }),
        }) as const,
    ),
    countCancelled: assign({ cancelled: ({ context }) => context.cancelled + 1 }),
    commitChain: sendTo(
      ({ context }) => context.input.content,
      ({ context, self }) => unpack.chainCommitted(context, self),
    ),
    requestChain: sendTo(
      ({ context }) => context.input.content,
      ({ context, self }) => unpack.nextChain(context, self),
    ),
    notifyWatch: sendTo(
      ({ context }) => context.input.watch,
      (_, params: PullProgressEvent) => params,
    ),
    notifyComplete: sendTo(({ context }) => context.input.pull, { type: 'UNPACKS.COMPLETE' }),
    notifyFailed: sendTo(
      ({ context }) => context.input.pull,
      (_, error: PullError) => ({ type: 'UNPACKS.FAILED', error }) as const,
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, { index, holder }: Extract<ChainAnswer, { type: 'CHAIN.SHARED' }>) => {
        const { name, caller, image } = context.input;
        const observation = unpackObservation(image, index, 'shared');
        return {
          type: 'RECORD',
          actor: name,
          pull: caller,
          observation,
          because: { kind: 'inFlight', actor: holder },
        } as const;
      },
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'imageUnpack',
  description:
    'The unpacking of the missing layers of one image, in the order of their chain. It begins when the first layer has come, while others still arrive. Where the network is faster than the unpacking, it decides when the pull ends.',
  context: ({ input }) => unpack.newUnpack(input),
  initial: 'engaging',
  on: {
    'LAYER.ARRIVED': [
      {
        guard: { type: 'isInHand', params: ({ event }) => event.layer },
        actions: [
          { type: 'noteArrived', params: ({ event }) => event.layer },
          { type: 'supply', params: ({ event }) => event.layer },
        ],
      },
      { actions: { type: 'noteArrived', params: ({ event }) => event.layer } },
    ],
    'UNPACK.FINISHED': {
      actions: [
        { type: 'noteWritten', params: ({ event }) => event.layer },
        { type: 'notifyWatch', params: ({ event }) => ({ type: 'PROGRESS.UNPACKED', layer: event.layer }) },
      ],
    },
    'UNPACK.FAILED': { actions: { type: 'notifyFailed', params: ({ event }) => event.error } },
    'UNPACKS.CANCELLED': { target: '.cancelling', actions: { type: 'noteReason', params: ofEvent } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    awaitingChain: {
      description: 'The next chain id is requested. If another pull unpacks it, this one waits.',
      tags: 'waiting',
      on: {
        'CHAIN.GRANTED': [
          {
            guard: 'writesBetween',
            target: 'resting',
            actions: { type: 'noteGrant', params: ({ event }) => event.index },
          },
          { target: 'engaging', actions: { type: 'noteGrant', params: ({ event }) => event.index } },
        ],
        'CHAIN.SHARED': { actions: { type: 'record', params: ofEvent } },
        'CHAIN.COMPLETE': 'committing',
      },
    },
    resting: {
      description:
        'Between two layers, one snapshot is committed and the next is prepared. Both are writes to the metadata store, where other writes may come first.',
      entry: 'requestWrite',
      on: {
        'WRITE.FINISHED': 'engaging',
        'UNPACKS.CANCELLED': {
          target: 'cancelling',
          actions: ['withdrawWrite', { type: 'noteReason', params: ofEvent }],
        },
      },
    },
    engaging: {
      description: 'The layer is given to an actor that unpacks it. No time passes.',
      always: [
        { guard: 'hasFreeUnpacker', target: 'awaitingLayer', actions: ['engageUnpacker', 'requestUnpack'] },
        { actions: 'openUnpacker' },
      ],
    },
    awaitingLayer: {
      description:
        'The layer waits for its bytes and is written; where layers do not wait for each other, until it has its slot. Without max_concurrent_unpacks a large layer at the bottom holds up all layers above it, also those that have come already.',
      tags: 'unpacking',
      on: {
        'UNPACK.ADMITTED': [
          {
            guard: and(['isParallel', 'hasArrived']),
            target: 'awaitingChain',
            actions: [{ type: 'supply', params: ({ event }) => event.layer }, 'requestChain'],
          },
          {
            guard: 'isParallel',
            target: 'awaitingChain',
            actions: 'requestChain',
          },
          { guard: 'hasArrived', actions: { type: 'supply', params: ({ event }) => event.layer } },
          {},
        ],
        'UNPACK.FINISHED': [
          {
            guard: 'isParallel',
            actions: [
              { type: 'noteWritten', params: ({ event }) => event.layer },
              {
                type: 'notifyWatch',
                params: ({ event }) => ({ type: 'PROGRESS.UNPACKED', layer: event.layer }),
              },
            ],
          },
          {
            target: 'awaitingChain',
            actions: [
              {
                type: 'notifyWatch',
                params: ({ event }) => ({ type: 'PROGRESS.UNPACKED', layer: event.layer }),
              },
              'commitChain',
              'noteCommitted',
            ],
          },
        ],
      },
    },
    committing: {
      description: 'No layer is left to request. The written layers are committed in the order of the chain.',
      tags: 'unpacking',
      always: [
        {
          guard: 'canCommit',
          actions: ['commitChain', 'freeUnpacker', 'noteCommitted'],
        },
        { guard: 'isAllCommitted', target: 'ended', actions: 'notifyComplete' },
      ],
    },
    cancelling: {
      description: 'The unpacking ends: its actors release what they hold. No time passes.',
      always: [
        { guard: 'someUnpackerRuns', actions: ['cancelUnpacker', 'countCancelled'] },
        { target: 'ended' },
      ],
    },
    ended: {
      description:
        'All layers are unpacked, or one has failed, and the pull has the outcome. After a success only the names of the image are still to be written.',
      on: {
        'UNPACKS.CANCELLED': {},
        'LAYER.ARRIVED': {},
        'UNPACK.ADMITTED': {
          description:
            'A released slot went to the next layer of the same pull, a moment before that layer was cancelled too.',
        },
      },
    },
  },
});
