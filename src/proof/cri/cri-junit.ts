import { getJunitXml, type TestCase } from 'junit-xml';
import { testCase, xmlText } from '../model-testing/junit-case.ts';
import type { CriFinding, CriReport, CriScriptResult } from './cri-session.ts';

/**
 * Returns the report as JUnit XML for CI systems: a suite of properties, and one for each kind of script. The output
 * of a property that is violated is the smallest script, and the line that runs it again.
 */
export function criJunit(report: CriReport, replay: (finding: CriFinding, number: number) => string): string {
  const { system, results, properties, findings } = report;
  const ofProperties = properties.map(({ name, says, violated, scripts }): TestCase => {
    const index = findings.findIndex(({ property }) => property.name === name);
    const finding = findings[index];
    if (finding === undefined) return testCase('properties', name, []);
    const { judgement, script } = finding;
    const message = `${says} Violated ${violated} times, in ${scripts.join(', ')}: ${judgement.violation}`;
    const output = [
      `smallest script: ${JSON.stringify(script)}`,
      `replay: ${replay(finding, index + 1)}`,
    ].join('\n');
    return {
      ...testCase('properties', name, [{ type: 'violated', message }]),
      systemOut: [xmlText(output)],
    };
  });
  const suites = [
    { name: 'properties', testCases: ofProperties },
    ...(['cases', 'paths', 'random', 'replay'] as const)
      .map((group) => ({
        name: group,
        testCases: results.filter(({ origin }) => origin.group === group).map(scriptCase),
      }))
      .filter(({ testCases }) => testCases.length > 0),
  ];
  return `${getJunitXml({ name: xmlText(`windlass test --cri ${system}`), suites })}\n`;
}

function scriptCase({ origin, script, tookMs, broken }: CriScriptResult): TestCase {
  const failures = broken.map(({ property, judgement }) => ({
    type: 'violated',
    message: `${property}: ${judgement.violation}`,
  }));
  const isPath = origin.group === 'paths';
  const name = isPath ? `${script.name}: ${origin.path}` : script.name;
  return { ...testCase(isPath ? origin.machine : origin.group, name, failures), time: tookMs / 1000 };
}
