import { readUpTo } from '../../../src/rules/runtime/images/layer-chunks.ts';
import type { ContentEvent } from '../content-store.ts';
import { currentItem, type FetchContext, withLayer, wrongDigest } from './fetch-context.ts';

/**
 * Returns how many bytes of the layer stay on the disk when it is given up. If all of them have arrived, they stay if
 * they are wrong; if they are just being committed, only what an earlier fetch had left stays.
 */
function keptBytes(context: FetchContext): number {
  const { bytes, offset: before } = currentItem(context);
  const {
    layer: { chunks, offset },
  } = context;
  if (isSpoiled(context)) return bytes;
  const firstMissingByte = chunks === undefined ? offset : readUpTo(chunks, -1, 0);
  return firstMissingByte < bytes ? Math.max(before, firstMissingByte) : before;
}

/** Whether more of the layer stays on the disk than was there when the fetch began. */
export function leavesMore(context: FetchContext): boolean {
  return context.layer.spaceBytes > 0 && keptBytes(context) > currentItem(context).offset;
}

/** Whether all bytes have arrived, are the wrong ones, and stay until they are collected: CRI-O leaves nothing. */
function isSpoiled({ layer: { fault }, outcome, input }: FetchContext): boolean {
  const isWrong = typeof outcome === 'object' && outcome.kind === 'wrongDigest';
  return isWrong && fault !== undefined && input.profile.collectionMicros > 0;
}

/** The message to the content store about what stays. */
export function blobLeft(context: FetchContext): ContentEvent {
  const { fault } = context.layer;
  const spoiled = isSpoiled(context) && fault !== undefined ? { spoiledBy: fault } : {};
  const { digest } = currentItem(context);
  return { type: 'PARTIAL_BLOB.KEPT', digest, bytes: keptBytes(context), ...spoiled };
}

/**
 * Returns the changes when the wrong bytes of an earlier pull are all there: nothing is asked for, and the commit finds
 * what is wrong once more (`remotes.Fetch` commits a writer that is at the end of its blob).
 */
export function refuseSpoiled(context: FetchContext): Partial<FetchContext> {
  const { spoiledBy } = currentItem(context);
  const { layer } = withLayer(context, { fault: spoiledBy });
  return { layer, outcome: wrongDigest(context) };
}

/** Returns how much disk space is freed when the layer is given up. */
export function unusedBytes(context: FetchContext): number {
  return currentItem(context).bytes - keptBytes(context);
}
