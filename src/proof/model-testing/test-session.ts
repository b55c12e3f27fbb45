import type { Profile } from '../../rules/kubelet/profile.ts';
import type { ConformanceTrace } from '../conformance/imagemanager/conformance-trace.ts';
import { runScript } from '../conformance/imagemanager/run-script.ts';
import type { Script } from '../conformance/imagemanager/script.ts';
import type { ImageManagerUnderTest } from '../conformance/system-under-test.ts';
import { createCoverage } from '../models/coverage/coverage.ts';
import { imageManagerModels } from '../models/models.ts';
import { findingOf, kindOf } from './finding-of.ts';
import { answerOf, judgeAnswer, tellsMetrics, unansweredBecause, verdictOn } from './judge-answer.ts';
import type { BrokenProperty } from './judge-trace.ts';
import { unreachableByScript } from './path-script-unreachable.ts';
import { properties } from './properties/properties.ts';
import type {
  Finding,
  PropertyVerdict,
  ScriptOrigin,
  ScriptResult,
  ScriptVerdict,
  TestReport,
} from './test-report.ts';

export interface PlannedScript {
  readonly origin: ScriptOrigin;
  readonly script: Script;
}

interface TestPlan {
  readonly system: ImageManagerUnderTest;
  readonly profile: Profile;
  /** The scripts in the order in which they are run. */
  readonly scripts: readonly PlannedScript[];
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
  const { system, profile, scripts, comparesQuotes = false } = plan;
  const unreachable = unreachableByScript(profile);
  const coverage = createCoverage(imageManagerModels.map(({ machine }) => ({ machine, unreachable })));
  const results: ScriptResult[] = [];
  const unmeasured: Unmeasured[] = [];
  let tellsAny = false;
  const tell = (phase: TestProgress['phase']) =>
    plan.onProgress?.({ phase, scripts: results.length, scriptsAll: scripts.length });
  const underWay: Promise<{ trace: ConformanceTrace } | { error: unknown }>[] = [];
  for (const [index, planned] of scripts.entries()) {
    // The first script is sent alone: if it fails, no more need be sent.
    while (underWay.length < (index === 0 ? 1 : underWayMax) && index + underWay.length < scripts.length) {
      const next = scripts[index + underWay.length];
      if (next !== undefined) underWay.push(answerOf(system, next.script));
    }
    const { script } = planned;
    const expected = runScript(script, profile, { inspect: coverage.inspect });
    const answer = await underWay.shift();
    if (answer === undefined) break;
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
    notRun: scripts.length - results.length,
    properties: propertyVerdicts(results),
    findings,
    comparesMetrics,
    coverage: coverage.result(),
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
