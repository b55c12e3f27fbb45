import type { ActorRef, Snapshot } from 'xstate';
import { emptyFifo, type Fifo } from '../../src/rules/collections/fifo.ts';
import { add, type Heap, removeFirst } from '../../src/rules/collections/heap.ts';
import {
  createSortedMap,
  entries,
  get,
  remove,
  type SortedMap,
  set,
} from '../../src/rules/collections/sorted-map.ts';
import type { ListedImage } from '../../src/rules/kubelet/image-gc/image-records.ts';
import { volumeMountError } from '../../src/rules/runtime/errors/volume-mount-error.ts';
import type { Image } from '../../src/rules/runtime/images/image.ts';
import { imageLocation } from '../../src/rules/runtime/images/image-location.ts';
import type { PullScript } from '../../src/rules/runtime/images/pull-script.ts';
import { type ShortNameRules, shortNameError } from '../../src/rules/runtime/images/short-name.ts';
import { unpacksAtOnce } from '../../src/rules/runtime/images/unpack-work.ts';
import type { RuntimeProfile } from '../../src/rules/runtime/profiles/runtime-profile.ts';
import type { RegistryHost } from '../../src/rules/runtime/registry/registry-host.ts';
import type { ObservationOf, PodRef } from '../../src/trace/observation.ts';
import type { Clock } from '../world/clock.ts';
import type { Disk } from '../world/disk.ts';
import type { FaultEvent, ImageRemoved, KubeletGone, NodeRebooted } from '../world/fault.ts';
import type { Network } from '../world/network-protocol.ts';
import type { Peers } from '../world/peers.ts';
import type { RandomSource } from '../world/random-source.ts';
import type { Recorder } from '../world/recorder.ts';
import type { Registry } from '../world/registry-protocol.ts';
import type { ImageReadRequest } from './container-runtime-protocol.ts';
import type { Content, ContentStoreInput } from './content-store.ts';
import type {
  ImageInventoryRequest,
  ImagePullCaller,
  ImageServiceAnswer,
  ImageServiceRequest,
  SandboxImageRequest,
  VolumeImagesAnswer,
  VolumeImagesRequest,
} from './cri.ts';
import type { LazyRead } from './lazy-read-context.ts';
import type { MetadataStore } from './metadata-store.ts';
import type { PullRef } from './pull-protocol.ts';
import type { RuntimeSlots } from './runtime-slots.ts';

export type ImageServiceEvent =
  | ImageServiceRequest
  | ImageInventoryRequest
  | SandboxImageRequest
  | VolumeImagesRequest
  /** Content that no other image needs goes away. */
  | ImageRemoved
  /**
   * `lost`: the kubelet's pulls are cancelled. `completed`: the runtime finishes them, though no caller waits
   * for the answers.
   */
  | (KubeletGone & { readonly pulls: 'lost' | 'completed' })
  | ImageReadRequest
  | NodeRebooted
  | FaultEvent;

/** Assignable to `ImageService` of cri.ts. */
export type ImageServiceRef = ActorRef<Snapshot<unknown>, ImageServiceEvent>;

export interface ImageServiceInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly profile: RuntimeProfile;
  /** What registries have, by the name after the default tag. */
  readonly images: Readonly<Record<string, Image>>;
  readonly presentImages: readonly string[];
  /** Names that the runtime asks the kubelet to spare; absent: none. */
  readonly pinnedImages?: readonly string[];
  /** The image of pod sandboxes; absent: they need none. */
  readonly sandboxImage?: string;
  /** By host. */
  readonly registries: Readonly<Record<string, Registry>>;
  /** Where the images of a registry are looked for, by its host; absent: there. */
  readonly registryHosts?: Readonly<Record<string, readonly RegistryHost[]>>;
  /** What CRI-O makes of names without a registry; absent: they are those of docker.io. */
  readonly shortNames?: ShortNameRules;
  /** How long TCP and TLS take, by host; absent: no time. */
  readonly connectMicros?: Readonly<Record<string, number>>;
  readonly network: Network;
  /** Gets which layers and images the node has; absent: the node gives them to no other. */
  readonly peers?: Peers;
  readonly disk: Disk;
  /** How many bytes are written between two looks at the page cache; absent where it has no limit. */
  readonly pieceBytes?: number;
  /** The node's link; its processors stand behind it. */
  readonly linkId: string;
  readonly timings: {
    readonly imageStatusMicros: number;
    readonly imageSizeMicros: number;
    readonly unpackBytesPerSecond: number | null;
  };
}

type PullImageRequested = Extract<ImageServiceRequest, { type: 'IMAGE_PULL.REQUESTED' }>;

/**
 * A pull, requested by the kubelet, by a client beside it, or by the runtime itself for a pod's sandbox.
 */
export interface WantedPull extends Omit<PullImageRequested, 'type' | 'requester'> {
  readonly requester: ImagePullCaller;
  readonly sandboxOf?: PodRef;
}

