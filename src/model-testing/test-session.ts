import type { ConformanceTrace } from '../conformance/conformance-trace.ts';
import { runScript } from '../conformance/run-script.ts';
import type { Script } from '../conformance/script.ts';
import type { SystemUnderTest } from '../conformance/system-under-test.ts';
import type { Profile } from '../kubelet/profile.ts';
import { createCoverage } from '../models/coverage.ts';
import { imageManagerModels } from '../models/models.ts';
import { kindOf } from './finding-kind.ts';
import { findingOf } from './finding-of.ts';
import { answerOf, judgeAnswer, messageOf } from './judge-answer.ts';
import { unreachableByScript } from './path-script-unreachable.ts';
import { propertyVerdicts } from './property-verdicts.ts';
import type { Finding, ScriptOrigin, ScriptResult, TestReport } from './test-report.ts';

export interface PlannedScript {
  readonly origin: ScriptOrigin;
  readonly script: Script;
}

export interface TestPlan {
  readonly system: SystemUnderTest;
  readonly profile: Profile;
  /** In the order in which they are run. */
  readonly scripts: readonly PlannedScript[];
  /** The seed of the random scripts, for shrinking them. */
  readonly seed: number;
  /** How many findings are shrunk at most; 3 where absent. */
  readonly findingsMax?: number;
  readonly onProgress?: (progress: TestProgress) => void;
}

export interface TestProgress {
  readonly phase: 'running' | 'shrinking';
  readonly scripts: number;
  readonly scriptsAll: number;
}

/** Scripts handed to the system before the first of them is answered: enough to keep a process busy. */
const underWayMax = 16;

/** So many scripts in a row without an answer end the session: each may have cost a whole time limit. */
const silentInARowMax = 5;

/**
 * Runs every script on the system and on the simulator, compares, judges what the system did by the properties, and
 * makes the first scripts that show something small. Rejects where the system does not answer the first script: then
 * it could not be started. A later script without an answer is a finding, and five in a row end the session.
 */
export async function testSession(plan: TestPlan): Promise<TestReport> {
  const { system, profile, scripts } = plan;
  const unreachable = unreachableByScript(profile);
  const coverage = createCoverage(imageManagerModels.map(({ machine }) => ({ machine, unreachable })));
  const results: ScriptResult[] = [];
  const tell = (phase: TestProgress['phase']) => plan.onProgress?.({ phase, scripts: results.length, scriptsAll: scripts.length });
  const underWay: Promise<{ trace: ConformanceTrace } | { error: unknown }>[] = [];
  for (const [index, planned] of scripts.entries()) {
    // The first one goes alone: where it fails there is no sense in asking more.
    while (underWay.length < (index === 0 ? 1 : underWayMax) && index + underWay.length < scripts.length) {
      const next = scripts[index + underWay.length];
      if (next !== undefined) underWay.push(answerOf(system, next.script));
    }
    const expected = runScript(planned.script, profile, { inspect: coverage.inspect });
    const answer = await underWay.shift();
    if (answer === undefined) break;
    if ('error' in answer) {
      if (index === 0) throw answer.error;
      results.push({ ...planned, verdict: { kind: 'unanswered', message: messageOf(answer.error) }, broken: [] });
    } else {
      results.push({ ...planned, ...judgeAnswer(planned.script, expected, answer.trace, profile) });
    }
    tell('running');
    const latest = results.slice(-silentInARowMax);
    if (latest.length === silentInARowMax && latest.every(({ verdict }) => verdict.kind === 'unanswered')) break;
  }
  const findings: Finding[] = [];
  for (const result of worthShrinking(results, plan.findingsMax ?? 3)) {
    tell('shrinking');
    findings.push(await findingOf(result, plan));
  }
  const { name } = system;
  const properties = propertyVerdicts(results);
  const notRun = scripts.length - results.length;
  return { system: name, version: profile.version, results, notRun, properties, findings, coverage: coverage.result() };
}

/** The first scripts that show something, of different kinds where there are several: what differs, and in which entry. */
function worthShrinking(results: readonly ScriptResult[], max: number): ScriptResult[] {
  const byKind = new Map<string, ScriptResult>();
  for (const result of results) {
    const kind = kindOf(result);
    if (kind !== undefined && !byKind.has(kind)) byKind.set(kind, result);
  }
  return [...byKind.values()].slice(0, max);
}
