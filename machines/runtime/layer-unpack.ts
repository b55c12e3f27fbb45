import { type ActorRef, and, assign, not, type Snapshot, sendTo, setup } from 'xstate';
import type { PullError } from '../../src/rules/runtime/errors/pull-error.ts';
import type { Image, Layer } from '../../src/rules/runtime/images/image.ts';
import { unpackObservation } from '../../src/rules/runtime/images/layer-observation.ts';
import {
  isMounted,
  layerCopyBytes,
  prepareMicros,
  takesSlotWithBytes,
  unpacksBesideOthers,
  unpackWorkMicros,
} from '../../src/rules/runtime/images/unpack-work.ts';
import { unpackingSource } from '../../src/rules/runtime/network/capacities.ts';
import type { RuntimeProfile } from '../../src/rules/runtime/profiles/runtime-profile.ts';
import type { Because } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { SlotGranted } from '../pull/pull-slots.ts';
import type { Disk, DiskBehind, DiskFull } from '../world/disk.ts';
import type {
  FlowFinished,
  FlowName,
  FlowRequester,
  Network,
  NetworkEvent,
} from '../world/network-protocol.ts';
import type { Recorder, RecorderEvent } from '../world/recorder.ts';
import type { PullProgress } from './pull-progress.ts';
import type { RuntimeSlots, RuntimeSlotsEvent } from './runtime-slots.ts';
import type { SlotWait } from './runtime-slots-context.ts';

/** The messages of an image's unpacking to an actor that unpacks its layers, one after another. */
type LayerUnpackEvent =
  | { readonly type: 'UNPACK.REQUESTED'; readonly layer: number }
  /** The layer's blob is present. It is used only after `UNPACK.ADMITTED`. */
  | { readonly type: 'UNPACK.SUPPLIED' }
  /**
   * The layer's snapshot is committed, so the actor is free for another layer. It is sent only where layers
   * do not wait for those below them.
   */
  | { readonly type: 'UNPACK.COMMITTED' }
  | { readonly type: 'UNPACK.CANCELLED'; readonly because?: Because };

export type LayerUnpackAnswer =
  /** The actor has its snapshot, and its slot if it needs one, and waits for the bytes. */
  | { readonly type: 'UNPACK.ADMITTED'; readonly layer: number }
  | { readonly type: 'UNPACK.FINISHED'; readonly layer: number }
  | { readonly type: 'UNPACK.FAILED'; readonly error: PullError };

export type LayerUnpack = ActorRef<Snapshot<unknown>, LayerUnpackEvent>;

export interface LayerUnpackInput {
  /** The actor's name, unique on the node. */
  readonly name: string;
  /** The name of its pull in the trace. */
  readonly pullName: string;
  /** The name of the actor that called PullImage. */
  readonly caller: string;
  readonly recorder: Recorder;
  readonly unpack: ActorRef<Snapshot<unknown>, LayerUnpackAnswer>;
  readonly profile: RuntimeProfile;
  readonly image: Image;
  /** The rate that the user gave for unpacking gzip-compressed layers; null: none. */
  readonly unpackBytesPerSecond: number | null;
  /**
   * The node's unpack slots. None is requested where the layers of an image are unpacked one after another.
   */
  readonly slots: RuntimeSlots;
  readonly network: Network;
  /** The node's link; its processors stand behind it. */
  readonly linkId: string;
  readonly disk: Disk;
  /** How many bytes are written between two looks at the page cache; absent where it has no limit. */
  readonly pieceBytes?: number;
  readonly watch: PullProgress;
}

/** What is recorded of the layer, and why it came so late or failed. */
interface UnpackRecord {
  readonly state: 'started' | 'throttled' | 'finished' | 'failed';
  readonly error?: string;
  readonly because?: Because | undefined;
}

/** The record of a layer whose pull is cancelled while it is written. */
function cancelledRecord({ because }: { readonly because?: Because }): UnpackRecord {
  return { state: 'failed', error: 'context canceled', because };
}

