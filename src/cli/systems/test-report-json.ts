import { type TestReport, verdictOf } from '../../model-testing/test-report.ts';

/** The report as data: a verdict per script and property, the coverage by machine, and the findings with their smallest scripts. */
export function testReportJson(report: TestReport, seed: number): string {
  const { system, version, results, properties, findings, coverage } = report;
  const data = {
    verdict: verdictOf(report),
    system,
    kubelet: version,
    seed,
    metrics: report.comparesMetrics ? 'compared' : 'not told',
    scripts: results.map(({ origin, script, verdict, broken, excused }) => ({
      ...origin,
      name: script.name,
      calls: script.calls.length,
      verdict,
      broken,
      excused,
    })),
    notRun: report.notRun,
    properties,
    coverage: coverage.map(({ machine, transitions, states }) => ({
      machine,
      transitions: transitions.map(({ id, hits, unreachable }) => ({ id, hits, unreachable })),
      states: states.map(({ id, hits }) => ({ id, hits })),
    })),
    findings: findings.map(({ result, ...finding }) => ({ found: result.script, ...finding })),
  };
  return `${JSON.stringify(data, undefined, 2)}\n`;
}
