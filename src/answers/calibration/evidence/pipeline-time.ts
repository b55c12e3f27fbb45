import type { Layer } from '../../../rules/runtime/images/image.ts';
import { unpackWorkMicros } from '../../../rules/runtime/images/unpack-work.ts';
import { commitMicros, type RuntimeProfile } from '../../../rules/runtime/profiles/runtime-profile.ts';

/** How many layers load at once. More make no difference if the link is the limit. */
const slots = 3;

/**
 * Returns how long images that are pulled together take from the first byte of a layer to the last answer, in
 * microseconds. Layers share the link equally, and each image unpacks its own in the chain's order, each as
 * soon as it has arrived and the one before is done. This is the simulation's model without round trips and
 * queues, so that it can be solved for the link. If layers load in random order (containerd 2.x), it is the
 * mean over two orders that mirror each other.
 */
export function pipelineMicros(
  images: readonly (readonly Layer[])[],
  profile: RuntimeProfile,
  linkBytesPerSecond: number,
  unpackBytesPerSecond: number,
): number {
  const forth = timeInOrder(images, profile, linkBytesPerSecond, unpackBytesPerSecond, false);
  if (profile.downloadSlots.order === 'manifest') return forth;
  return (forth + timeInOrder(images, profile, linkBytesPerSecond, unpackBytesPerSecond, true)) / 2;
}

function timeInOrder(
  images: readonly (readonly Layer[])[],
  profile: RuntimeProfile,
  linkBytesPerSecond: number,
  unpackBytesPerSecond: number,
  backwards: boolean,
): number {
  const { delays } = profile;
  const bytes = images.flatMap((layers) => {
    const sizes = layers.map((layer) => layer.bytes);
    return backwards ? sizes.reverse() : sizes;
  });
  const ends = sharedEnds(bytes, linkBytesPerSecond);
  let offset = 0;
  let latest = 0;
  for (const layers of images) {
    let unpacked = 0;
    for (const [index, layer] of layers.entries()) {
      const end = ends[offset + (backwards ? layers.length - 1 - index : index)] ?? 0;
      const begin = Math.max(end + commitMicros(delays, layer.bytes), unpacked + delays.betweenUnpacks);
      unpacked = begin + unpackWorkMicros(profile, layer, unpackBytesPerSecond);
    }
    latest = Math.max(latest, unpacked);
    offset += layers.length;
  }
  return latest + delays.beforeReply;
}

/**
 * Returns when each download ends, in microseconds. At most `slots` share the link, and the next one takes
 * the place of one that ended.
 */
function sharedEnds(sizes: readonly number[], bytesPerSecond: number): number[] {
  const ends = new Array<number>(sizes.length).fill(0);
  const left: { index: number; bytes: number }[] = [];
  let now = 0;
  let next = 0;
  while (next < sizes.length || left.length > 0) {
    while (next < sizes.length && left.length < slots) {
      left.push({ index: next, bytes: sizes[next] ?? 0 });
      next += 1;
    }
    let least = Infinity;
    for (const one of left) least = Math.min(least, one.bytes);
    now += (least * left.length * 1e6) / bytesPerSecond;
    for (let at = left.length - 1; at >= 0; at--) {
      const one = left[at];
      if (one === undefined) continue;
      one.bytes -= least;
      if (one.bytes > 1e-6) continue;
      ends[one.index] = now;
      left.splice(at, 1);
    }
  }
  return ends;
}