export interface LayerUnpackContext {
  readonly input: LayerUnpackInput;
  /** The layer at hand; -1 before the first. */
  readonly layer: number;
  /** Whose slot it got, and then why the disk is full. */
  readonly because: Because | undefined;
  /** The room that the disk had where it refused the layer; Infinity where it did not. */
  readonly roomBytes: number;
  /** The pieces of the layer that are written, or being written; one is the whole of a layer that is not large. */
  readonly pieces: number;
  /** How long the disk has it wait. */
  readonly behindMicros: number;
}

function requireLayer({ input, layer }: LayerUnpackContext): Layer {
  const imageLayer = input.image.layers[layer];
  if (imageLayer === undefined) throw new Error(`${input.name}: no layer ${layer}`);
  return imageLayer;
}

/** Returns the bytes that are written: all of the layer, or as many as there is room for. */
function writableBytes(context: LayerUnpackContext): number {
  return Math.min(requireLayer(context).unpackedBytes, context.roomBytes);
}

/** Returns the work for these bytes. */
function workMicros(context: LayerUnpackContext): number {
  const layer = requireLayer(context);
  const micros = unpackWorkMicros(context.input.profile, layer, context.input.unpackBytesPerSecond);
  return Math.ceil(micros * Math.min(1, context.roomBytes / Math.max(1, layer.unpackedBytes)));
}

/** The record of a layer that has to wait for its slot. */
function slotWait({ input, layer }: LayerUnpackContext): SlotWait {
  const { pullName: actor, caller: pull, image } = input;
  return {
    record: { type: 'RECORD', actor, pull, observation: unpackObservation(image, layer, 'queued') },
    kind: 'unpackSlot',
    holder: actor,
  };
}

/** The message that gives the slot back; where slots are counted by image, it names that. */
function slotReturn({ input }: LayerUnpackContext): RuntimeSlotsEvent {
  const released = { type: 'SLOT.RELEASED', holder: input.pullName } as const;
  return takesSlotWithBytes(input.profile) ? { ...released, image: input.image.name } : released;
}

function fullDisk(context: LayerUnpackContext): PullError {
  const mountField = isMounted(context.input.profile, context.layer) ? ({ isMounted: true } as const) : {};
  return { kind: 'diskFullUnpack', digest: requireLayer(context).digest, ...mountField };
}

/** Returns into how many pieces the layer is cut, between which it asks whether the disk is behind. */
function pieceCount(context: LayerUnpackContext): number {
  const { pieceBytes = Number.POSITIVE_INFINITY } = context.input;
  return Math.max(1, Math.ceil(writableBytes(context) / pieceBytes));
}

/** Returns what of the total belongs to the piece at hand, so that all pieces together are the total. */
function shareOfPiece(context: LayerUnpackContext, total: number): number {
  const { pieces } = context;
  const count = pieceCount(context);
  return Math.floor((total * pieces) / count) - Math.floor((total * (pieces - 1)) / count);
}

function dirtyBytes(context: LayerUnpackContext): number {
  const copyBytes = layerCopyBytes(context.input.profile, requireLayer(context));
  return shareOfPiece(context, writableBytes(context) + copyBytes);
}

/** The layer's unpacking, as the network knows it. */
function unpackFlow({ input }: LayerUnpackContext): FlowName {
  return { id: input.name, linkId: input.linkId, registry: unpackingSource };
}

function workRequest(context: LayerUnpackContext, requester: FlowRequester): NetworkEvent {
  const micros = shareOfPiece(context, workMicros(context));
  return { type: 'FLOW.REQUESTED', ...unpackFlow(context), bytes: micros, requester };
}

/**
 * Unpacks one layer of a pull: prepares its snapshot, waits for an unpack slot and for the bytes, then works
 * on the node's processors. Mirrors `topHalf` of containerd's unpacker (core/unpack, `Unpacker.unpack`),
 * which takes the slot before the bytes are there; its bottom half, the commit in chain order, is the pull's.
 */
