import { compareTraces } from '../conformance/compare-traces.ts';
import type { ConformanceTrace } from '../conformance/conformance-trace.ts';
import type { Script } from '../conformance/script.ts';
import type { SystemUnderTest } from '../conformance/system-under-test.ts';
import type { Profile } from '../kubelet/profile.ts';
import { type BrokenProperty, judgeTrace } from './judge-trace.ts';
import type { ScriptVerdict } from './test-report.ts';

/** What a system did with a script, beside what the simulator did with it. */
export function judgeAnswer(
  script: Script,
  expected: ConformanceTrace,
  actual: ConformanceTrace,
  profile: Profile,
): { readonly verdict: ScriptVerdict; readonly broken: readonly BrokenProperty[] } {
  const { divergence, excludedBy } = compareTraces(reportsMetrics(actual) ? expected : withoutMetrics(expected), actual);
  const all = judgeTrace(script, actual, profile);
  // What the simulator breaks too is a known bug of the release, which it reproduces.
  const known = new Set(all.length === 0 ? [] : judgeTrace(script, expected, profile).map(({ property }) => property));
  const broken = all.filter(({ property }) => !known.has(property));
  if (divergence !== undefined) return { verdict: { kind: 'diverges', divergence }, broken };
  return { verdict: { kind: 'agrees', ...(excludedBy === undefined ? {} : { excludedBy }) }, broken };
}

/** An image manager that is no kubelet need not count; one that does must count right. */
function reportsMetrics({ trace }: ConformanceTrace): boolean {
  return trace.some(({ type }) => type === 'metric');
}

function withoutMetrics(trace: ConformanceTrace): ConformanceTrace {
  return { ...trace, trace: trace.trace.filter(({ type }) => type !== 'metric') };
}

/** The system's trace, or why there is none; never rejects. */
export function answerOf(system: SystemUnderTest, script: Script): Promise<{ trace: ConformanceTrace } | { error: unknown }> {
  return system.run(script).then(
    (trace) => ({ trace }),
    (error: unknown) => ({ error }),
  );
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