export type ImageStatusRequested = Extract<ImageServiceRequest, { type: 'IMAGE_STATUS.REQUESTED' }>;

export interface PullCall {
  readonly image: string;
  readonly ref: PullRef;
  /** Whoever called, by the name of its actor. */
  readonly caller: string;
  /** undefined: the caller is dead. */
  readonly requester: ImagePullCaller | undefined;
  /** Of the pod whose sandbox needs the image; absent: the pull is a call of PullImage. */
  readonly sandboxOf?: PodRef;
  /** The image is pulled lazily, with this credential; absent: whole. */
  readonly lazy?: { readonly identity: string | undefined };
}

/** An image that is present: the name under which it was pulled, and its ID. */
export interface KnownImage {
  readonly name: string;
  readonly id: string;
  /** It was pulled lazily, with this credential, which its reads need too; absent: all of it is there. */
  readonly lazy?: { readonly identity: string | undefined };
}

export interface ImageServiceContext {
  readonly input: ImageServiceInput;
  readonly helpers: ServiceHelpers;
  /** containerd's image store, by normalised name. */
  readonly refs: SortedMap<KnownImage>;
  readonly pulls: ServicePulls;
  readonly status: StatusCalls;
  readonly scripts: readonly PullScript[];
  /** The actors that read lazily pulled images, by image ID, and how many there have been; absent: none. */
  readonly reads?: { readonly begun: number; readonly open: SortedMap<LazyRead> };
}

/** The actors that the service works with for its whole life. */
export interface ServiceHelpers {
  readonly content: Content;
  readonly slots: RuntimeSlots;
  readonly unpackSlots: RuntimeSlots;
  readonly metadata: MetadataStore;
}

/** The calls of PullImage. */
export interface ServicePulls {
  /** Pulls under way, by their name. */
  readonly calls: SortedMap<PullCall>;
  /** How many pulls have begun so far. */
  readonly started: number;
  /** The pulls that are still to be cancelled. */
  readonly toCancel: Fifo<PullRef>;
}

/** The calls of ImageStatus. */
export interface StatusCalls {
  /** The open calls, by the time of their answer. */
  readonly calls: Heap<ImageStatusRequested>;
  /** How many calls there have been so far. */
  readonly made: number;
  /** The time as of which calls are due. */
  readonly nowMicros: number;
}

/** Returns their inputs. */
export function helperInputs(input: ImageServiceInput) {
  const { name, recorder, clock, disk, random, profile, peers, linkId } = input;
  const { scope, slotsMax, slotsMaxPerImage } = profile.downloadSlots;
  const unpacks = unpacksAtOnce(profile);
  const { parallelPull } = profile.options;
  const { collectionMicros } = profile;
  const content: ContentStoreInput = {
    name: `${name}/content`,
    recorder,
    disk,
    random,
    collectionMicros,
    presentImages: initialImages(input),
    ...(peers === undefined ? {} : { peers: { ref: peers, node: linkId } }),
  };
  return {
    content,
    metadata: { name: `${name}/metadata`, recorder, clock },
    slots: {
      name: `${name}/download-slots`,
      recorder,
      slotsMax: scope === 'node' ? slotsMax : Infinity,
      ...(slotsMaxPerImage === undefined ? {} : { slotsMaxPerImage }),
    },
    unpackSlots: {
      name: `${name}/unpack-slots`,
      recorder,
      slotsMax: unpacks > 1 || parallelPull !== undefined ? unpacks : Infinity,
      ...(parallelPull === undefined ? {} : { slotsMaxPerImage: parallelPull.unpacksPerImage || Infinity }),
    },
  };
}

/** Returns the context at the start. */
export function newService(input: ImageServiceInput, helpers: ServiceHelpers): ImageServiceContext {
  const refs = initialImages(input).map(
    ({ name, ref }) => [imageLocation(name).reference, { name, id: ref }] as const,
  );
  return {
    input,
    helpers,
    refs: createSortedMap(refs),
    pulls: { calls: undefined, started: 0, toCancel: emptyFifo<PullRef>() },
    status: { calls: undefined, made: 0, nowMicros: 0 },
    scripts: [],
  };
}

function initialImages(input: ImageServiceInput): readonly Image[] {
  return input.presentImages.flatMap((name) => findImage(input, name) ?? []);
}

/** The open ImageStatus call that is answered first. A guard has checked that there is one. */
export function firstCall({ input, status }: ImageServiceContext): NonNullable<StatusCalls['calls']> {
  if (status.calls === undefined) throw new Error(`${input.name}: no ImageStatus call is open`);
  return status.calls;
}

/** Returns the calls of ImageStatus with one more that is open. */
export function statusAsked(context: ImageServiceContext, call: ImageStatusRequested): StatusCalls {
  const nowMicros = context.input.clock.nowMicros();
  const { calls, made } = context.status;
  return {
    calls: add(calls, nowMicros + statusMicros(context, call), made, call),
    made: made + 1,
    nowMicros,
  };
}

