import { entries, get, remove, set } from '../../src/rules/collections/sorted-map.ts';
import { type LazyImage, lazyImage } from '../../src/rules/runtime/images/lazy-image.ts';
import type { ImageReadRequest } from './container-runtime-protocol.ts';
import {
  findImage,
  type ImageServiceContext,
  type KnownImage,
  knownImage,
  withoutImages as removedNames,
} from './image-service-context.ts';
import type { LazyRead, LazyReadInput } from './lazy-read-context.ts';
import { pullHosts } from './pull-hosts.ts';

/**
 * Returns the image as a pull of this name brings it lazily; undefined if it brings all of it. One that is there as
 * a whole stays so, and so does the image of sandboxes, which is smaller than any index.
 */
export function lazilyPulled(context: ImageServiceContext, name: string): LazyImage | undefined {
  const { profile, sandboxImage } = context.input;
  const { lazyPull } = profile.options;
  if (lazyPull === undefined || name === sandboxImage) return undefined;
  const image = findImage(context.input, name);
  const present = knownImage(context, name);
  if (image === undefined || (present !== undefined && present.lazy === undefined)) return undefined;
  return lazyImage(image, lazyPull);
}

/** Returns the image of this ID if it is on the node, lazily pulled. */
function lazilyPresent({ refs }: ImageServiceContext, imageRef: string): KnownImage | undefined {
  return entries(refs).find(([, { id, lazy }]) => id === imageRef && lazy !== undefined)?.[1];
}

/** Whether a container may have to wait for what it reads of its image. */
export function readsLazily(context: ImageServiceContext, { imageRef }: ImageReadRequest): boolean {
  return lazilyPresent(context, imageRef) !== undefined;
}

/** Whether another container has begun to read the image since it came. */
export function isRead(context: ImageServiceContext, request: ImageReadRequest): boolean {
  return get(context.reads?.open, request.imageRef) !== undefined && readsLazily(context, request);
}

/** The actor that reads it; throws if no container has read it. */
export function requireRead(context: ImageServiceContext, { imageRef }: ImageReadRequest): LazyRead {
  const read = get(context.reads?.open, imageRef);
  if (read === undefined) throw new Error(`${context.input.name}: "${imageRef}" has not been read`);
  return read;
}

/** Returns the input of an actor that reads an image for the first container. */
export function readInput(context: ImageServiceContext, first: ImageReadRequest): LazyReadInput {
  const { helpers, input } = context;
  const { recorder, clock, profile, network, disk, linkId, connectMicros = {} } = input;
  const known = lazilyPresent(context, first.imageRef);
  const image = known && lazilyPulled(context, known.name);
  if (known === undefined || image === undefined)
    throw new Error(`${input.name}: "${first.imageRef}" is not read lazily`);
  return {
    name: `${input.name}/reads/${readCount(context)}`,
    recorder,
    clock,
    profile,
    network,
    disk,
    linkId,
    connectMicros,
    exists: true,
    identity: known.lazy?.identity,
    hosts: pullHosts(context, known.name),
    slots: helpers.slots,
    content: helpers.content,
    metadata: helpers.metadata,
    image,
    first,
  };
}

/** How often containers have begun to read an image that had just come. */
export function readCount({ reads }: ImageServiceContext): number {
  return reads?.begun ?? 0;
}

/** Returns the context after an actor has begun to read an image. */
export function withRead(
  context: ImageServiceContext,
  { imageRef }: ImageReadRequest,
  read: LazyRead,
): Partial<ImageServiceContext> {
  return {
    reads: { begun: readCount(context) + 1, open: set(context.reads?.open, imageRef, read) },
  };
}

/** Returns the changes when images are removed: who reads them goes on to the end, and nobody finds it. */
export function withoutImages(
  context: ImageServiceContext,
  names: readonly string[],
): Partial<ImageServiceContext> {
  const refs = removedNames(context.refs, names);
  const { reads } = context;
  if (reads === undefined) return { refs };
  const ids = names.map((name) => knownImage(context, name)?.id ?? '');
  return {
    refs,
    reads: { begun: reads.begun, open: ids.reduce((open, id) => remove(open, id), reads.open) },
  };
}

/** The actors that may have bytes under way. */
export function openReads({ reads }: ImageServiceContext): readonly LazyRead[] {
  return entries(reads?.open).map(([, read]) => read);
}
