import { getJunitXml, type TestCase } from 'junit-xml';
import { testCase, xmlText } from './junit-case.ts';
import type { Finding, ScriptResult, TestReport } from './test-report.ts';

/**
 * Returns the report as JUnit XML for CI systems: suites of paths, of properties, of random scripts, and of
 * bred, kept and replayed ones if there are any, with a case for each script or property. A divergence, a broken property
 * or a missing answer fails it. The output of a case that became a finding is its smallest script and the
 * line that replays it.
 */
export function junitReport(
  report: TestReport,
  replay: (finding: Finding, number: number) => string,
): string {
  const { system, version, results, properties, findings } = report;
  const outputs = new Map(
    findings.map((finding, index) => [
      finding.result,
      xmlText(
        [
          `smallest script: ${JSON.stringify(finding.script)}`,
          ...finding.why.map(
            ({ because, upstream }) => `why: ${because}${upstream === undefined ? '' : ` (${upstream})`}`,
          ),
          `replay: ${replay(finding, index + 1)}`,
        ].join('\n'),
      ),
    ]),
  );
  const cases = (group: ScriptResult['origin']['group']) =>
    results
      .filter(({ origin }) => origin.group === group)
      .map((result) => scriptCase(result, outputs.get(result)));
  const more = (
    [
      ['bred', 'bred scripts'],
      ['corpus', 'kept scripts'],
      ['replay', 'replayed scripts'],
    ] as const
  )
    .map(([group, name]) => ({ name, testCases: cases(group) }))
    .filter(({ testCases }) => testCases.length > 0);
  const suites = [
    { name: 'paths', testCases: cases('paths') },
    {
      name: 'properties',
      testCases: properties.map(({ name, says, first, violated, held }): TestCase => {
        const failures =
          first === undefined
            ? []
            : [
                {
                  type: 'violated',
                  message: `${says} Violated in ${violated} of ${violated + held} traces; ${first.script}: ${first.violation.message}`,
                },
              ];
        return testCase('properties', name, failures);
      }),
    },
    { name: 'random scripts', testCases: cases('random') },
    ...more,
  ];
  return `${getJunitXml({ name: xmlText(`windlass test ${system} as kubelet ${version}`), suites })}\n`;
}

function scriptCase(result: ScriptResult, output: string | undefined): TestCase {
  const { origin, script } = result;
  const isPath = origin.group === 'paths';
  const name = isPath ? `${script.name}: ${origin.path}` : script.name;
  const own = testCase(isPath ? origin.machine : origin.group, name, failuresOf(result));
  return output === undefined ? own : { ...own, systemOut: [output] };
}

function failuresOf({ verdict, broken }: ScriptResult): { type: string; message: string }[] {
  const violations = broken.map(({ property, violation }) => ({
    type: 'violated',
    message: `${property}: ${violation.message}`,
  }));
  if (verdict.kind === 'agrees') return violations;
  if (verdict.kind === 'unanswered') return [{ type: 'unanswered', message: verdict.message }, ...violations];
  const { index, expected, actual } = verdict.divergence;
  const shown = (entry: unknown) => (entry === undefined ? 'no such entry' : JSON.stringify(entry));
  return [
    { type: 'diverged', message: `entry ${index}: expected ${shown(expected)}, got ${shown(actual)}` },
    ...violations,
  ];
}