export const layerUnpackMachine = setup({
  types: {
    input: {} as LayerUnpackInput,
    context: {} as LayerUnpackContext,
    events: {} as LayerUnpackEvent | SlotGranted | FlowFinished | DiskFull | DiskBehind,
  },
  guards: {
    copiesParent: ({ context }, layer: number) =>
      prepareMicros(context.input.profile, context.input.image, layer) > 0,
    takesSlot: ({ context }) => unpacksBesideOthers(context.input.profile),
    takesSlotWithBytes: ({ context }) => takesSlotWithBytes(context.input.profile),
    waitedForRelease: (_, releasedBy: string | undefined) => releasedBy !== undefined,
    waitedWithBytes: ({ context }, releasedBy: string | undefined) =>
      takesSlotWithBytes(context.input.profile) && releasedBy !== undefined,
    hasRoom: (_, roomBytes: number) => roomBytes > 0,
    overflows: ({ context }) => context.roomBytes !== Number.POSITIVE_INFINITY,
    wasBehind: ({ context }) => context.behindMicros > 0,
    hasMorePieces: ({ context }) => context.pieces < pieceCount(context),
  },
  delays: {
    copy: ({ context }) => prepareMicros(context.input.profile, context.input.image, context.layer),
    writeBack: ({ context }) => context.behindMicros,
  },
  actions: {
    noteLayer: assign((_, layer: number) => ({
      layer,
      because: undefined,
      roomBytes: Number.POSITIVE_INFINITY,
      pieces: 1,
      behindMicros: 0,
    })),
    noteNextPiece: assign({ pieces: ({ context }) => context.pieces + 1 }),
    noteBehind: assign({ behindMicros: (_, micros: number) => micros }),
    dirtyPages: sendTo(
      ({ context }) => context.input.disk,
      ({ context, self }) =>
        ({ type: 'FILES.WRITTEN', dirtyBytes: dirtyBytes(context), requester: self }) as const,
    ),
    requestSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context, self }) =>
        ({
          type: 'SLOT.REQUESTED',
          requester: self,
          holder: context.input.name,
          wait: slotWait(context),
        }) as const,
    ),
    withdrawSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context }) => ({ type: 'SLOT.WITHDRAWN', holder: context.input.name }) as const,
    ),
    releaseSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context }) => slotReturn(context),
    ),
    noteReleaser: assign({
      because: (_, releasedBy: string | undefined): Because => ({
        kind: 'unpackSlot',
        actor: releasedBy ?? '',
      }),
    }),
    noteFullDisk: assign((_, { fault, roomBytes }: { fault: string | undefined; roomBytes: number }) => ({
      because: fault === undefined ? undefined : { kind: 'fault', actor: fault },
      roomBytes,
    })),
    takeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context, self }) =>
        ({
          type: 'FILES.TAKEN',
          bytes: requireLayer(context).unpackedBytes,
          dirtyBytes: dirtyBytes(context),
          requester: self,
        }) as const,
    ),
    cancelSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context, self }) =>
        ({ type: 'SPACE.CANCELLED', bytes: requireLayer(context).unpackedBytes, requester: self }) as const,
    ),
    freeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context }) => ({ type: 'SPACE.FREED', bytes: requireLayer(context).unpackedBytes }) as const,
    ),
    requestWork: sendTo(
      ({ context }) => context.input.network,
      ({ context, self }) => workRequest(context, self),
    ),
    cancelWork: sendTo(
      ({ context }) => context.input.network,
      ({ context }) => ({ type: 'FLOW.CANCELLED', ...unpackFlow(context) }) as const,
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context: { input, layer } }, { state, error, because }: UnpackRecord): RecorderEvent => {
        const observation = unpackObservation(input.image, layer, state, error);
        const cause = because === undefined ? {} : { because };
        return { type: 'RECORD', actor: input.pullName, pull: input.caller, observation, ...cause };
      },
    ),
    notifyUnpack: sendTo(
      ({ context }) => context.input.unpack,
      ({ context }, params: { type: 'UNPACK.ADMITTED' | 'UNPACK.FINISHED' }) =>
        ({ type: params.type, layer: context.layer }) as const,
    ),
    notifyWatch: sendTo(
      ({ context }) => context.input.watch,
      ({ context }) => ({ type: 'PROGRESS.UNPACKING', layer: context.layer }) as const,
    ),
    notifyFailed: sendTo(
      ({ context }) => context.input.unpack,
      ({ context }) => ({ type: 'UNPACK.FAILED', error: fullDisk(context) }) as const,
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'layerUnpack',
  description:
    'An actor that unpacks the layers of an image pull, one at a time. It decompresses the blob and writes the files of the layer to a snapshot. kubectl shows nothing of it: the pod is still "Pulling" after the last byte has come.',
  context: ({ input }) => ({
    input,
    layer: -1,
    because: undefined,
    roomBytes: Number.POSITIVE_INFINITY,
    pieces: 1,
    behindMicros: 0,
  }),
  initial: 'idle',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    idle: {
      description:
        'There is nothing to unpack until the pull asks. The layers below are present, or other actors have them.',
      on: {
        'UNPACK.REQUESTED': [
          {
            guard: { type: 'copiesParent', params: ({ event }) => event.layer },
            target: 'copying',
            actions: { type: 'noteLayer', params: ({ event }) => event.layer },
          },
          {
            guard: and(['takesSlot', not('takesSlotWithBytes')]),
            target: 'queueing',
            actions: { type: 'noteLayer', params: ({ event }) => event.layer },
          },
          {
            target: 'awaitingBytes',
            actions: [
              { type: 'noteLayer', params: ({ event }) => event.layer },
              { type: 'notifyUnpack', params: { type: 'UNPACK.ADMITTED' } },
            ],
          },
        ],
        'UNPACK.CANCELLED': {},
        'FLOW.FINISHED': { description: 'The work ended at the moment of the cancellation.' },
        'DISK.FULL': { description: 'The disk refused the layer at the moment of the cancellation.' },
        'DISK.BEHIND': { description: 'The disk was behind at the moment of the cancellation.' },
      },
    },
    copying: {
      description:
        'The native snapshotter copies the tree of all layers below, for one layer at a time and without a slot. Nodes with overlayfs have no such copy. With the native one each layer takes the time and the space of all below it.',
      tags: 'unpacking',
      on: { 'UNPACK.SUPPLIED': {}, 'UNPACK.CANCELLED': 'idle' },
      after: {
        copy: {
          target: 'awaitingBytes',
          actions: { type: 'notifyUnpack', params: { type: 'UNPACK.ADMITTED' } },
        },
      },
    },
    queueing: {
      description:
        'The layer waits for an unpack slot, first come first served, whether its bytes are present or not; with the SOCI snapshotter only once they are. max_concurrent_unpacks of containerd 2 is a limit of the node, so that the pulls of several pods wait for each other here.',
      tags: 'waiting',
      entry: 'requestSlot',
      on: {
        'SLOT.GRANTED': [
          {
            guard: { type: 'waitedWithBytes', params: ({ event }) => event.releasedBy },
            target: 'unpacking',
            actions: [
              { type: 'noteReleaser', params: ({ event }) => event.releasedBy },
              { type: 'record', params: ({ context }) => ({ state: 'started', because: context.because }) },
              'notifyWatch',
              'takeSpace',
            ],
          },
          {
            guard: 'takesSlotWithBytes',
            target: 'unpacking',
            actions: [{ type: 'record', params: { state: 'started' } }, 'notifyWatch', 'takeSpace'],
          },
          {
            guard: { type: 'waitedForRelease', params: ({ event }) => event.releasedBy },
            target: 'awaitingBytes',
            actions: [
              { type: 'noteReleaser', params: ({ event }) => event.releasedBy },
              { type: 'notifyUnpack', params: { type: 'UNPACK.ADMITTED' } },
            ],
          },
          { target: 'awaitingBytes', actions: { type: 'notifyUnpack', params: { type: 'UNPACK.ADMITTED' } } },
        ],
        'UNPACK.SUPPLIED': {},
        'UNPACK.CANCELLED': { target: 'idle', actions: 'withdrawSlot' },
      },
    },
    awaitingBytes: {
      description:
        'The layer waits only for its blob. The network is what the pull waits for, not the processors or the disk.',
      tags: 'waiting',
      on: {
        'UNPACK.SUPPLIED': [
          { guard: 'takesSlotWithBytes', target: 'queueing' },
          {
            target: 'unpacking',
            actions: [
              { type: 'record', params: ({ context }) => ({ state: 'started', because: context.because }) },
              'notifyWatch',
              'takeSpace',
            ],
          },
        ],
        'UNPACK.CANCELLED': [{ guard: 'takesSlotWithBytes', target: 'idle' }, { target: 'leaving' }],
      },
    },
    unpacking: {
      description:
        'The layer is being written to its snapshot. How long that takes depends on the content: compressed text takes longest, an uncompressed layer least. Unpackings of several pulls share the processors of the node. A layer that does not fit on the disk is written until the room is used up, and then its pull fails.',
      tags: 'unpacking',
      initial: 'writing',
      on: {
        'DISK.FULL': [
          {
            guard: { type: 'hasRoom', params: ({ event }) => event.roomBytes },
            target: '.writing',
            actions: [{ type: 'noteFullDisk', params: ofEvent }, 'cancelWork', 'dirtyPages'],
          },
          {
            target: 'failed',
            actions: [{ type: 'noteFullDisk', params: ofEvent }, 'cancelSpace', 'cancelWork'],
          },
        ],
        'FLOW.FINISHED': [
          { guard: 'hasMorePieces', actions: ['noteNextPiece', 'dirtyPages', 'requestWork'] },
          { guard: 'overflows', target: 'failed', actions: 'cancelSpace' },
          {
            guard: 'takesSlot',
            target: 'unpacked',
            actions: [
              { type: 'record', params: { state: 'finished' } },
              'releaseSlot',
              { type: 'notifyUnpack', params: { type: 'UNPACK.FINISHED' } },
            ],
          },
          {
            description: 'The layers below are committed, so this one is committed at once.',
            target: 'idle',
            actions: [
              { type: 'record', params: { state: 'finished' } },
              { type: 'notifyUnpack', params: { type: 'UNPACK.FINISHED' } },
            ],
          },
        ],
        'UNPACK.CANCELLED': {
          target: 'leaving',
          actions: [
            { type: 'record', params: ({ event }) => cancelledRecord(event) },
            'cancelWork',
            'cancelSpace',
          ],
        },
      },
      states: {
        writing: {
          description:
            'Its content is inflated, hashed and written to files, which wait in memory for the disk.',
          entry: 'requestWork',
          on: {
            'DISK.BEHIND': [
              {
                guard: 'wasBehind',
                target: 'throttled',
                actions: [{ type: 'noteBehind', params: ({ event }) => event.micros }, 'cancelWork'],
              },
              {
                target: 'throttled',
                actions: [
                  { type: 'record', params: { state: 'throttled' } },
                  { type: 'noteBehind', params: ({ event }) => event.micros },
                  'cancelWork',
                ],
              },
            ],
          },
        },
        throttled: {
          description:
            'More files wait in memory than the kernel allows, so who writes waits for the disk. Only images of some gigabytes come here, or many at once: from then on they are unpacked at the rate of the disk.',
          after: { writeBack: 'writing' },
          on: {
            'UNPACK.CANCELLED': {
              target: '#layerUnpack.leaving',
              actions: [{ type: 'record', params: ({ event }) => cancelledRecord(event) }, 'cancelSpace'],
            },
          },
        },
      },
    },
    failed: {
      description:
        'No space is left on the device. The pull gets the error, and the pod shows it in ErrImagePull.',
      entry: {
        type: 'record',
        params: ({ context }) => ({
          state: 'failed',
          error: 'no space left on device',
          because: context.because,
        }),
      },
      always: [
        { guard: 'takesSlot', target: 'idle', actions: ['releaseSlot', 'notifyFailed'] },
        { target: 'idle', actions: 'notifyFailed' },
      ],
    },
    leaving: {
      description:
        'The layer is cancelled, and its slot, if it has one, goes to the next in line. No time passes.',
      always: [{ guard: 'takesSlot', target: 'idle', actions: 'releaseSlot' }, { target: 'idle' }],
    },
    unpacked: {
      description:
        'The layer is written. Its snapshot is committed once those of the layers below are, which may take longer.',
      on: { 'UNPACK.COMMITTED': 'idle', 'UNPACK.CANCELLED': { target: 'idle', actions: 'freeSpace' } },
    },
  },
});
