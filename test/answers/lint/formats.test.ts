import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { lintSarif } from '../../../src/answers/lint/formats/lint-sarif.ts';
import { lintGithub, lintText } from '../../../src/answers/lint/formats/lint-text.ts';
import { harmSources } from '../../../src/answers/lint/harm.ts';
import { type LintFinding, lint } from '../../../src/answers/lint/lint.ts';
import { lintRules } from '../../../src/answers/lint/lint-rules.ts';

const schema = JSON.parse(readFileSync(new URL('./data/sarif-2.1.0.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false, allErrors: true });
// The types of ajv-formats name its function as that of a CommonJS module.
(formats as unknown as (to: Ajv2020) => void)(ajv);
const isSarif = ajv.compile(schema);

/** Everything that any rule finds, and a refused input. */
const all: readonly LintFinding[] = [
  ...lintRules.flatMap(({ harm }) => lint(harmSources(harm, harm.files), harm.request ?? {})),
  ...lint(
    [
      {
        name: 'a dir/ü.yaml',
        text: 'apiVersion: v1\nkind: Pod\nmetadata: { name: x }\nspec: { containers: [] }\n',
      },
    ],
    {},
  ),
];

describe('SARIF', () => {
  test('findings of every rule are a log that the schema of SARIF 2.1.0 accepts', () => {
    const log = lintSarif(all, '0.1.0');
    isSarif(log);
    expect(isSarif.errors ?? []).toEqual([]);
    expect(new Set(log.runs[0]?.tool.driver.rules?.map(({ id }) => id))).toEqual(
      new Set(['refused', ...lintRules.map(({ id }) => id)]),
    );
    for (const { ruleId, ruleIndex } of log.runs[0]?.results ?? [])
      expect(log.runs[0]?.tool.driver.rules?.[ruleIndex ?? -1]?.id).toBe(ruleId);
  });

  test('no finding is a log too', () => {
    isSarif(lintSarif([], '0.1.0'));
    expect(isSarif.errors ?? []).toEqual([]);
  });

  test('the schema refuses what is wrong', () => {
    expect(isSarif({ version: '2.1.0', runs: [{ results: [{ message: {} }] }] })).toBe(false);
    expect(isSarif({ version: '2.0.0', runs: [] })).toBe(false);
  });

  test('the name of a file is a URI', () => {
    const uris = lintSarif(all, '0.1.0').runs[0]?.results?.map(
      (result) => result.locations?.[0]?.physicalLocation?.artifactLocation?.uri,
    );
    expect(uris).toContain('a%20dir/%C3%BC.yaml');
  });
});

describe('GitHub', () => {
  test('a finding is one line, with its place', () => {
    const [line] = lintGithub([
      {
        rule: 'always-by-latest',
        level: 'warning',
        file: 'a,b:c.yaml',
        line: 4,
        column: 9,
        message: '50 % of\nit',
        reason: '',
        fix: 'x',
        source: '',
      },
    ]).split('\n');
    expect(line).toBe(
      '::warning file=a%2Cb%3Ac.yaml,line=4,col=9,title=windlass always-by-latest::50 %25 of%0Ait. Fix: x.',
    );
  });

  test('every finding is one line', () => {
    expect(lintGithub(all).trimEnd().split('\n')).toHaveLength(all.length);
  });
});

describe('text', () => {
  test('fits the width, and says that there is nothing', () => {
    for (const width of [60, 100]) {
      const long = lintText(all, { width, colour: false })
        .split('\n')
        .filter((line) => line.length > width + 2);
      expect(long.filter((line) => line.trim().includes(' '))).toEqual([]);
    }
    expect(lintText([], { width: 80, colour: false })).toBe('Nothing found.\n');
  });
});
