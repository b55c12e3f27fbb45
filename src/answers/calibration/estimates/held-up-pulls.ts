import type { ObservedPull } from './observed-pull.ts';
import { pullGroups } from './pull-group.ts';
import { wireBytes } from './pull-kind.ts';

/** No node in use has a slower link; bytes a second. */
const linkMin = 1e6;
/** How much slower than another pull of as many bytes one may be because of its bytes. */
const slowerMost = 20;
/** A shorter pull has little but its round trips. */
const durationMicrosMin = 2_000_000;
/** Pulls of fewer bytes than this share say nothing about a larger one. */
const bytesShare = 0.3;

/**
 * Returns the pulls whose bytes do not explain their time, since another pull of as many bytes was far faster: layers
 * of nearly nothing that unpack to gigabytes, or something else that held them up. `full` are those that moved their
 * bytes.
 */
export function heldUpPulls(full: readonly ObservedPull[]): Set<ObservedPull> {
  const byBytes = full.toSorted((a, b) => wireBytes(b) - wireBytes(a));
  const heldUp = new Set<ObservedPull>();
  // Beside others, a pull waits for them.
  const alone = new Set(pullGroups(full).flatMap(({ pulls }) => (pulls.length === 1 ? pulls : [])));
  let next = 0;
  let fastest = 0;
  for (const pull of byBytes) {
    for (
      let other = byBytes[next];
      other !== undefined && wireBytes(other) >= bytesShare * wireBytes(pull);
      other = byBytes[++next]
    )
      fastest = Math.max(fastest, rateOf(other));
    if (!alone.has(pull)) continue;
    const rate = rateOf(pull);
    if (pull.durationMicros >= durationMicrosMin && rate < linkMin && rate * slowerMost < fastest)
      heldUp.add(pull);
  }
  return heldUp;
}

function rateOf(pull: ObservedPull): number {
  return (wireBytes(pull) / Math.max(pull.durationMicros, 1)) * 1e6;
}

/** Where only the least of a link is known, a smaller one says nothing about it. */
const boundMin = 10e6;

/** Whether a link cannot be one: what was measured is something else. */
export function isImpossibleLink({
  value,
  low,
}: {
  readonly value: number | null;
  readonly low: number;
}): boolean {
  return value === null ? low < boundMin : value < linkMin;
}
