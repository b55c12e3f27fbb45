import type { InspectionEvent } from 'xstate';
import type { Profile } from '../../rules/kubelet/profile.ts';
import { runScript } from '../conformance/imagemanager/run-script.ts';
import type { ImageManagerUnderTest } from '../conformance/system-under-test.ts';
import { createCoverage } from '../models/coverage/coverage.ts';
import { imageManagerModels } from '../models/models.ts';
import { RunObserver } from './breeding/run-observer.ts';
import { ScriptSource } from './breeding/script-source.ts';
import { findingOf, kindOf } from './finding-of.ts';
import { answerOf, judgeAnswer, tellsMetrics, unansweredBecause, verdictOn } from './judge-answer.ts';
import type { BrokenProperty } from './judge-trace.ts';
import { unreachableByScript } from './path-script-unreachable.ts';
import { properties } from './properties/properties.ts';
import type {
  Finding,
  PlannedScript,
  PropertyVerdict,
  ScriptResult,
  ScriptVerdict,
  TestReport,
} from './test-report.ts';

export type { PlannedScript } from './test-report.ts';

interface TestPlan {
  readonly system: ImageManagerUnderTest;
  readonly profile: Profile;
  /** The scripts in the order in which they are run. */
  readonly scripts: readonly PlannedScript[];
  /** How many scripts are bred then from those that reached something new; none if absent. */
  readonly breeding?: { readonly seed: number; readonly runs: number };
  /** Whether image names in messages must be quoted as Go's `%q` does; false if absent. */
  readonly comparesQuotes?: boolean;
  /** The most findings that are shrunk; 3 if absent. */
  readonly findingsMax?: number;
  readonly onProgress?: (progress: TestProgress) => void;
}

export interface TestProgress {
  readonly phase: 'running' | 'shrinking';
  readonly scripts: number;
  readonly scriptsAll: number;
}

/** A result without metrics although some were expected: its index, and the verdict if they are required. */
interface Unmeasured {
  readonly index: number;
  readonly verdict: ScriptVerdict;
}

/** How many scripts the system gets before the first of them is answered: enough to keep a process busy. */
const underWayMax = 16;

/**
 * So many scripts in a row without an answer end the session, because each may have cost a whole time limit.
 */
const silentInARowMax = 5;

/**
 * Runs every script on the system and on the simulator, compares them, judges the system by the properties,
 * and shrinks the first scripts that show something. Rejects if the system does not answer the first script,
 * because then it could not be started. A later script without an answer is a finding, and five in a row end
 * the session.
 */
export async function testSession(plan: TestPlan): Promise<TestReport> {
  const { system, profile, comparesQuotes = false } = plan;
  const unreachable = unreachableByScript(profile);
  const coverage = createCoverage(imageManagerModels.map(({ machine }) => ({ machine, unreachable })));
  const source = new ScriptSource(plan.scripts, plan.breeding);
  const results: ScriptResult[] = [];
  const unmeasured: Unmeasured[] = [];
  let tellsAny = false;
  const tell = (phase: TestProgress['phase']) =>
    plan.onProgress?.({ phase, scripts: results.length, scriptsAll: source.length });
  const underWay: { readonly planned: PlannedScript; readonly answer: ReturnType<typeof answerOf> }[] = [];
  for (let index = 0; index < source.length; index += 1) {
    // The first script is sent alone: if it fails, no more need be sent.
    while (underWay.length < (index === 0 ? 1 : underWayMax)) {
      const next = source.next();
      if (next === undefined) break;
      underWay.push({ planned: next, answer: answerOf(system, next.script) });
    }
    const sent = underWay.shift();
    if (sent === undefined) break;
    const { planned } = sent;
    const { script } = planned;
    const observer = new RunObserver();
    const inspect = (event: InspectionEvent) => {
      coverage.inspect(event);
      observer.inspect(event);
    };
    const expected = runScript(script, profile, { inspect });
    const answer = await sent.answer;
    source.learn(planned, observer, 'error' in answer ? undefined : answer.trace);
    if ('error' in answer) {
      if (index === 0) throw answer.error;
      results.push({ ...planned, verdict: unansweredBecause(answer.error), broken: [], excused: [] });
    } else {
      const judged = { script, expected, actual: answer.trace, profile, comparesQuotes };
      const hasMetrics = tellsMetrics(answer.trace);
      tellsAny ||= hasMetrics;
      if (!hasMetrics && tellsMetrics(expected)) unmeasured.push({ index, verdict: verdictOn(judged, true) });
      results.push({ ...planned, ...judgeAnswer(judged, hasMetrics) });
    }
    tell('running');
    const latest = results.slice(-silentInARowMax);
    if (latest.length === silentInARowMax && latest.every(({ verdict }) => verdict.kind === 'unanswered'))
      break;
  }
  const comparesMetrics = tellsAny || unmeasured.length === 0;
  // A system that has any metrics must have them everywhere.
  if (comparesMetrics) {
    for (const { index, verdict } of unmeasured) {
      const result = results[index];
      if (result !== undefined) results[index] = { ...result, verdict };
    }
  }
  const findings: Finding[] = [];
  for (const result of worthShrinking(results, plan.findingsMax ?? 3)) {
    const onTry = () => tell('shrinking');
    onTry();
    findings.push(await findingOf(result, { system, profile, comparesMetrics, comparesQuotes }, onTry));
  }
  return {
    system: system.name,
    version: profile.version,
    results,
    notRun: source.length - results.length,
    properties: propertyVerdicts(results),
    findings,
    comparesMetrics,
    coverage: coverage.result(),
    corpus: source.corpus(),
  };
}

/** Returns the first scripts that show something, of different kinds if there are several. */
function worthShrinking(results: readonly ScriptResult[], max: number): ScriptResult[] {
  const byKind = new Map<string, ScriptResult>();
  for (const result of results) {
    const kind = kindOf(result);
    if (kind !== undefined && !byKind.has(kind)) byKind.set(kind, result);
  }
  return [...byKind.values()].slice(0, max);
}

/** Returns what the system's traces say about each property. A script without an answer says nothing. */
function propertyVerdicts(results: readonly ScriptResult[]): readonly PropertyVerdict[] {
  const answered = results.filter(({ verdict }) => verdict.kind !== 'unanswered');
  return properties.map(({ name, says }) => {
    const breaking = answered.flatMap(({ script, broken }) => {
      const first = broken.find(({ property }) => property === name);
      return first === undefined ? [] : [{ script: script.name, violation: first.violation }];
    });
    const [first] = breaking;
    const excused = answered.filter(
      ({ broken, excused: own }) => !breaks(broken, name) && breaks(own, name),
    ).length;
    const held = answered.length - breaking.length - excused;
    return {
      name,
      says,
      held,
      violated: breaking.length,
      excused,
      ...(first === undefined ? {} : { first }),
    };
  });
}

function breaks(broken: readonly BrokenProperty[], name: string): boolean {
  return broken.some(({ property }) => property === name);
}
