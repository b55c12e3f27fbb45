import fc from 'fast-check';
import { compareTraces, type Divergence } from './compare-traces.ts';
import type { NamedScript, ScriptKind, ScriptTrace } from './script-kind.ts';
import { shrinkScript } from './shrink-script.ts';
import type { SystemUnderTest } from './system-under-test.ts';

export interface FuzzOptions<S extends NamedScript = NamedScript> {
  readonly kind: ScriptKind<S>;
  /** The judge: what it does is right. */
  readonly left: SystemUnderTest<S>;
  readonly right: SystemUnderTest<S>;
  /** Scripts to run, without those that shrinking adds. */
  readonly runs: number;
  readonly seed: number;
  /** Goes straight to a divergence that was found with this seed. */
  readonly path?: string;
  /** Scripts that shrinking may try; 5,000 where absent. */
  readonly shrinksMax?: number;
  /** `kind.random()` where absent. */
  readonly scripts?: fc.Arbitrary<S>;
  /** Told after each script: how many have been run, those of shrinking among them. */
  readonly onProgress?: (progress: FuzzProgress) => void;
}

export interface FuzzProgress {
  readonly scripts: number;
  /** Calls or steps of those scripts. */
  readonly size: number;
  readonly isShrinking: boolean;
}

/** Two systems differ, or one of them broke down: the smallest script that shows it, and what either did. */
export interface FuzzFinding<S extends NamedScript = NamedScript> {
  readonly script: S;
  /** Undefined where that system did not answer. */
  readonly expected: ScriptTrace | undefined;
  readonly actual: ScriptTrace | undefined;
  /** The first entry that differs; undefined where a system broke down. */
  readonly divergence: Divergence | undefined;
  /** Why a system did not answer. */
  readonly breakdown: string | undefined;
}

export interface FuzzReport<S extends NamedScript = NamedScript> {
  /** Scripts that were run before the first divergence, or all of them. */
  readonly runs: number;
  readonly seed: number;
  /** With the seed, this is the finding again, shrunk. */
  readonly path: string | undefined;
  /** Scripts of which only the part before an exclusion was compared, shrinking included. */
  readonly scriptsExcluded: number;
  readonly entriesAgreeing: number;
  readonly finding: FuzzFinding<S> | undefined;
}

/**
 * Runs random scripts on two systems until they differ, and shrinks the script that tells them apart. A system that rejects
 * (it ended, it threw) differs from one that answers; the harness of a real kubelet that cannot run a script does, too.
 */
export async function fuzz<S extends NamedScript>(options: FuzzOptions<S>): Promise<FuzzReport<S>> {
  const { kind, left, right, runs, seed, path, scripts = kind.random(), shrinksMax = 5_000, onProgress } = options;
  const sum = { scripts: 0, shrinks: 0, size: 0, excluded: 0, entries: 0 };
  let last: FuzzFinding<S> | undefined;
  const agrees = async (script: S): Promise<boolean> => {
    // To pass is the quickest way out of shrinking.
    if (last !== undefined && sum.shrinks++ >= shrinksMax) return true;
    const [expected, actual] = await Promise.all([answerOf(left, script), answerOf(right, script)]);
    sum.scripts++;
    sum.size += kind.sizeOf(script);
    onProgress?.({ scripts: sum.scripts, size: sum.size, isShrinking: last !== undefined });
    const breakdown = [expected.problem, actual.problem].filter((problem) => problem !== undefined).join('\n');
    if (expected.trace === undefined || actual.trace === undefined) {
      last = { script, expected: expected.trace, actual: actual.trace, divergence: undefined, breakdown };
      return false;
    }
    const { divergence, excludedBy, entriesAgreeing } = compareTraces(expected.trace, actual.trace, kind);
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
  // drawn from, which hardly ever drops a call or step in the middle alone; then the script itself is made smaller.
  if (last !== undefined) await shrinkScript(last.script, kind, async (simpler) => !(await agrees(simpler)), shrinksMax - sum.shrinks);
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
  readonly trace?: ScriptTrace;
  readonly problem?: string;
}

async function answerOf<S extends NamedScript>(system: SystemUnderTest<S>, script: S): Promise<Answer> {
  try {
    const trace = await system.run(script);
    const refused = trace.trace.find((entry) => entry.type === 'oracle-error');
    return refused === undefined ? { trace } : { problem: `${system.name} cannot run the script: ${textOf(refused)}` };
  } catch (error) {
    return { problem: `${system.name}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function textOf(entry: object): string {
  return 'message' in entry ? String(entry.message) : JSON.stringify(entry);
}
