import fc from 'fast-check';
import { compareTraces, type Divergence } from './compare-traces.ts';
import type { ConformanceTrace } from './conformance-trace.ts';
import { randomScript } from './random-script.ts';
import type { Script } from './script.ts';
import { shrinkScript } from './shrink-script.ts';
import type { SystemUnderTest } from './system-under-test.ts';

export interface FuzzOptions {
  /** The judge: what it does is right. */
  readonly left: SystemUnderTest;
  readonly right: SystemUnderTest;
  /** Scripts to run, without those that shrinking adds. */
  readonly runs: number;
  readonly seed: number;
  /** Goes straight to a divergence that was found with this seed. */
  readonly path?: string;
  /** Scripts that shrinking may try; 5,000 where absent. */
  readonly shrinksMax?: number;
  /** `randomScript()` where absent. */
  readonly scripts?: fc.Arbitrary<Script>;
  /** Told after each script: how many have been run, those of shrinking among them. */
  readonly onProgress?: (progress: FuzzProgress) => void;
}

export interface FuzzProgress {
  readonly scripts: number;
  readonly calls: number;
  readonly isShrinking: boolean;
}

/** Two systems differ, or one of them broke down: the smallest script that shows it, and what either did. */
export interface FuzzFinding {
  readonly script: Script;
  /** Undefined where that system did not answer. */
  readonly expected: ConformanceTrace | undefined;
  readonly actual: ConformanceTrace | undefined;
  /** The first entry that differs; undefined where a system broke down. */
  readonly divergence: Divergence | undefined;
  /** Why a system did not answer. */
  readonly breakdown: string | undefined;
}

export interface FuzzReport {
  /** Scripts that were run before the first divergence, or all of them. */
  readonly runs: number;
  readonly seed: number;
  /** With the seed, this is the finding again, shrunk. */
  readonly path: string | undefined;
  /** Scripts of which only the part before an exclusion was compared, shrinking included. */
  readonly scriptsExcluded: number;
  readonly entriesAgreeing: number;
  readonly finding: FuzzFinding | undefined;
}

/**
 * Runs random scripts on two systems until they differ, and shrinks the script that tells them apart. A system that rejects
 * (it ended, it threw) differs from one that answers; the harness of a real kubelet that cannot run a script does, too.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { left, right, runs, seed, path, scripts = randomScript(), shrinksMax = 5_000, onProgress } = options;
  const sum = { scripts: 0, shrinks: 0, calls: 0, excluded: 0, entries: 0 };
  let last: FuzzFinding | undefined;
  const agrees = async (script: Script): Promise<boolean> => {
    // To pass is the quickest way out of shrinking.
    if (last !== undefined && sum.shrinks++ >= shrinksMax) return true;
    const [expected, actual] = await Promise.all([answerOf(left, script), answerOf(right, script)]);
    sum.scripts++;
    sum.calls += script.calls.length;
    onProgress?.({ scripts: sum.scripts, calls: sum.calls, isShrinking: last !== undefined });
    const breakdown = [expected.problem, actual.problem].filter((problem) => problem !== undefined).join('\n');
    if (expected.trace === undefined || actual.trace === undefined) {
      last = { script, expected: expected.trace, actual: actual.trace, divergence: undefined, breakdown };
      return false;
    }
    const { divergence, excludedBy, entriesAgreeing } = compareTraces(expected.trace, actual.trace);
    sum.entries += entriesAgreeing;
    if (excludedBy !== undefined) sum.excluded++;
    if (divergence === undefined) return true;
    last = { script, expected: expected.trace, actual: actual.trace, divergence, breakdown: undefined };
    return false;
  };
  const details = await fc.check(fc.asyncProperty(scripts, agrees), {
    seed,
    numRuns: runs,
    ...(path === undefined ? {} : { path }),
  });
  // Every script that shrinking keeps fails, so the last one that failed is the smallest. fast-check shrinks what a script was
  // drawn from, which hardly ever drops a call in the middle alone; then the script itself is made smaller.
  if (last !== undefined) await shrinkScript(last.script, async (simpler) => !(await agrees(simpler)), shrinksMax - sum.shrinks);
  return {
    runs: details.numRuns,
    seed: details.seed,
    path: details.counterexamplePath ?? undefined,
    scriptsExcluded: sum.excluded,
    entriesAgreeing: sum.entries,
    finding: last,
  };
}

interface Answer {
  readonly trace?: ConformanceTrace;
  readonly problem?: string;
}

async function answerOf(system: SystemUnderTest, script: Script): Promise<Answer> {
  try {
    const trace = await system.run(script);
    const refused = trace.trace.find((entry) => entry.type === 'oracle-error');
    return refused === undefined ? { trace } : { problem: `${system.name} cannot run the script: ${refused.message}` };
  } catch (error) {
    return { problem: `${system.name}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
