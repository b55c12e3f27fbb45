import { expect, it } from 'vitest';
import { junitReport } from '../../../src/proof/model-testing/junit-report.ts';
import type { TestReport } from '../../../src/proof/model-testing/test-report.ts';
import { testSession } from '../../../src/proof/model-testing/test-session.ts';
import { v1_27, v1_31 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { simulatedKubelet } from '../conformance/simulated-kubelet.ts';
import { call, scriptOf } from './judged-script.ts';
import { xmlProblem } from './well-formed-xml.ts';

const replay = (_finding: unknown, number: number) => `windlass test --only ${number} <&>`;
const session = async (): Promise<TestReport> => {
  const odd = 'gone <&"\'> \u0001 \ud800 é';
  const script = {
    ...scriptOf([call(0, 'a')], {}, { pulls: { 'web:latest': [{ error: odd }] } }),
    name: `odd ${odd}`,
  };
  const origin = { group: 'paths', machine: 'imagePull', path: 'a → b' } as const;
  const scripts = [
    { origin, script: { ...scriptOf([call(0, 'a')]), name: 'one' } },
    { origin: { group: 'random', run: 0 } as const, script },
  ];
  return testSession({ system: simulatedKubelet(v1_27), profile: v1_31, scripts, findingsMax: 1 });
};

it('is well-formed, with one suite each for paths, properties and random scripts', async () => {
  const xml = junitReport(await session(), replay);
  expect(xmlProblem(xml)).toBeUndefined();
  const suites = [...xml.matchAll(/<testsuite tests="(\d+)"[^>]* failures="(\d+)"[^>]* name="([^"]*)"/g)].map(
    ([, ...found]) => found,
  );
  expect(suites).toEqual([
    ['1', '1', 'paths'],
    ['12', '0', 'properties'],
    ['1', '0', 'random scripts'],
  ]);
  expect(xml).toContain('classname="imagePull"');
  expect(xml).toContain('GetImageSize');
  expect(xml).toContain('\\u0001 \\ud800');
});

it('gives the smallest script and its replay line as the output of the case that they are of', async () => {
  const xml = junitReport(await session(), replay);
  const outputs = [
    ...xml.matchAll(/<testcase name="([^"]*)"[^>]*>.*?<system-out>(.*?)<\/system-out><\/testcase>/gs),
  ].map(([, ...found]) => found);
  expect(outputs).toEqual([
    [
      'one: a → b',
      expect.stringMatching(
        /^smallest script: \{.*&quot;calls&quot;:\[\{.*\nreplay: windlass test --only 1 &lt;&amp;&gt;$/s,
      ),
    ],
  ]);
});

it('fails the case of a property with its first script, and has a suite for replayed scripts where there are any', async () => {
  const report = await session();
  const first = { script: 'one', violation: { at: 5, call: 'a', message: 'panics: x < y' } };
  const properties = [
    { name: 'one-result-per-call', says: 'Each returns.', held: 1, violated: 1, excused: 0, first },
  ];
  const results = report.results.map((result) => ({ ...result, origin: { group: 'replay' } as const }));
  const xml = junitReport({ ...report, properties, results }, replay);
  expect(xmlProblem(xml)).toBeUndefined();
  expect(xml).toMatch(/one-result-per-call[\s\S]*Violated in 1 of 2 traces; one: panics: x &lt; y/);
  expect(xml).toContain('name="replayed scripts"');
});

it('the check of well-formedness finds what is wrong', () => {
  for (const bad of [
    '',
    'x',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a>&</a>',
    '<a b="<"/>',
    '<a>\u0001</a>',
    '<a></a>x',
  ])
    expect(xmlProblem(bad), bad).toBeDefined();
  for (const good of ['<a/>', '<a b="&quot;"><c>x &lt; y</c></a>\n'])
    expect(xmlProblem(good), good).toBeUndefined();
});
