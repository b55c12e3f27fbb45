import type { TraceRecord } from '../../trace/record.ts';
import type { Invariant, Violation } from './invariant.ts';
import { invariants } from './invariants.ts';

/** An invariant's name, and one place where the trace breaks it. */
export interface BrokenInvariant {
  readonly invariant: string;
  readonly violation: Violation;
}

/**
 * Returns every place where the trace breaks one of these invariants (default: all), invariant by invariant.
 */
export function checkInvariants(
  records: readonly TraceRecord[],
  which: readonly Invariant[] = invariants,
): readonly BrokenInvariant[] {
  return which.flatMap(({ name, check }) =>
    check(records).map((violation) => ({ invariant: name, violation })),
  );
}

/** How much of a trace shows that an invariant is broken. */
export interface ViolatingPrefix {
  /** The number of records, from the header on. */
  readonly length: number;
  /** The violation at the last of them. */
  readonly violation: Violation;
}

/**
 * Returns the shortest prefix of the trace that shows a violation of the whole trace; undefined if there is
 * none. For `eventually` that is the whole trace, because only its end shows that nothing more comes.
 *
 * One check is enough. Bisection would be wrong: a prefix that ends in the middle of a moment may break a
 * rule that the rest of the moment restores (a slot that is passed on before its holder's end is recorded),
 * so shorter prefixes could seem broken when longer ones are not. A violation of the whole trace shows at the
 * record that completes it.
 */
export function shortestViolatingPrefix(
  records: readonly TraceRecord[],
  invariant: Invariant,
): ViolatingPrefix | undefined {
  return violatingPrefix(records, invariant, invariant.check(records));
}

/** Returns the same for known violations. */
export function violatingPrefix(
  records: readonly TraceRecord[],
  { kind }: Pick<Invariant, 'kind'>,
  violations: readonly Violation[],
): ViolatingPrefix | undefined {
  const [first, ...laterViolations] = violations;
  if (first === undefined) return undefined;
  const violation = laterViolations.reduce(
    (earliest, other) => (other.record < earliest.record ? other : earliest),
    first,
  );
  if (kind === 'eventually') return { length: records.length, violation };
  return { length: violation.record + 1, violation };
}
