import { beforeAll, describe, expect, test } from 'vitest';
import { formatDescription } from '../../src/reports/describe/describe.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../src/trace/record.ts';
import { inputOf } from '../run/simulation/run-yaml.ts';
import { publishedInput } from './published-run.ts';

const input = publishedInput('back-off-cadence.yaml');

// kubernetes#119891: "Back-off pulling image … (x5959 over 22h)" and hardly anything else, of a kubelet that
// had been at it for 22 to 23 hours One run, since a day of ticks takes long.
describe.each(['1.31', '1.36'])(
  'a pod that a kubelet of %s cannot pull an image for, for 23 hours',
  (kubeletVersion) => {
    const hour = 3_600_000;
    let events: readonly string[] = [];
    beforeAll(() => {
      // A day has many records; only these are looked at.
      const records: TraceRecord[] = [];
      const { end } = simulate(inputOf(input, { seed: 1, kubeletVersion }), {
        keepRecords: false,
        onRecord: (record) => {
          if (['header', 'pod', 'event'].includes(record.type) && record.at <= 22 * hour)
            records.push(record);
        },
      });
      const text = formatDescription([...records, { ...end, at: 22 * hour }], { width: 80, colour: false });
      events = text
        .slice(text.indexOf('\nEvents:'), text.indexOf('\n----'))
        .split('\n')
        .filter((line) => /^ {2}(Normal|Warning)/.test(line));
    });

    test('shows the count after 22 hours, and no event says why', () => {
      const backOff = events.find((line) => line.includes('BackOff')) ?? '';
      const [, age = '', count = '', over = ''] = /BackOff +(\S+) \(x(\d+) over (\S+)\)/.exec(backOff) ?? [];
      expect(backOff).toContain('Back-off pulling image "registry.example.com/shop/gone:1"');
      expect(age).toMatch(/^(\d+m)?(\d+s)?$/);
      expect(Number(count)).toBeGreaterThan(5700);
      expect(Number(count)).toBeLessThan(5900);
      expect(over).toMatch(/^2[12]h$/);
      expect(events.filter((line) => line.includes('Failed to pull'))).toEqual([]);
    });
  },
);

// koti.dev: "Pulling image … (x4 over 2m15s)", the last of them 45 s ago: the fourth pull began 90 s after
// the first. The bounds are the first and last hundredth of the real rules, by how long a failure takes;
// test/run/simulation/retry-schedule holds the whole schedule against them.
test.each([
  ['500ms', 77, 98],
  ['1500ms', 80, 101],
])('with failures that take %s the fourth pull begins between %i and %i s', (takes, first, last) => {
  const yaml = input.replace('takes: 500ms', `takes: ${takes}`).replace('horizon: 23h', 'horizon: 2m');
  const starts = Array.from({ length: 20 }, (_, seed) => {
    const pulls = simulate(inputOf(yaml, { seed })).records.filter(
      (record) => record.type === 'runtime' && record.op === 'PullImage',
    );
    return ((pulls[3]?.at ?? Number.NaN) - (pulls[0]?.at ?? Number.NaN)) / 1_000;
  });
  expect(Math.min(...starts)).toBeGreaterThan(first - 2);
  expect(Math.max(...starts)).toBeLessThan(last + 2);
});
