import { describe, expect, it, test } from 'vitest';
import { roughTimeText, TimeLeft } from '../../../../src/answers/what-if/runs/time-left.ts';

const pods = (amount: number) => ({ amount });
const horizon = (amount: number) => ({ amount, isLimit: true }) as const;

describe('the time left', () => {
  it('is told by the measure that is over first', () => {
    const left = new TimeLeft();
    left.begin(0, [pods(100), horizon(900)]);
    expect(left.sample(10_000, [pods(80), horizon(899)])).toBe('about 40 s');
  });

  it('is a limit where only the horizon comes nearer: pods that never settle', () => {
    const left = new TimeLeft();
    left.begin(0, [pods(3), horizon(900)]);
    expect(left.sample(10_000, [pods(3), horizon(800)])).toBe('at most about 80 s');
    expect(left.sample(20_000, [pods(5), horizon(700)])).toBe('at most about 70 s');
  });

  it('is not known while nothing falls, or without a measure', () => {
    const left = new TimeLeft();
    left.begin(0, [pods(3)]);
    expect(left.sample(10_000, [pods(3)])).toBeUndefined();
    expect(left.sample(10_000, [])).toBeUndefined();
  });

  it('begins with the first measure that comes: seeds are compared from the second on', () => {
    const left = new TimeLeft();
    left.begin(0, []);
    left.begin(30_000, [pods(50)]);
    left.begin(35_000, [pods(45)]);
    expect(left.sample(40_000, [pods(40)])).toBe('about 40 s');
  });

  it('goes by the later half of the time: 10 a second at first, then 1', () => {
    const left = new TimeLeft();
    left.begin(0, [pods(1_000)]);
    expect(left.sample(10_000, [pods(900)])).toBe('about 2 min');
    for (let second = 20; second <= 40; second += 10)
      left.sample(second * 1_000, [pods(900 - (second - 10))]);
    expect(left.sample(50_000, [pods(860)])).toBe('about 14 min');
  });
});

test.each([
  [0, '0 s'],
  [400, '1 s'],
  [89_900, '90 s'],
  [90_000, '2 min'],
  [625_000, '10 min'],
  [5_400_000, '2 h'],
])('%d ms are %s', (ms, text) => {
  expect(roughTimeText(ms)).toBe(text);
});
