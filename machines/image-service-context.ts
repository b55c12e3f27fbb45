import type { Fifo } from '../src/kubelet/fifo.ts';
import type { ListedImage } from '../src/kubelet/image-gc/listed-image.ts';
import type { ImageObservation } from '../src/kubelet/observation.ts';
import type { Heap } from '../src/runtime/heap.ts';
import type { Image } from '../src/runtime/image.ts';
import { imageLocation } from '../src/runtime/image-location.ts';
import { type PullScript, scriptFor } from '../src/runtime/pull-script.ts';
import { entries, get, type SortedMap } from '../src/runtime/sorted-map.ts';
import type { Content } from './content-store.ts';
import type { ImageServiceCaller, ImageServiceRequest } from './cri.ts';
import type { ImageServiceInput } from './image-service-protocol.ts';
import type { PullRef, RuntimePullInput } from './pull-protocol.ts';
import type { PullSlots } from './pull-slots.ts';

export type PullImageRequested = Extract<ImageServiceRequest, { type: 'IMAGE_PULL.REQUESTED' }>;

export type ImageStatusRequested = Extract<ImageServiceRequest, { type: 'IMAGE_STATUS.REQUESTED' }>;

export interface PullCall {
  readonly image: string;
  readonly ref: PullRef;
  /** undefined: the caller is dead. */
  readonly requester: ImageServiceCaller | undefined;
}

export interface ImageServiceContext {
  /** Apart from the rest, because a context is copied at each assignment. */
  readonly input: ImageServiceInput;
  readonly content: Content;
  readonly slots: PullSlots;
  /** Image IDs by name: containerd's image store. */
  readonly refs: SortedMap<string>;
  /** Pulls under way, by their name. */
  readonly calls: SortedMap<PullCall>;
  readonly pullsStarted: number;
  /** Open ImageStatus calls by when they are due. */
  readonly statusCalls: Heap<ImageStatusRequested>;
  readonly statusCallsMade: number;
  readonly scripts: readonly PullScript[];
  readonly toCancel: Fifo<PullRef>;
  readonly nowMicros: number;
}

/** Returns the call that a pull's name stands for; a pull speaks only while its call is open. */
export function callOf(context: ImageServiceContext, pull: string): PullCall {
  const call = get(context.calls, pull);
  if (call === undefined) throw new Error(`${context.input.name}: no call is open for the pull "${pull}"`);
  return call;
}

/** The caller's name on this node makes the pull's, with a number where a dead kubelet's pull of that name still runs. */
export function pullName(context: ImageServiceContext, caller: string): string {
  const name = `${context.input.name}/${caller.startsWith(`${context.input.linkId}/`) ? caller.slice(context.input.linkId.length + 1) : caller}`;
  return get(context.calls, name) === undefined ? name : `${name}#${context.pullsStarted}`;
}

/** Returns the pulls whose callers die: all of them, or the kubelet's, but not those of who pulls beside it (machines/pre-pull.ts). */
export function pullsOf(context: ImageServiceContext, who: 'kubelet' | 'everyone'): readonly (readonly [string, PullCall])[] {
  const calls = entries(context.calls);
  return who === 'everyone' ? calls : calls.filter(([name]) => !name.startsWith(`${context.input.name}/pre-pull/`));
}

export function callerOf(context: ImageServiceContext, pull: string): ImageServiceCaller {
  const { requester } = callOf(context, pull);
  if (requester === undefined) throw new Error(`${context.input.name}: the caller of "${pull}" is dead`);
  return requester;
}

/** The first of the open ImageStatus calls; a guard has found that there is one. */
export function firstCall(context: ImageServiceContext): NonNullable<ImageServiceContext['statusCalls']> {
  if (context.statusCalls === undefined) throw new Error(`${context.input.name}: no ImageStatus call is open`);
  return context.statusCalls;
}

export function statusMicros({ input }: ImageServiceContext, call: ImageStatusRequested): number {
  return call.forSize === true ? input.timings.imageSizeMicros : input.timings.imageStatusMicros;
}

export function statusOf(context: ImageServiceContext, image: string) {
  const imageRef = get(context.refs, image) ?? '';
  const layers = imageRef === '' ? [] : (context.input.images[image]?.layers ?? []);
  const sizeBytes = layers.reduce((sum, layer) => sum + layer.bytes, imageRef === '' ? 0 : (context.input.images[image]?.configBytes ?? 0));
  return { type: 'IMAGE_STATUS.ANSWERED', imageRef, sizeBytes } as const;
}

/** What a pull of this image comes to where the scenario, or a host that nobody knows, has decided it. */
export function scriptOf(context: ImageServiceContext, image: string): { takesMicros: number; error: string | undefined } | undefined {
  const script = scriptFor(context.scripts, image);
  if (script !== undefined) {
    return { takesMicros: script.fault.takesMicros, error: script.fault.kind === 'pullFails' ? script.fault.error : undefined };
  }
  if (context.input.registries[imageLocation(image).registry] !== undefined) return undefined;
  const { delays, errorText } = context.input.profile;
  const error = errorText({ kind: 'noSuchHost', at: { method: 'HEAD', kind: 'tag', digest: '' } }, image);
  return { takesMicros: delays.beforeHead + delays.beforeFailure, error };
}

/** What a pull that goes to a registry is made with. */
export function pullInput(
  context: ImageServiceContext,
  { image: name, caller, credential }: PullImageRequested,
  service: RuntimePullInput['service'],
): RuntimePullInput {
  const { content, slots, input } = context;
  const { recorder, dice, profile, network, disk, linkId, timings, registries, images } = input;
  const host = imageLocation(name).registry;
  const registry = registries[host];
  if (registry === undefined) throw new Error(`${input.name}: no registry "${host}"`);
  const known = images[name];
  const image: Image = known ?? { name, ref: '', index: false, configBytes: 0, layers: [], source: 'assumed' };
  const shared = { recorder, dice, profile, content, slots, network, disk, linkId, unpackBytesPerSecond: timings.unpackBytesPerSecond };
  return {
    ...shared,
    name: pullName(context, caller),
    service,
    image,
    exists: known !== undefined,
    identity: credential?.identity,
    host,
    registry,
  };
}

/** The images as ListImages gives them: one per id, with all its names, the compressed size, and whether it is pinned. */
export function listOf(context: ImageServiceContext): readonly ListedImage[] {
  const { pinnedImages = [] } = context.input;
  const namesById = new Map<string, string[]>();
  for (const [name, ref] of entries(context.refs)) {
    const names = namesById.get(ref);
    if (names === undefined) namesById.set(ref, [name]);
    else names.push(name);
  }
  return [...namesById].map(([id, names]) => ({
    id,
    repoTags: names.filter((name) => !name.includes('@')),
    repoDigests: names.filter((name) => name.includes('@')),
    sizeBytes: statusOf(context, names[0] ?? '').sizeBytes,
    pinned: names.some((name) => pinnedImages.includes(name)),
  }));
}

/** The names that an image is known by on the node; none where it is not there. */
export function namesOf(context: ImageServiceContext, imageId: string): readonly string[] {
  return entries(context.refs).flatMap(([name, ref]) => (ref === imageId ? [name] : []));
}

/** What the trace is told of names that go; `caller` is whose doing it is, absent for somebody outside of the kubelet. */
export function removals({ refs }: ImageServiceContext, images: readonly string[], caller?: string): readonly ImageObservation[] {
  const because = caller === undefined ? {} : { because: { kind: 'imageGC', actor: caller } };
  return images.map((image) => ({ type: 'image', state: 'removed', image, ref: get(refs, image) ?? '', ...because }));
}
