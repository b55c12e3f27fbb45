import type { RuntimeProfile } from '../../../rules/runtime/profiles/runtime-profile.ts';
import type { ObservedPull } from './observed-pull.ts';

/** No node loads and unpacks faster. A pull that seems faster asked its registry only for the tag. */
const bytesPerSecondMax = 1.5e9;
/**
 * containerd 2.x counts only layers of a megabyte and more, so a count of 0 says nothing about a small image.
 */
const countedBytesMin = 8e6;

/** `full`: its bytes came over the wire. `present`: one HEAD, because everything was there. */
type PullKind = 'full' | 'present' | 'failed' | 'unsized';

/** Returns what each pull shows, in the order of the pulls. */
export function pullKinds(pulls: readonly ObservedPull[], profile: RuntimeProfile): PullKind[] {
  const first = pulls.map((pull) => kindAlone(pull, profile));
  const rates = pulls
    .flatMap((pull, index) => (first[index] === 'full' ? [rateOf(pull)] : []))
    .sort((a, b) => a - b);
  const middle = rates[rates.length >> 1] ?? Infinity;
  const longest = new Map<string, number>();
  for (const { reference, durationMicros } of pulls)
    longest.set(reference, Math.max(longest.get(reference) ?? 0, durationMicros));
  return pulls.map((pull, index) => {
    const kind = first[index] ?? 'failed';
    const again =
      pull.durationMicros < repeatShare * (longest.get(pull.reference) ?? 0) && rateOf(pull) > 2 * middle;
    return kind === 'full' && again && !isRead(pull) ? 'present' : kind;
  });
}

/**
 * A repeated pull of an image normally finds it present. If image GC was faster, the pull takes as long as
 * before.
 */
const repeatShare = 0.25;

function kindAlone(pull: ObservedPull, profile: RuntimeProfile): PullKind {
  if (pull.outcome === 'failed') return 'failed';
  const { bytes, durationMicros } = pull;
  if (durationMicros < fixedMicros(profile)) return 'present';
  if (bytes === undefined || bytes <= 0) return 'unsized';
  const nothingRead = pull.bytesRead === 0 && bytes >= countedBytesMin;
  return nothingRead || rateOf(pull) > bytesPerSecondMax ? 'present' : 'full';
}

function rateOf({ bytes = 0, durationMicros }: ObservedPull): number {
  return (bytes / Math.max(durationMicros, 1)) * 1e6;
}

/** Whether the runtime has counted more bytes on the wire than those of a manifest. */
function isRead({ bytes = 0, bytesRead }: ObservedPull): boolean {
  return bytesRead !== undefined && bytesRead > bytes / 10;
}

/** Returns the least time of a pull with a layer besides its round trips and bytes. */
export function fixedMicros({ delays }: RuntimeProfile): number {
  return beforeLayersMicros(delays) + delays.commit + delays.unpack + delays.beforeReply;
}

/** Returns the time between the four round trips before the first byte of a layer. */
export function beforeLayersMicros(delays: RuntimeProfile['delays']): number {
  return delays.beforeHead + delays.beforeManifest + delays.beforeConfig + delays.beforeLayers;
}

/** Returns the bytes on the wire: the whole image, or the runtime's count if that is clearly less. */
export function wireBytes({ bytes = 0, bytesRead }: ObservedPull): number {
  return bytesRead !== undefined && bytesRead > 0 && bytesRead < 0.9 * bytes ? bytesRead : bytes;
}
