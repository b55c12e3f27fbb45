import { expect, test } from 'vitest';
import { formatDescription } from '../../../src/report/describe/describe.ts';
import { simulate } from '../../../src/simulation/simulate.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { inputOf } from '../../simulation/run-yaml.ts';

const yaml = `
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  automountServiceAccountToken: false
  containers: [{ name: app, image: 'shop/web:gone' }]
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 22h
faults: [{ kind: notFound, image: 'shop/web:gone' }]
`;

function eventLines(kubeletVersion: string): string[] {
  // A day has many records; only these are looked at.
  const records: TraceRecord[] = [];
  const onRecord = (record: TraceRecord) => {
    if (['header', 'pod', 'event', 'end'].includes(record.type)) records.push(record);
  };
  simulate(inputOf(yaml, { seed: 1, kubeletVersion }), { keepRecords: false, onRecord });
  const text = formatDescription(records, { width: 80, colour: false });
  const events = text.slice(text.indexOf('\nEvents:'), text.indexOf('\n----'));
  return events.split('\n').filter((line) => /^ {2}(Normal|Warning)/.test(line));
}

// kubernetes#119891: "Back-off pulling image … (x5959 over 22h)" and hardly anything else; semantics §1.6 and §13.
test('after 22 hours of back-off an older kubelet shows the count, and no event says why', () => {
  const lines = eventLines('1.31');
  const backOff = lines.find((line) => line.includes('BackOff')) ?? '';
  const [, age = '', count = '', over = ''] = /BackOff +(\S+) \(x(\d+) over (\S+)\)/.exec(backOff) ?? [];
  expect(backOff).toContain('Back-off pulling image "shop/web:gone"');
  expect(age).toMatch(/^(\d+m)?(\d+s)?$/);
  expect(Number(count)).toBeGreaterThan(5700);
  expect(Number(count)).toBeLessThan(5900);
  expect(over).toMatch(/^2[12]h$/);
  expect(lines.filter((line) => line.includes('Failed to pull'))).toEqual([]);
});
