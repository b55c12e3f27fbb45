import type { Parsed } from '../../trace/record.ts';
import type { knownBugFigures as shape } from '../json/run-summary.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import type { KnownBugMet } from './known-bugs-met.ts';

/** A known bug of the kubelet's release that a run met, for reports. Times in virtual ms. */
export type KnownBugFigures = Parsed<typeof shape>;

/** Returns the known bugs that a run has met, for reports. */
export function knownBugFigures(met: readonly KnownBugMet[]): readonly KnownBugFigures[] {
  return met.map(({ bug: { id, effect, avoid, source }, times, firstAtMs, nodes, subjects }) => ({
    id,
    times,
    firstAtMs,
    nodes,
    subjects,
    effect,
    avoid: avoid ?? null,
    source,
  }));
}

/**
 * Returns `striped-locks (3 times, first after 12 s, web:1): the kubelet panics …`; `windlass bugs` tells the
 * source.
 */
export function knownBugText({ id, times, firstAtMs, subjects, effect }: KnownBugFigures): string {
  return `${id} (${countText(times, 'time')}, first after ${durationText(firstAtMs)}, ${subjects.join(', ')}): ${effect}`;
}

/** Returns their names in one line: `striped-locks (3 times), pull-session-left-open`. */
export function knownBugNames(bugs: readonly KnownBugFigures[]): string {
  return bugs.map(({ id, times }) => (times === 1 ? id : `${id} (${times} times)`)).join(', ');
}
