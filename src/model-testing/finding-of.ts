import type { ConformanceTrace } from '../conformance/conformance-trace.ts';
import { fuzz } from '../conformance/fuzz.ts';
import { runScript } from '../conformance/run-script.ts';
import type { Script } from '../conformance/script.ts';
import { simulatedKubelet } from '../conformance/simulated-kubelet.ts';
import type { SystemUnderTest } from '../conformance/system-under-test.ts';
import { kindOf } from './finding-kind.ts';
import { answerOf, judgeAnswer, messageOf } from './judge-answer.ts';
import { shrinkScript } from './shrink-script.ts';
import type { Finding, ScriptResult, Shown } from './test-report.ts';
import type { TestPlan } from './test-session.ts';

/** How many scripts may be tried to make one small, by either way. */
const shrinkRunsMax = 400;

/** Each script without an answer may cost a whole time limit. */
const silentRunsMax = 40;

interface Showing {
  readonly shows: Shown;
  readonly actual: ConformanceTrace | undefined;
}

/**
 * The smallest script that shows what the result shows. A random one is shrunk by fast-check first, which knows how it was
 * made; then, as all others, by dropping calls and rounding what is left.
 */
export async function findingOf(result: ScriptResult, plan: TestPlan): Promise<Finding> {
  const drawn = await shrunkByFastCheck(result, plan);
  // fast-check keeps any divergence; one of another kind has a finding of its own.
  const isSame = drawn.script !== result.script && (await showsIn(drawn.script, result, plan)) !== undefined;
  const { script, runs } = await shrinkScript(
    isSame ? drawn.script : result.script,
    async (smaller) => (await showsIn(smaller, result, plan)) !== undefined,
    result.verdict.kind === 'unanswered' ? silentRunsMax : shrinkRunsMax,
  );
  const named = { ...script, name: result.script.name };
  const shrinkRuns = drawn.runs + runs;
  const showing = await showsIn(named, result, plan);
  if (showing !== undefined) return { result, script: named, shrinkRuns, ...showing };
  // What a system does only now and then cannot be made small: then the script stays as it was.
  const answer = await answerOf(plan.system, result.script);
  return { result, script: result.script, shrinkRuns, shows: whatShowed(result), actual: 'trace' in answer ? answer.trace : undefined };
}

async function shrunkByFastCheck({ origin, script, verdict }: ScriptResult, plan: TestPlan): Promise<{ script: Script; runs: number }> {
  if (origin.group !== 'random' || verdict.kind !== 'diverges') return { script, runs: 0 };
  const judge = simulatedKubelet(plan.profile);
  let runs = 0;
  const system: SystemUnderTest = {
    ...plan.system,
    // When enough has been tried everything seems to agree, and fast-check ends with what it has.
    run: (smaller) => (++runs > shrinkRunsMax ? judge.run(smaller) : plan.system.run(smaller)),
  };
  const report = await fuzz({ left: judge, right: system, runs: 1, seed: plan.seed, path: `${origin.run}` });
  return { script: report.finding?.script ?? script, runs: Math.min(runs, shrinkRunsMax) };
}

/** What the script shows of the kind that the result has shown; undefined where it shows nothing of it. */
async function showsIn(script: Script, result: ScriptResult, { system, profile }: TestPlan): Promise<Showing | undefined> {
  const answer = await answerOf(system, script);
  if ('error' in answer) {
    const shows = { kind: 'unanswered', message: messageOf(answer.error) } as const;
    return result.verdict.kind === 'unanswered' ? { shows, actual: undefined } : undefined;
  }
  if (result.verdict.kind === 'unanswered') return undefined;
  const actual = answer.trace;
  const { verdict, broken } = judgeAnswer(script, runScript(script, profile), actual, profile);
  if (result.verdict.kind === 'diverges')
    return verdict.kind === 'diverges' && kindOf({ verdict, broken }) === kindOf(result) ? { shows: verdict, actual } : undefined;
  const same = broken.find(({ property }) => property === result.broken[0]?.property);
  return same === undefined ? undefined : { shows: { kind: 'breaks', broken: same }, actual };
}

function whatShowed({ verdict, broken: [first] }: ScriptResult): Shown {
  if (verdict.kind !== 'agrees') return verdict;
  if (first === undefined) throw new Error('findingOf: the result shows nothing');
  return { kind: 'breaks', broken: first };
}
