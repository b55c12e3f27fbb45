import { expect, test } from 'vitest';
import {
  heldUpPulls,
  isImpossibleLink,
} from '../../../../src/answers/calibration/estimates/held-up-pulls.ts';
import { pull } from '../observed-pull.ts';

const sized = (name: string, seconds: number, megabytes: number) =>
  pull(name, 0, seconds, { bytes: megabytes * 1e6, node: name });

test('a pull that takes far longer than another of as many bytes is not explained by them', () => {
  const [fast, slow, larger] = [sized('a:1', 2, 34), sized('b:1', 155, 20.7), sized('c:1', 40, 400)];
  // Twenty megabytes of zeros that unpack to twenty gigabytes.
  expect([...heldUpPulls([fast, slow, larger])]).toEqual([slow]);
});

test('nor is one slow where only much smaller ones were fast, or where it still loads as a link does', () => {
  expect([...heldUpPulls([sized('a:1', 0.1, 3), sized('b:1', 155, 20.7)])]).toEqual([]);
  expect([...heldUpPulls([sized('a:1', 1, 100), sized('b:1', 30, 60)])]).toEqual([]);
});

test.each([
  [239_000, 200_000, true],
  [5e6, 4e6, false],
  [null, 1.44e6, true],
  [null, 400e6, false],
] as const)('a link of %s bytes a second, and %d at least: impossible is %s', (value, low, isImpossible) => {
  expect(isImpossibleLink({ value, low })).toBe(isImpossible);
});