/** Whether its answer comes before those of all open calls. */
export function isDueFirst(context: ImageServiceContext, call: ImageStatusRequested): boolean {
  return context.input.clock.nowMicros() + statusMicros(context, call) < firstCall(context).rank;
}

/** Returns the calls of ImageStatus after the first open one has been answered. */
export function statusAnswered(context: ImageServiceContext): StatusCalls {
  return {
    calls: removeFirst(firstCall(context)),
    made: context.status.made,
    nowMicros: context.input.clock.nowMicros(),
  };
}

export function statusMicros({ input }: ImageServiceContext, call: ImageStatusRequested): number {
  return call.forSize === true ? input.timings.imageSizeMicros : input.timings.imageStatusMicros;
}

export function imageStatus(context: ImageServiceContext, image: string): ImageServiceAnswer {
  const error = shortNameError(context.input.shortNames, image);
  if (error !== undefined)
    return { type: 'IMAGE_STATUS.FAILED', error: `rpc error: code = Unknown desc = ${error}` };
  const imageRef = knownImage(context, image)?.id ?? '';
  return { type: 'IMAGE_STATUS.ANSWERED', imageRef, sizeBytes: sizeOf(context, image) };
}

/** The size of an image that is present; 0 for another. */
function sizeOf(context: ImageServiceContext, image: string): number {
  const isKnown = knownImage(context, image) !== undefined;
  const { layers = [], configBytes = 0 } = (isKnown ? findImage(context.input, image) : undefined) ?? {};
  return layers.reduce((sum, { bytes }) => sum + bytes, configBytes);
}

/**
 * Returns the image of this name, if it is present. Two names are the same if they are equal after
 * normalisation (`ParseDockerRef`).
 */
export function knownImage({ refs }: ImageServiceContext, name: string): KnownImage | undefined {
  return get(refs, imageLocation(name).reference);
}

/** Returns the registries' image of this name, however the name is written. */
export function findImage({ images }: Pick<ImageServiceInput, 'images'>, name: string): Image | undefined {
  const namedImage = images[name];
  if (namedImage !== undefined) return namedImage;
  const { reference } = imageLocation(name);
  return Object.values(images).find((image) => imageLocation(image.name).reference === reference);
}

/** Returns the images that are present, this one added. */
export function withImage(refs: SortedMap<KnownImage>, image: KnownImage): SortedMap<KnownImage> {
  return set(refs, imageLocation(image.name).reference, image);
}

/** Returns the images that are present, those of these names left out. */
export function withoutImages(refs: SortedMap<KnownImage>, names: readonly string[]): SortedMap<KnownImage> {
  return names.reduce((left, name) => remove(left, imageLocation(name).reference), refs);
}

/**
 * The images as ListImages lists them: one entry per id, with all its names, its compressed size, and whether
 * it is pinned.
 */
export function listedImages(context: ImageServiceContext): readonly ListedImage[] {
  const { pinnedImages = [] } = context.input;
  const namesById = new Map<string, string[]>();
  for (const [, { name, id }] of entries(context.refs)) {
    const names = namesById.get(id);
    if (names === undefined) namesById.set(id, [name]);
    else names.push(name);
  }
  return [...namesById].map(([id, names]) => ({
    id,
    repoTags: names.filter((name) => !name.includes('@')),
    repoDigests: names.filter((name) => name.includes('@')),
    sizeBytes: sizeOf(context, names[0] ?? ''),
    pinned: names.some((name) => pinnedImages.includes(name)),
  }));
}

/** The names of an image on the node; none if it is not present. */
export function imageNames(context: ImageServiceContext, imageId: string): readonly string[] {
  return entries(context.refs).flatMap(([, { name, id }]) => (id === imageId ? [name] : []));
}

/** The records of the removed names. `caller` is who removed them; absent: a client beside the kubelet. */
export function removals(
  context: ImageServiceContext,
  images: readonly string[],
  caller?: string,
): readonly ObservationOf<'image'>[] {
  const because = caller === undefined ? {} : { because: { kind: 'imageGC', actor: caller } };
  return images.map((image) => {
    const { name = image, id: ref = '' } = knownImage(context, image) ?? {};
    return { type: 'image', state: 'removed', image: name, ref, ...because };
  });
}

/** Returns the answer to a container that mounts images. */
export function volumeImagesAnswer(
  context: ImageServiceContext,
  { imageRefs }: VolumeImagesRequest,
): VolumeImagesAnswer {
  const missing = imageRefs.find((imageRef) => imageNames(context, imageRef).length === 0);
  if (missing === undefined) return { type: 'VOLUME_IMAGES.PRESENT' };
  return { type: 'VOLUME_IMAGES.MISSING', error: volumeMountError(context.input.profile, missing) };
}
