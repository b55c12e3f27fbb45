import { expect, test } from 'vitest';
import { faultWords } from '../../../src/reports/run-view/fault-words.ts';
import { faultKinds } from '../../../src/rules/runtime/fault.ts';

test.each(Object.keys(faultKinds))('%s says what happens, to whom, and differs from all others', (kind) => {
  const words = faultWords(kind, 'r.io');
  expect(words).toContain('r.io');
  expect(faultWords(kind, undefined)).not.toMatch(/undefined|r\.io/);
  const others = Object.keys(faultKinds).filter((other) => other !== kind);
  expect(others.map((other) => faultWords(other, 'r.io'))).not.toContain(words);
});

test('a kind of a later release is named as its trace names it', () => {
  expect(faultWords('flood', 'r.io')).toBe('the fault flood of r.io');
  expect(faultWords('flood', undefined)).toBe('the fault flood');
});
