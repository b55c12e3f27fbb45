import { smallest } from '../../rules/collections/extremes.ts';
import type { ComparedPart, ScriptTrace } from './script-kind.ts';

/** Something that is not compared, and the reason. docs/fidelity-kubelet.md shows the list. */
interface Exclusion {
  readonly id: string;
  readonly what: string;
  readonly why: string;
}

/** A race that the trace names (`races`). The kind of script says which part is compared then. */
export const racesExclusion: Exclusion = {
  id: 'races',
  what: 'what the real code leaves to chance, where a trace names it (`races`): of the image manager, all that follows when two pulls of one pod and image fail in one instant with different messages; of image GC, what follows an operation whose outcome hangs on the order of equal images; of the PLEG, events discarded in a relist that touched several pods, and times of inspections that take time; of kubeadm, an image twice in one parallel pull',
  why: 'the order of goroutines, of a Go map or of an unstable sort decides, and the kubelet leaves it open',
};

/** Scripts that the judge itself could not run. */
export const harnessExclusion: Exclusion = {
  id: 'harness',
  what: 'scripts that the harness around the real kubelet could not run (`oracle-error`)',
  why: 'there is nothing to compare with',
};

export const exclusions: readonly Exclusion[] = [
  racesExclusion,
  harnessExclusion,
  {
    id: 'v1.14',
    what: 'recorded traces of 1.14',
    why: 'that release cannot be built from the module registries any more; its traces are written from its source by a second, plain implementation (test/proof/conformance/v1.14/)',
  },
  {
    id: 'sub-microsecond',
    what: 'times with fractions of a microsecond, where two of them meet exactly (the very end of a back-off window, a whole millisecond of a duration)',
    why: 'the simulator counts whole microseconds exactly; finer times are rounded to nanoseconds as the kubelet does, but sums of them are binary fractions and may miss an exact edge; beyond 2^43 µs (101 days) whole microseconds are all that there is room for',
  },
];

/**
 * Returns the parts of two traces before the first race of the expected one, where races are named `<ms> …`.
 * It is for kinds of scripts whose races leave everything after them open. Races that only the other system
 * claims do not count.
 */
export function comparedBeforeRaces(expected: ScriptTrace, actual: ScriptTrace): ComparedPart {
  const races = expected.races ?? [];
  if (races.length === 0) return { expected: expected.trace, actual: actual.trace };
  const atMs = smallest(races.map(Number.parseFloat));
  return {
    expected: expected.trace.filter(({ at }) => at < atMs),
    actual: actual.trace.filter(({ at }) => at < atMs),
    excludedBy: racesExclusion.id,
  };
}
