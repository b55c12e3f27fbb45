import type { TraceRecord } from '../../trace/record.ts';
import { type ViolatingPrefix, violatingPrefix } from './check-invariants.ts';
import type { Violation } from './invariant.ts';
import { invariants } from './invariants.ts';
import { sightings } from './sightings.ts';

/** What a trace says about one named property. */
export type TraceVerdict =
  | {
      readonly name: string;
      readonly kind: 'always' | 'eventually';
      readonly says: string;
      readonly violations: readonly Violation[];
      /** The shortest part of the trace that shows it broken; undefined if it holds. */
      readonly prefix: ViolatingPrefix | undefined;
    }
  | {
      readonly name: string;
      readonly kind: 'sometimes';
      readonly says: string;
      /** The first record that shows it; undefined if none does. */
      readonly record: number | undefined;
    };

/** Every name by which a trace can be judged: always and eventually first, then sometimes. */
export const verdictNames: readonly string[] = [...invariants, ...sightings].map(({ name }) => name);

/** Judges a trace by each property, or by those with these names, in the order of `verdictNames`. */
export function traceVerdicts(
  records: readonly TraceRecord[],
  names: readonly string[] = verdictNames,
): readonly TraceVerdict[] {
  const selectedNames = new Set(names);
  return [
    ...invariants
      .filter(({ name }) => selectedNames.has(name))
      .map((invariant): TraceVerdict => {
        const { name, kind, says } = invariant;
        const violations = invariant.check(records);
        return { name, kind, says, violations, prefix: violatingPrefix(records, invariant, violations) };
      }),
    ...sightings
      .filter(({ name }) => selectedNames.has(name))
      .map(({ name, kind, says, find }): TraceVerdict => ({ name, kind, says, record: find(records) })),
  ];
}
