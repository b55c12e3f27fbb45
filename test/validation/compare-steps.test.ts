import { describe, expect, it } from 'vitest';
import { compareSteps } from '../../tools/validation/compare-steps.ts';

const runs = (step: string, real: readonly number[], ours: readonly number[], runtime = '2.4.2') =>
  real.map((value, place) => ({ runtime, real: { [step]: [value] }, ours: { [step]: [ours[place] ?? 0] } }));
const agreement = (step: string, real: readonly number[], ours: readonly number[]) =>
  compareSteps(runs(step, real, ours)).map(({ agrees }) => agrees);
const five = (value: number) => [value, value, value, value, value];

describe('a step of many runs', () => {
  it('is its median, by runtime, and a run with many of them counts once', () => {
    const many = { runtime: '2.4.2', real: { open: [9, 9, 9, 9, 9, 9] }, ours: { open: [9] } };
    const compared = compareSteps([
      ...runs('open', five(3), five(2.8)),
      many,
      ...runs('open', five(30), five(3), '1.6.20'),
    ]);
    expect(compared).toEqual([
      { runtime: '1.6.20', step: 'open', seen: 5, real: 30, ours: 3, agrees: false },
      { runtime: '2.4.2', step: 'open', seen: 6, real: 3, ours: 2.8, agrees: true },
    ]);
  });

  it('may be off by 15 %, or by 1.5 ms where that is more; a rate by the share alone', () => {
    expect(agreement('wait', five(100), five(115))).toEqual([true]);
    expect(agreement('wait', five(100), five(116))).toEqual([false]);
    expect(agreement('wait', five(2), five(3.5))).toEqual([true]);
    expect(agreement('wait', five(2), five(3.6))).toEqual([false]);
    expect(agreement('files, thousands/s', five(2), five(3.5))).toEqual([false]);
  });

  it('that hardly anybody has seen tells nothing', () => {
    expect(compareSteps(runs('wait', [1, 1], [9, 9]))).toEqual([]);
  });
});
