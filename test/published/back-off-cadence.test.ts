import { expect, test } from 'vitest';
import { simulate } from '../../src/simulation/simulate.ts';
import { inputOf } from '../simulation/run-yaml.ts';
import { publishedInput, quantile } from './published-run.ts';

const input = publishedInput('back-off-cadence.yaml');

// kubernetes#119891: "Back-off pulling image … (x5959 over 22h)", of a kubelet that had been at it for 22 to 23 hours; data.md §D3.1.
test('a pod that cannot pull backs off 5,798 to 6,110 times in 22 to 23 hours', () => {
  const hour = 3_600_000;
  let [within22, within23] = [0, 0];
  simulate(inputOf(input, { seed: 1 }), {
    keepRecords: false,
    onRecord: (record) => {
      if (record.type !== 'event' || record.reason !== 'BackOff') return;
      within23++;
      if (record.at <= 22 * hour) within22++;
    },
  });
  expect(within22).toBeGreaterThanOrEqual(5_798);
  expect(within23).toBeLessThanOrEqual(6_110);
  expect(within22).toBeLessThanOrEqual(5_959);
  expect(within23).toBeGreaterThanOrEqual(5_959);
});

// koti.dev: "Pulling image … (x4 over 2m15s)", the last of them 45 s ago: the fourth pull began 90 s after the first. The bounds are the
// first and last hundredth of the real rules (data.md §D3.1), by how long a failure takes; test/simulation/retry-schedule holds the
// whole schedule against them.
test.each([
  ['500ms', 77, 98],
  ['1500ms', 80, 101],
])('with failures that take %s the fourth pull begins at about 90 s', (takes, first, last) => {
  const yaml = input.replace('takes: 500ms', `takes: ${takes}`).replace('horizon: 23h', 'horizon: 2m');
  const starts = Array.from({ length: 20 }, (_, seed) => {
    const pulls = simulate(inputOf(yaml, { seed })).records.filter((record) => record.type === 'runtime' && record.op === 'PullImage');
    return ((pulls[3]?.at ?? Number.NaN) - (pulls[0]?.at ?? Number.NaN)) / 1_000;
  });
  expect(Math.abs(quantile(starts, 0.5) - 90)).toBeLessThan(4);
  expect(Math.min(...starts)).toBeGreaterThan(first - 2);
  expect(Math.max(...starts)).toBeLessThan(last + 2);
});
