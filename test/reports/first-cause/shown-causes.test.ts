import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readInput } from '../../../src/inputs/read-input.ts';
import { causeTitle } from '../../../src/reports/first-cause/shown-causes.ts';
import { runView } from '../../../src/reports/run-view/run-view.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { root } from '../../tidy/sources.ts';

function example(name: string) {
  const read = readInput([{ name, text: readFileSync(join(root, 'examples', name), 'utf8') }], {});
  if (!read.ok) throw new Error(read.errors[0]?.message);
  return runView(simulate(read.input).records);
}

test('the first cause shown is that of the summary, and each leads to a bar that it held', () => {
  const { causes, rows, summary } = example('web-rollout.yaml');
  expect(causes.map(({ words }) => words)).toEqual(['downloading', 'registry.example.com down', 'unpacking']);
  expect(causes[0]).toMatchObject({ ...summary.firstCause });
  const bars = causes.map(({ worst }) => rows[worst.row]?.bars[worst.bar]);
  expect(bars.map((bar) => bar?.fromMs)).toEqual(causes.map(({ worst }) => worst.fromMs));
  expect(bars.map((bar) => bar?.phase)).toEqual(['downloading', 'backingOff', 'unpacking']);
  // Of the pod that it held longest: three pods waited for the registry, this one twice.
  expect(rows[causes[1]?.worst.row ?? -1]?.pod?.name).toMatch(/^web-.*-mzfbn$/);
});

test('a cause holds each row once, from its first moment to its last', () => {
  for (const { pods, held } of example('web-rollout.yaml').causes) {
    const numbers = held.map(({ row }) => row);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(held.length).toBeGreaterThanOrEqual(pods);
    for (const { fromMs, toMs } of held) expect(toMs).toBeGreaterThan(fromMs);
  }
});

test('a run in which nothing waits has no cause', () => {
  expect(runView([]).causes).toEqual([]);
});

test('a title begins with a capital, unless it begins with a name', () => {
  expect(example('web-rollout.yaml').causes.map(causeTitle)).toEqual([
    'Downloading',
    'registry.example.com down',
    'Unpacking',
  ]);
});
