import { describe, expect, test } from 'vitest';
import { comparedRuns } from '../../../../src/answers/what-if/comparison/compare-variants.ts';
import { judgeCondition, parseFailCondition } from '../../../../src/answers/what-if/comparison/fail-if.ts';
import { toldOf } from '../told-runs.ts';

const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1);
const noise = seeds.map((seed) => 200 * Math.sin(seed * 7));
const variant = (name: string) => ({ name, changes: [] });

/**
 * Judges a condition for runs of 100 s before and of `percent` more afterwards, all but `chance` of it luck
 * of its own.
 */
function judged(text: string, percent: number, scatter = 1, failedPulls = 0) {
  const before = seeds.map((_, index) => toldOf(100_000 + (noise[index] ?? 0)));
  const failures = failedPulls === 0 ? [] : [{ reason: 'ErrImagePull', count: failedPulls, error: '' }];
  const after = seeds.map((_, index) =>
    toldOf(1_000 * (100 + percent) + scatter * (noise[19 - index] ?? 0), { failures }),
  );
  const { differences } = comparedRuns(
    [
      { variant: variant('A'), runs: before },
      { variant: variant('B'), runs: after },
    ],
    seeds,
  );
  const condition = parseFailCondition(text);
  if (typeof condition === 'string') throw new Error(condition);
  return judgeCondition(condition, differences[0]?.figures ?? [], 'B');
}

describe('a condition under which a comparison fails', () => {
  test.each([
    ['p99 timeToRunning worse by 10%', 12, true],
    ['p99 timeToRunning worse by 10%', 8, false],
    ['p99 timeToRunning worse by 10%', -12, false],
    ['p99 timeToRunning worse', 8, true],
    ['p99 timeToRunning better by 10%', -12, true],
    ['p99 timeToRunning more by 10s', 12, true],
    ['p99 timeToRunning more by 13s', 12, false],
    ['all running after less by 5s', -12, true],
    ['all running after > 110s', 12, true],
    ['all running after > 110s', 8, false],
    ['all running after <= 110s', 8, true],
  ])('%s: of a change by %d %% it says %s', (text, percent, holds) => {
    expect(judged(text, percent)).toMatchObject({ condition: text, holds });
  });

  test('says what it found', () => {
    expect(judged('p99 timeToRunning worse by 10%', 12).sentence).toMatch(
      /^time to running p99 is 12 s more \(1[12]\.\d %\) with B$/,
    );
    expect(judged('all running after > 110s', 8).sentence).toBe(
      'all running after is 108 s with B (all running after > 110 s)',
    );
  });

  test('does not hold for what may be chance, and says so', () => {
    const { holds, sentence } = judged('p99 timeToRunning worse', 0.3, 40);
    expect([holds, sentence]).toEqual([
      false,
      expect.stringMatching(/may be chance: more --seeds would tell$/),
    ]);
  });

  test('is about counts and rare figures, too', () => {
    expect(judged('failed pulls > 0', 0, 1, 3)).toMatchObject({
      holds: true,
      sentence: 'failed pulls is 3 with B (failed pulls > 0)',
    });
    expect(judged('failed pulls > 0', 0)).toMatchObject({ holds: false });
    expect(judged('failed pulls worse', 0, 1, 3)).toMatchObject({ holds: true });
    expect(judged('disk pressure > 0', 0)).toMatchObject({
      holds: false,
      sentence: 'disk pressure is 0 in every run',
    });
  });

  test('holds where pods do not run any more', () => {
    const [before, gone] = [
      toldOf(100),
      toldOf(100, { pods: { total: 2, running: 1, ended: 0, notRunning: 1, rejected: 0, unplaced: 0 } }),
    ];
    const runs = (told: typeof gone) => ({ variant: variant('B'), runs: seeds.map(() => told) });
    const { differences } = comparedRuns([runs(before), runs(gone)], seeds);
    const condition = parseFailCondition('p99 timeToRunning worse by 10%');
    if (typeof condition === 'string') throw new Error(condition);
    expect(judgeCondition(condition, differences[0]?.figures ?? [], 'B')).toMatchObject({ holds: true });
  });
});

test.each([
  ['it is slow', /^"it is slow" cannot be read: expected a figure and a condition, such as 'p99/],
  ['p99 timeToRuning worse by 10%', /did you mean "time to running p99"\?/],
  [
    'p99 timeToRunning worse by much',
    /^"much" is not an amount of time to running p99: expected a share such as 10%, or a duration such as 60s$/,
  ],
  ['failed pulls > 5s', /^"5s" is not an amount of failed pulls: expected a number such as 3$/],
  ['on disk already worse', /^on disk already is neither better nor worse: say more or less$/],
  ['', /cannot be read/],
])('%s is refused', (text, message) => {
  expect(parseFailCondition(text)).toMatch(message);
});
