import fc from 'fast-check';
import { compareTraces, type Divergence } from './compare-traces.ts';
import type { NamedScript, ScriptKind, ScriptTrace } from './script-kind.ts';
import { shrinkScript } from './shrink-script.ts';
import type { SystemUnderTest } from './system-under-test.ts';

export interface FuzzOptions<S extends NamedScript = NamedScript> {
  readonly kind: ScriptKind<S>;
  /** The judge, which is always right. */
  readonly left: SystemUnderTest<S>;
  readonly right: SystemUnderTest<S>;
  /** The number of scripts to run, without those of shrinking. */
  readonly runs: number;
  readonly seed: number;
  /** Goes straight to a divergence that was found with this seed. */
  readonly path?: string;
  /** The number of scripts that shrinking may try; 5,000 if absent. */
  readonly shrinksMax?: number;
  /** The random scripts; `kind.random()` if absent. */
  readonly scripts?: fc.Arbitrary<S>;
  /** Called after each script with the number of scripts so far, including those of shrinking. */
  readonly onProgress?: (progress: FuzzProgress) => void;
}

export interface FuzzProgress {
  readonly scripts: number;
  /** The number of calls or steps of those scripts. */
  readonly size: number;
  readonly isShrinking: boolean;
}

/**
 * A script on which two systems differ, or one of them failed: the smallest one that shows it, and what each
 * system did.
 */
interface FuzzFinding<S extends NamedScript = NamedScript> {
  readonly script: S;
  /** undefined if that system did not answer. */
  readonly expected: ScriptTrace | undefined;
  readonly actual: ScriptTrace | undefined;
  /** The first entry that differs; undefined if a system failed. */
  readonly divergence: Divergence | undefined;
  /** Why a system did not answer. */
  readonly breakdown: string | undefined;
}

export interface FuzzReport<S extends NamedScript = NamedScript> {
  /** The number of scripts before the first divergence, or of all scripts. */
  readonly runs: number;
  readonly seed: number;
  /** With the seed, this finds the same divergence again, shrunk. */
  readonly path: string | undefined;
  /**
   * The number of scripts of which only the part before an exclusion was compared, including those of
   * shrinking.
   */
  readonly scriptsExcluded: number;
  readonly entriesAgreeing: number;
  readonly finding: FuzzFinding<S> | undefined;
}

/**
 * Runs random scripts on two systems until they differ, and shrinks the script that shows the difference. A
 * system that rejects (it ended, it threw) differs from one that answers. So does a real kubelet's harness
 * that cannot run a script.
 */
export async function fuzz<S extends NamedScript>(options: FuzzOptions<S>): Promise<FuzzReport<S>> {
  const {
    kind,
    left,
    right,
    runs,
    seed,
    path,
    scripts = kind.random(),
    shrinksMax = 5_000,
    onProgress,
  } = options;
  const sum = { scripts: 0, shrinks: 0, size: 0, excluded: 0, entries: 0 };
  let last: FuzzFinding<S> | undefined;
  const agrees = async (script: S): Promise<boolean> => {
    // Passing every further script ends the shrinking soonest.
    if (last !== undefined && sum.shrinks++ >= shrinksMax) return true;
    const [expected, actual] = await Promise.all([answerOf(left, script), answerOf(right, script)]);
    sum.scripts++;
    sum.size += kind.sizeOf(script);
    onProgress?.({ scripts: sum.scripts, size: sum.size, isShrinking: last !== undefined });
    const breakdown = [expected.problem, actual.problem]
      .filter((problem) => problem !== undefined)
      .join('\n');
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
  // Every script that shrinking keeps fails, so the last one that failed is the smallest. fast-check shrinks
  // the values from which a script is made, which rarely removes a call or step in the middle alone.
  // Therefore the script itself is shrunk afterwards.
  if (last !== undefined)
    await shrinkScript(
      last.script,
      kind,
      async (simpler) => !(await agrees(simpler)),
      shrinksMax - sum.shrinks,
    );
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
    return refused === undefined
      ? { trace }
      : { problem: `${system.name} cannot run the script: ${textOf(refused)}` };
  } catch (error) {
    return { problem: `${system.name}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function textOf(entry: object): string {
  return 'message' in entry ? String(entry.message) : JSON.stringify(entry);
}
