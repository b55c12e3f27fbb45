import type { TraceRecord } from '../trace/record.ts';
import type { Invariant, Violation } from './invariant.ts';

/** How much of a trace is needed to see an invariant broken. */
export interface ViolatingPrefix {
  /** Records from the header on. */
  readonly length: number;
  /** What shows at the last of them. */
  readonly violation: Violation;
}

/**
 * Returns the shortest prefix of the trace that shows a violation of the whole trace; undefined where there is none. For
 * `eventually` that is the whole trace: only its end says that nothing more comes.
 *
 * One check is enough. A search by halves would be wrong: a prefix that ends within an instant may break a rule that the
 * rest of the instant keeps (a slot that is given on before its holder's end is told), so that shorter prefixes seem
 * broken and longer ones are not. A violation of the whole trace shows at the record that completes it.
 */
export function shortestViolatingPrefix(records: readonly TraceRecord[], invariant: Invariant): ViolatingPrefix | undefined {
  return prefixOf(records, invariant, invariant.check(records));
}

/** The same for violations that are known already. */
export function prefixOf(
  records: readonly TraceRecord[],
  { kind }: Pick<Invariant, 'kind'>,
  violations: readonly Violation[],
): ViolatingPrefix | undefined {
  const [first, ...others] = violations;
  if (first === undefined) return undefined;
  const violation = others.reduce((earliest, other) => (other.record < earliest.record ? other : earliest), first);
  if (kind === 'eventually') return { length: records.length, violation };
  return { length: violation.record + 1, violation };
}
