import type { ActorRef, Snapshot } from 'xstate';
import { emptyFifo, type Fifo, peek, push, shift } from '../../src/rules/collections/fifo.ts';
import type { PullError } from '../../src/rules/runtime/errors/pull-error.ts';
import type { ChainAnswer } from '../../src/rules/runtime/images/content-store.ts';
import type { Image } from '../../src/rules/runtime/images/image.ts';
import { unpacksBesideOthers } from '../../src/rules/runtime/images/unpack-work.ts';
import type { RuntimeProfile } from '../../src/rules/runtime/profiles/runtime-profile.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { Disk } from '../world/disk.ts';
import type { Network } from '../world/network-protocol.ts';
import type { Recorder } from '../world/recorder.ts';
import type { ChainClient, Content, ContentEvent } from './content-store.ts';
import type { LayerUnpack, LayerUnpackInput } from './layer-unpack.ts';
import type { MetadataStore, MetadataStoreEvent, MetadataWriter } from './metadata-store.ts';
import type { PullProgress } from './pull-progress.ts';
import type { RuntimeSlots } from './runtime-slots.ts';

/** The messages of a pull to the actor that unpacks its image. */
export type ImageUnpackEvent =
  /** A layer's blob is present: this pull has fetched it, or another. */
  | { readonly type: 'LAYER.ARRIVED'; readonly layer: number }
  | { readonly type: 'UNPACKS.CANCELLED'; readonly because?: Because };

export type ImageUnpackAnswer =
  /** Every layer is unpacked and committed. */
  { readonly type: 'UNPACKS.COMPLETE' } | { readonly type: 'UNPACKS.FAILED'; readonly error: PullError };

export type ImageUnpack = ActorRef<Snapshot<unknown>, ImageUnpackEvent>;

export interface ImageUnpackInput {
  /** The pull's name. */
  readonly name: string;
  /** The name of the actor that called PullImage. */
  readonly caller: string;
  readonly recorder: Recorder;
  readonly pull: ActorRef<Snapshot<unknown>, ImageUnpackAnswer>;
  readonly profile: RuntimeProfile;
  readonly image: Image;
  /** The rate that the user gave for unpacking gzip-compressed layers; null: none. */
  readonly unpackBytesPerSecond: number | null;
  readonly content: Content;
  /**
   * The node's unpack slots. None is requested where the layers of an image are unpacked one after another.
   */
  readonly unpackSlots: RuntimeSlots;
  readonly network: Network;
  /** The node's link; its processors stand behind it. */
  readonly linkId: string;
  readonly metadata: MetadataStore;
  readonly disk: Disk;
  /** How many bytes are written between two looks at the page cache; absent where it has no limit. */
  readonly pieceBytes?: number;
  readonly watch: PullProgress;
  /** The first grant of the pull: the lowest layer that is missing. */
  readonly granted: ChainGranted;
}

/** The state of an image's unpacking: the actors that unpack layers, and the progress of each layer. */
export interface ImageUnpackContext {
  readonly input: ImageUnpackInput;
  /** The layer whose turn it is. */
  readonly next: number;
  /** The layers whose blobs are present. */
  readonly arrived: readonly number[];
  readonly unpackers: readonly LayerUnpack[];
  /** The layer that each of those actors is unpacking; -1: it is free. */
  readonly inHand: readonly number[];
  /** The layers being unpacked, in the order of the chain, in which they are committed. */
  readonly toCommit: Fifo<number>;
  /** The layers that are written and not committed yet. */
  readonly written: readonly number[];
  readonly cancelled: number;
  /** Why the unpacking is cancelled, if the reason is recorded. */
  readonly because: Because | undefined;
}

export type ChainGranted = Extract<ChainAnswer, { type: 'CHAIN.GRANTED' }>;

/** Returns the context at the start. */
export function newUnpack(input: ImageUnpackInput): ImageUnpackContext {
  return {
    input,
    next: input.granted.index,
    arrived: [],
    unpackers: [],
    inHand: [],
    toCommit: emptyFifo(),
    written: [],
    cancelled: 0,
    because: undefined,
  };
}

