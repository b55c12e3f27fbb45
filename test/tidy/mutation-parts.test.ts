import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { mutationParts } from '../../scripts/mutation/mutation-parts.mjs';
import { root, sourcesUnder } from './sources.ts';

const filesOf = (patterns: readonly string[]) => globSync([...patterns], { cwd: root });

describe.each(Object.entries(mutationParts))('%s', (_name, { mutate, tests, without = [] }) => {
  it.each([...mutate, ...tests, ...without])('%s names files', (pattern) => {
    expect(filesOf([pattern.replace(/^!/, '')])).not.toEqual([]);
  });
});

it('every machine is judged', () => {
  const judged = new Set(Object.values(mutationParts).flatMap(({ mutate }) => filesOf(mutate)));
  const machines = sourcesUnder('machines').filter(({ text }) =>
    /^export const \w+(Machine|Reducer)\b/m.test(text),
  );
  expect(machines.length).toBeGreaterThan(20);
  expect(machines.map(({ path }) => path).filter((path) => !judged.has(path))).toEqual([]);
});

it('every test of machines judges a part', () => {
  const judging = new Set(Object.values(mutationParts).flatMap(({ tests }) => filesOf(tests)));
  expect(filesOf(['test/machines/**/*.test.ts']).filter((path) => !judging.has(path))).toEqual([]);
});
