import { describe, expect, test } from 'vitest';
import {
  boundText,
  findFigure,
  keepsTo,
  parseAmount,
  parseBound,
} from '../../../../src/answers/what-if/figures/figure-bound.ts';
import { figureRows } from '../../../../src/reports/comparison/figure-rows.ts';

const nameOf = (name: string) => {
  const found = findFigure(name);
  return typeof found === 'string' ? found : found.name;
};

describe('a figure is found', () => {
  test.each(figureRows.map(({ name }) => [name]))('by its own name: %s', (name) => {
    expect(nameOf(name)).toBe(name);
    expect(nameOf(name.toUpperCase())).toBe(name);
  });

  test.each([
    ['p99 timeToRunning', 'time to running p99'],
    ['timeToRunningMs.p50', 'time to running p50'],
    ['max timeToRunning', 'all running after'],
    ['bytes', 'downloaded'],
    ['pulls failed', 'failed pulls'],
    ['back-offs', 'refused by back-off'],
    ['duplicatePulls', 'duplicate pulls'],
    ['p99 startup SLI', 'startup SLI p99'],
    ['not ready', 'NotReady'],
  ])('by another spelling: %s is %s', (spelling, name) => {
    expect(nameOf(spelling)).toBe(name);
  });

  test('or one that is like it is named, with all there are', () => {
    expect(nameOf('p99 timeToRuning')).toMatch(
      /^there is no figure "p99 timeToRuning"; did you mean "time to running p99"\?\n {2}the figures are: all/,
    );
    expect(nameOf('happiness of everybody')).toMatch(/^there is no figure "happiness of everybody"\n/);
  });
});

test('amounts are in the unit of the figure', () => {
  expect(
    ['60s', '1m30s', '250ms', '0', '0s', '60', '5MB', ''].map((text) => parseAmount(text, 'ms')),
  ).toEqual([...[60_000, 90_000, 250, 0, 0], ...[undefined, undefined, undefined]]);
  expect(['2GB', '1GiB', '0', '60s'].map((text) => parseAmount(text, 'bytes'))).toEqual([
    2e9,
    2 ** 30,
    0,
    undefined,
  ]);
  expect(['3', '0.5', '-1', '3s'].map((text) => parseAmount(text, 'count'))).toEqual([
    3,
    0.5,
    undefined,
    undefined,
  ]);
});

describe('a bound', () => {
  const read = (text: string) => {
    const bound = parseBound(text);
    if (bound === undefined || typeof bound === 'string') throw new Error(bound ?? 'no bound');
    return bound;
  };

  test('is read with any spacing, and told in the words of the table', () => {
    expect(boundText(read('p99 timeToRunning<=60s'))).toBe('time to running p99 <= 60 s');
    expect(boundText(read('  bytes  <  2GB '))).toBe('downloaded < 2.0 GB');
    expect(boundText(read('pods running or ended >= 7'))).toBe('pods running or ended >= 7');
  });

  test('is kept to or not; a time that never came is longer than any', () => {
    const kept = (text: string, value: number | null) => keepsTo(read(text), value);
    expect([59_999, 60_000, 60_001, null].map((value) => kept('p99 timeToRunning <= 60s', value))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([59_999, 60_000, 60_001, null].map((value) => kept('p99 timeToRunning < 60s', value))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([59_999, 60_000, null].map((value) => kept('p99 timeToRunning >= 60s', value))).toEqual([
      false,
      true,
      true,
    ]);
    expect([59_999, 60_000, null].map((value) => kept('p99 timeToRunning > 60s', value))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('that cannot be read says what was expected', () => {
    expect(parseBound('p99 timeToRunning')).toBeUndefined();
    expect(parseBound('p99 timeToRunning <= soon')).toBe(
      '"soon" is not an amount of time to running p99: expected a duration such as 60s',
    );
    expect(parseBound('failed pull <= 3')).toMatch(/did you mean "failed pulls"\?/);
  });
});

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
