import type { Profile } from '../../rules/kubelet/profile.ts';
import type { ConformanceTrace, Entry } from '../conformance/imagemanager/conformance-trace.ts';
import { imageManagerKind } from '../conformance/imagemanager/image-manager-kind.ts';
import { runScript } from '../conformance/imagemanager/run-script.ts';
import type { Script } from '../conformance/imagemanager/script.ts';
import { shrinkScript } from '../conformance/shrink-script.ts';
import type { ImageManagerUnderTest } from '../conformance/system-under-test.ts';
import { decisionsBefore } from './decisions.ts';
import { answerOf, judgeAnswer, unansweredBecause } from './judge-answer.ts';
import { unrealIn } from './real-world.ts';
import type { Finding, ScriptResult, Shown } from './test-report.ts';

/** How many scripts may be tried to shrink one. */
const shrinkRunsMax = 400;

/**
 * Each script without an answer costs the start of a process, and a whole time limit if the system was too
 * slow.
 */
const silentRunsMax = 40;
const slowRunsMax = 2;

interface JudgedSystem {
  readonly system: ImageManagerUnderTest;
  readonly profile: Profile;
  readonly comparesMetrics: boolean;
  readonly comparesQuotes: boolean;
}

interface Showing {
  readonly shows: Shown;
  readonly actual: ConformanceTrace | undefined;
}

/**
 * Returns the smallest script that shows the same as the result, on a system that has seen no other script
 * before. If the script alone does not show it, the finding is the script as it was. `onTry` is called for
 * each script that is tried.
 */
export async function findingOf(
  result: ScriptResult,
  judged: JudgedSystem,
  onTry: () => void,
): Promise<Finding> {
  const { system, profile } = judged;
  const alone = (script: Script): Promise<Showing | undefined> => {
    system.renew?.();
    return showsIn(script, result, judged);
  };
  const found = (
    script: Script,
    shrinkRuns: number,
    isRepeatable: boolean,
    { shows, actual }: Showing,
  ): Finding => {
    const expected = runScript(script, profile);
    return {
      result,
      script,
      shrinkRuns,
      isRepeatable,
      shows,
      expected,
      actual,
      why: decisionsBefore(script, profile, entryToExplain(shows, expected)),
    };
  };
  const first = await alone(result.script);
  if (first === undefined)
    return found(result.script, 0, false, { shows: whatShowed(result), actual: undefined });

  let runs = 0;
  let silentRuns = 0;
  const silentMax =
    result.verdict.kind === 'unanswered' && result.verdict.fault === 'too-slow' ? slowRunsMax : silentRunsMax;
  const { script } = await shrinkScript(
    result.script,
    {
      ...imageManagerKind,
      problemsOf: (smaller) => [...imageManagerKind.problemsOf(smaller), ...unrealIn(smaller, result.script)],
    },
    async (smaller) => {
      if (silentRuns >= silentMax) return false;
      runs += 1;
      onTry();
      const showing = await showsIn(smaller, result, judged);
      if (showing?.shows.kind === 'unanswered') silentRuns += 1;
      return showing !== undefined;
    },
    shrinkRunsMax,
  );
  const named = { ...script, name: result.script.name };
  const smallest = await alone(named);
  return smallest === undefined
    ? found(result.script, runs, true, first)
    : found(named, runs, true, smallest);
}

/** Returns what the script shows of the kind that the result has shown; undefined if nothing. */
async function showsIn(
  script: Script,
  result: ScriptResult,
  { system, profile, comparesMetrics, comparesQuotes }: JudgedSystem,
): Promise<Showing | undefined> {
  const answer = await answerOf(system, script);
  if ('error' in answer) {
    const shows = unansweredBecause(answer.error);
    return kindOf({ verdict: shows, broken: [] }) === kindOf(result)
      ? { shows, actual: undefined }
      : undefined;
  }
  const actual = answer.trace;
  const { verdict, broken } = judgeAnswer(
    { script, expected: runScript(script, profile), actual, profile, comparesQuotes },
    comparesMetrics,
  );
  if (verdict.kind === 'diverges')
    return kindOf({ verdict, broken }) === kindOf(result) ? { shows: verdict, actual } : undefined;
  if (result.verdict.kind !== 'agrees') return undefined;
  const same = broken.find(({ property }) => property === result.broken[0]?.property);
  return same === undefined ? undefined : { shows: { kind: 'breaks', broken: same }, actual };
}

/**
 * Returns the entry of the simulator's trace whose reasons explain what is shown: the one that the system does
 * not have, the last one of the call that has something more, or the last one of the call that breaks a
 * property.
 */
function entryToExplain(shows: Shown, { trace }: ConformanceTrace): Entry | undefined {
  if (shows.kind === 'unanswered') return undefined;
  const lastOf = (call: string | undefined) =>
    trace.findLast((entry) => 'call' in entry && entry.call === call);
  if (shows.kind === 'breaks') return lastOf(shows.broken.violation.call);
  const { expected, actual } = shows.divergence;
  if (actual === undefined || !('call' in actual)) return expected;
  // Where the system does something else first, another call of the simulator may come next.
  return expected !== undefined && 'call' in expected ? expected : lastOf(actual.call);
}

function whatShowed({ verdict, broken: [first] }: ScriptResult): Shown {
  if (verdict.kind !== 'agrees') return verdict;
  if (first === undefined) throw new Error('findingOf: the result shows nothing');
  return { kind: 'breaks', broken: first };
}

/**
 * Returns what a result shows, so that two of a kind are reported once: the entries that differ, or the
 * broken property; undefined if nothing.
 */
export function kindOf({ verdict, broken }: Pick<ScriptResult, 'verdict' | 'broken'>): string | undefined {
  if (verdict.kind === 'unanswered') return `unanswered ${verdict.fault}`;
  if (verdict.kind === 'agrees') return broken[0]?.property;
  const { expected, actual } = verdict.divergence;
  if (expected === undefined || actual === undefined || expected.type !== actual.type)
    return `${kindOfEntry(expected)} / ${kindOfEntry(actual)}`;
  const fields = Object.keys({ ...expected, ...actual }).filter(
    (field) => textOf(expected, field) !== textOf(actual, field),
  );
  return `${kindOfEntry(expected)} / ${kindOfEntry(actual)}: ${fields.join(', ')}`;
}

function kindOfEntry(entry: Entry | undefined): string {
  if (entry === undefined) return 'none';
  return ['type', 'op', 'reason', 'error', 'metric'].map((field) => textOf(entry, field)).join(' ');
}

function textOf(entry: Entry, field: string): string {
  const value: unknown = Reflect.get(entry, field);
  return value === undefined ? '' : JSON.stringify(value);
}
