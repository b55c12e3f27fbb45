import { lowerBound } from '../../../rules/collections/lower-bound.ts';
import type { ObservedPull } from './observed-pull.ts';
import type { SkipCount } from './skip-count.ts';

/** An event is made after the answer, and its time is cut to the second. */
const nearMicros = 3_000_000;

/**
 * Returns one list of the pulls in logs and events. A pull in both counts once, with the log's finer times
 * and the size that either has. A pull without a size takes that of another pull of the same image. They are
 * in order of their ends.
 */
export function mergePulls(pulls: readonly ObservedPull[], skips: SkipCount): ObservedPull[] {
  const logged = new Map<string, ObservedPull[]>();
  const sizes = new Map<string, number>();
  for (const pull of pulls) {
    if (pull.bytes !== undefined) sizes.set(pull.reference, pull.bytes);
    if (pull.from !== 'log') continue;
    const list = logged.get(pull.reference);
    if (list === undefined) logged.set(pull.reference, [pull]);
    else list.push(pull);
  }
  for (const list of logged.values()) list.sort((a, b) => a.endMicros - b.endMicros);
  const kept = pulls.filter((pull) => {
    const twice = pull.from === 'events' && isLogged(pull, logged.get(pull.reference) ?? []);
    if (twice) skips.add('an event of a pull that is in the log too');
    return !twice;
  });
  return kept
    .map((pull) => ({ ...pull, bytes: pull.bytes ?? sizes.get(pull.reference) }))
    .sort((a, b) => a.endMicros - b.endMicros || (a.reference < b.reference ? -1 : 1));
}

function isLogged({ endMicros, durationMicros }: ObservedPull, inLog: readonly ObservedPull[]): boolean {
  const first = lowerBound(inLog.length, (index) => (inLog[index]?.endMicros ?? 0) >= endMicros - nearMicros);
  for (let index = first; index < inLog.length; index++) {
    const pull = inLog[index];
    if (pull === undefined || pull.endMicros > endMicros + nearMicros) return false;
    // The kubelet's figure includes its question for the size.
    if (Math.abs(pull.durationMicros - durationMicros) < 200_000 + durationMicros / 50) return true;
  }
  return false;
}
