import { stripedLocksBug } from '../../rules/kubelet/known-bugs.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import { compareTraces, type TraceComparison } from '../conformance/compare-traces.ts';
import {
  type ConformanceTrace,
  type Entry,
  withoutMetrics,
} from '../conformance/imagemanager/conformance-trace.ts';
import { imageManagerKind } from '../conformance/imagemanager/image-manager-kind.ts';
import type { Script } from '../conformance/imagemanager/script.ts';
import { type ImageManagerUnderTest, NoAnswerError } from '../conformance/system-under-test.ts';
import { withPlainQuotes } from './go-quotes.ts';
import { type BrokenProperty, judgeTrace } from './judge-trace.ts';
import type { ScriptVerdict } from './test-report.ts';

/** The judgement of a system's trace. */
export interface Judgement {
  readonly verdict: ScriptVerdict;
  /** What breaks a property and counts against the system. */
  readonly broken: readonly BrokenProperty[];
  /**
   * What breaks a property in the same call and words as in the simulator's trace: a known bug of the
   * release.
   */
  readonly excused: readonly BrokenProperty[];
}

interface JudgedAnswer {
  readonly script: Script;
  /** What the simulator did. */
  readonly expected: ConformanceTrace;
  /** What the system did. */
  readonly actual: ConformanceTrace;
  readonly profile: Profile;
  /**
   * Whether an image name in a message must be quoted as Go's `%q` does; false if absent. Otherwise other
   * escapes of the same name count as equal.
   */
  readonly comparesQuotes?: boolean;
}

/** Judges what a system did with a script, compared with the simulator and by the properties. */
export function judgeAnswer(answer: JudgedAnswer, comparesMetrics: boolean): Judgement {
  const { script, expected, actual, profile } = answer;
  const all = judgeTrace(script, actual, profile);
  const ofRelease = new Set(all.length === 0 ? [] : judgeTrace(script, expected, profile).map(identityOf));
  const isExcused = (one: BrokenProperty) => ofRelease.has(identityOf(one));
  return {
    verdict: verdictOn(answer, comparesMetrics),
    broken: all.filter((one) => !isExcused(one)),
    excused: all.filter(isExcused),
  };
}

/** Whether both did the same. Metrics count only if they are to be compared. */
export function verdictOn(answer: JudgedAnswer, comparesMetrics: boolean): ScriptVerdict {
  const { script, comparesQuotes = false } = answer;
  const [expected, actual] = [answer.expected, answer.actual].map((trace) =>
    comparesMetrics ? trace : withoutMetrics(trace),
  ) as [ConformanceTrace, ConformanceTrace];
  const { divergence, excludedBy } = comparesQuotes
    ? compared(expected, actual)
    : compared(withPlainQuotes(expected, script), withPlainQuotes(actual, script));
  if (divergence !== undefined) {
    // Shown as the system wrote it, not as it was compared.
    const asWritten = (entry: Entry | undefined, { trace }: ConformanceTrace) =>
      entry === undefined ? undefined : trace[divergence.index];
    const shown = {
      expected: asWritten(divergence.expected, expected),
      actual: asWritten(divergence.actual, actual),
    };
    return { kind: 'diverges', divergence: { ...divergence, ...shown } };
  }
  return { kind: 'agrees', ...(excludedBy === undefined ? {} : { excludedBy }) };
}

/**
 * Returns only what comes before a known bug of the release that the system does not have: a new
 * implementation need not copy a panic.
 */
function compared(
  expected: ConformanceTrace,
  actual: ConformanceTrace,
): Omit<TraceComparison<Entry>, 'entriesAgreeing'> {
  const comparison = compareTraces(expected, actual, imageManagerKind);
  const bugAt = expected.trace.find(isPanic)?.at;
  if (comparison.divergence === undefined || bugAt === undefined || actual.trace.some(isPanic))
    return comparison;
  const before = ({ trace, ...rest }: ConformanceTrace): ConformanceTrace => ({
    ...rest,
    trace: trace.filter(({ at }) => at < bugAt),
  });
  return {
    divergence: compareTraces(before(expected), before(actual), imageManagerKind).divergence,
    excludedBy: stripedLocksBug.id,
  };
}

function isPanic({ type }: Entry): boolean {
  return type === 'panic';
}

/** Returns the identity of one violation, without the time, which another order at one moment may change. */
function identityOf({ property, violation: { call, message } }: BrokenProperty): string {
  return JSON.stringify([property, call, message]);
}

/**
 * Whether the trace has metrics. An image manager that is no kubelet need not count; one that does must count
 * correctly.
 */
export function tellsMetrics({ trace }: ConformanceTrace): boolean {
  return trace.some(({ type }) => type === 'metric');
}

/** Returns the system's trace, or why there is none. It never rejects. */
export function answerOf(
  system: ImageManagerUnderTest,
  script: Script,
): Promise<{ trace: ConformanceTrace } | { error: unknown }> {
  return system.run(script).then(
    (trace) => ({ trace }),
    (error: unknown) => ({ error }),
  );
}

/** Returns the verdict for a system that gave no trace. */
export function unansweredBecause(error: unknown): Extract<ScriptVerdict, { kind: 'unanswered' }> {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'unanswered', message, ...(error instanceof NoAnswerError ? { fault: error.fault } : {}) };
}
