import { expect, test } from 'vitest';
import { expectedTimeText } from '../../../../src/interfaces/cli/run/expected-time.ts';
import { appYaml } from '../../../run/simulation/pod-yaml.ts';
import { inputOf } from '../../../run/simulation/run-yaml.ts';

const one = inputOf(appYaml('web', 'shop/web:1'));
const [pod] = one.pods;
const [node] = one.nodes;
if (pod === undefined || node === undefined) throw new Error('an input without a pod or a node');
const inputOfSize = (pods: number, nodes: number, hours: number) => ({
  ...one,
  pods: Array.from({ length: pods }, () => pod),
  nodes: Array.from({ length: nodes }, () => node),
  horizonMicros: hours * 3_600e6,
});

test('of many pods it is said before the run how long it will take, and what takes less', () => {
  expect(expectedTimeText(inputOfSize(100_000, 1_000, 0.25), { count: 1, noun: 'seed' }, 1)).toBe(
    '100000 pods: expect about 4 min; fewer pods or a shorter --for take less; -q hides this',
  );
  expect(expectedTimeText(inputOfSize(1_000, 10, 0.25), { count: 50, noun: 'seed' }, 1)).toBe(
    '1000 pods, 50 seeds: expect about 2 min; fewer pods or seeds or a shorter --for take less; -q hides this',
  );
});

test('of runs that may end before all are made, how long they take at most', () => {
  expect(expectedTimeText(inputOfSize(1_000, 10, 0.25), { count: 50, noun: 'run', isMost: true }, 1)).toBe(
    '1000 pods, at most 50 runs: expect at most 2 min; fewer pods or runs or a shorter --for take less; -q hides this',
  );
});

test('several threads take so much less', () => {
  expect(expectedTimeText(inputOfSize(100_000, 1_000, 0.25), { count: 1, noun: 'seed' }, 3)).toMatch(
    /^100000 pods: expect about 84 s;/,
  );
  expect(expectedTimeText(inputOfSize(1, 4, 720), { count: 1, noun: 'seed' }, 2)).toMatch(
    / expect up to about 22 min where/,
  );
});

test('of a far horizon, how long it may take where a pod never settles', () => {
  expect(expectedTimeText(inputOfSize(1, 1, 720), { count: 1, noun: 'seed' }, 1)).toBe(
    '720 h 0 m of 1 node: expect up to about 11 min where a pod never settles; a shorter --for takes less; -q hides this',
  );
  expect(expectedTimeText(inputOfSize(10, 10, 1), { count: 20, noun: 'seed' }, 1)).toMatch(
    /^1 h 0 m of 10 nodes, 20 seeds: expect up to about 3 min/,
  );
});

test('of a run that takes less than a minute nothing is said', () => {
  expect(expectedTimeText(one, { count: 1, noun: 'seed' }, 1)).toBeUndefined();
  expect(expectedTimeText(inputOfSize(3_000, 100, 0.25), { count: 1, noun: 'seed' }, 1)).toBeUndefined();
  expect(expectedTimeText(inputOfSize(1, 1, 24), { count: 1, noun: 'seed' }, 1)).toBeUndefined();
});
