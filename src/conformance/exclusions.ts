import type { ConformanceTrace } from './conformance-trace.ts';

/** Something that is not compared, and why; docs/fidelity.md shows the list. */
export interface Exclusion {
  readonly id: string;
  readonly what: string;
  readonly why: string;
  /** The time (ms) from which on an expected trace is not compared; absent where the exclusion is of a kind that no trace shows. */
  readonly from?: (expected: ConformanceTrace) => number | undefined;
}

export const exclusions: readonly Exclusion[] = [
  {
    id: 'races',
    what: 'what follows when two pulls of one pod and image fail in one instant with different messages (`races` of the trace)',
    why: 'the next back-off repeats the message of the one whose goroutine ran last, which the kubelet leaves open',
    from: ({ races }) =>
      races === undefined || races === null || races.length === 0 ? undefined : Math.min(...races.map(Number.parseFloat)),
  },
  {
    id: 'harness',
    what: 'scripts that the harness around the real kubelet could not run (`oracle-error`)',
    why: 'there is nothing to compare with',
    from: ({ trace }) => (trace.some(({ type }) => type === 'oracle-error') ? 0 : undefined),
  },
  {
    id: 'v1.14',
    what: 'recorded traces of 1.14',
    why: 'that release cannot be built from the module registries any more; its traces are written from its source by a second, plain implementation (test/conformance/v1.14/)',
  },
  {
    id: 'sub-microsecond',
    what: 'times with fractions of a microsecond, where two of them meet exactly (the very end of a back-off window, a whole millisecond of a duration)',
    why: 'the simulator counts whole microseconds exactly; finer times are rounded to nanoseconds as the kubelet does, but sums of them are binary fractions and may miss an exact edge',
  },
  {
    id: 'credentials',
    what: 'pull secrets and service accounts',
    why: 'calls of this kind of script have none',
  },
];

/** The earliest time (ms) from which on the trace is not compared, with the exclusion that says so. */
export function excludedFrom(expected: ConformanceTrace): { readonly at: number; readonly exclusion: Exclusion } | undefined {
  return exclusions
    .flatMap((exclusion) => {
      const at = exclusion.from?.(expected);
      return at === undefined ? [] : [{ at, exclusion }];
    })
    .sort((a, b) => a.at - b.at)[0];
}