/** Whether layers are unpacked without waiting for those below them. */
export function isParallel({ input }: ImageUnpackContext): boolean {
  return unpacksBesideOthers(input.profile);
}

/** Returns the input of the unpacking actor of this number. */
export function unpackerInput(
  input: ImageUnpackInput,
  number: number,
  unpack: LayerUnpackInput['unpack'],
): LayerUnpackInput {
  const {
    caller,
    recorder,
    profile,
    image,
    unpackBytesPerSecond,
    unpackSlots: slots,
    network,
    linkId,
    disk,
    pieceBytes,
    watch,
  } = input;
  const name = number === 0 ? `${input.name}/unpack` : `${input.name}/unpack-${number}`;
  return {
    name,
    pullName: input.name,
    caller,
    recorder,
    unpack,
    profile,
    image,
    unpackBytesPerSecond,
    slots,
    network,
    linkId,
    disk,
    ...(pieceBytes === undefined ? {} : { pieceBytes }),
    watch,
  };
}

/** Returns the context with one more unpacking actor, which is free. */
export function withUnpacker(
  { unpackers, inHand }: ImageUnpackContext,
  unpacker: LayerUnpack,
): Partial<ImageUnpackContext> {
  return { unpackers: [...unpackers, unpacker], inHand: [...inHand, -1] };
}

/** Returns the context after a free unpacking actor has taken the next layer. */
export function engaged({ inHand, toCommit, next }: ImageUnpackContext): Partial<ImageUnpackContext> {
  return { inHand: inHand.with(inHand.indexOf(-1), next), toCommit: push(toCommit, next) };
}

/** Returns the context after the commit of the first layer in the chain. */
export function committed({ inHand, toCommit, written }: ImageUnpackContext): Partial<ImageUnpackContext> {
  const layer = peek(toCommit);
  return {
    inHand: inHand.map((other) => (other === layer ? -1 : other)),
    written: written.filter((other) => other !== layer),
    toCommit: shift(toCommit),
  };
}

/** Whether the first layer in the chain is written. */
export function canCommit({ toCommit, written }: ImageUnpackContext): boolean {
  return toCommit.size > 0 && written.includes(peek(toCommit));
}

/** Returns the actor that unpacks this layer. */
export function layerUnpacker(context: ImageUnpackContext, layer: number): LayerUnpack {
  return unpackerAt(context, context.inHand.indexOf(layer));
}

/** Returns the actor of this number. */
export function unpackerAt({ input, unpackers }: ImageUnpackContext, number: number): LayerUnpack {
  const unpacker = unpackers[number];
  if (unpacker === undefined) throw new Error(`${input.name}: no layer is unpacked there (${number})`);
  return unpacker;
}

/**
 * The commit of a snapshot, the label of its blob, and two to prepare the next snapshot (containerd's
 * metadata/snapshot.go, unpacker.go).
 */
const snapshotTransactions = 4;

/** The write request to the metadata store between two layers. */
export function snapshotWrite({ input }: ImageUnpackContext, requester: MetadataWriter): MetadataStoreEvent {
  const micros = Math.round(input.profile.delays.betweenUnpacks / snapshotTransactions);
  return {
    type: 'WRITE.REQUESTED',
    writer: input.name,
    micros,
    transactions: snapshotTransactions,
    requester,
  };
}

/**
 * The message to the store that the first layer in the chain is unpacked. Where layers do not wait for each
 * other, the pull has already asked for those above it.
 */
export function chainCommitted(context: ImageUnpackContext, requester: ChainClient): ContentEvent {
  const done = { pull: context.input.name, index: peek(context.toCommit) };
  return isParallel(context)
    ? { type: 'CHAIN.SEALED', ...done }
    : { type: 'CHAIN.COMMITTED', ...done, requester };
}

/** Asks for the chain id after the one at hand, which is not committed yet. */
export function nextChain({ input, next }: ImageUnpackContext, requester: ChainClient): ContentEvent {
  return { type: 'CHAIN.REQUESTED', pull: input.name, from: next + 1, requester };
}
