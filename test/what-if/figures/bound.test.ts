import { expect, test } from 'vitest';
import { boundText, parseBound } from '../../../src/what-if/figures/bound.ts';

const told = (text: string): string => {
  const bound = parseBound(text);
  if (bound === undefined || typeof bound === 'string') throw new Error(`${text}: ${bound}`);
  return boundText(bound);
};

test.each([
  ['p99 timeToRunning <= 60s', 'time to running p99 <= 60 s'],
  ['p99 timeToRunning <= 66.3s', 'time to running p99 <= 66.3 s'],
  ['p99 timeToRunning <= 2m', 'time to running p99 <= 2 m 0 s'],
  ['p99 timeToRunning < 61234ms', 'time to running p99 < 61.234 s'],
  ['failed pulls <= 3', 'failed pulls <= 3'],
  ['downloaded <= 1.5GB', 'downloaded <= 1.5 GB'],
  ['downloaded <= 1234567', 'downloaded <= 1234567 B'],
])('%s is told as %s', (written, expected) => {
  expect(told(written)).toBe(expected);
});
