import { expect, it } from 'vitest';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { inputOf } from './run-yaml.ts';

// the schedule of a permanently failing image, from the real rules (oracle and Monte-Carlo). A day of it:
// test/published/back-off-cadence.

const yaml = `
apiVersion: v1
kind: Pod
metadata: { name: p }
spec:
  automountServiceAccountToken: false
  containers: [{ name: app, image: 'sim.local/gone:1' }]
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 6m30s
faults: [{ kind: pullFails, image: 'sim.local/gone:1', error: 'not found', takes: 500ms }]
`;

// So many, since a first and a last hundredth are looked at; the sixth pull begins six minutes after the
// first at the latest.
it('starts pulls 2 to 6 of a failing image within the measured p1 to p99, over 200 seeds', () => {
  const starts: number[][] = Array.from({ length: 6 }, () => []);
  for (let seed = 0; seed < 200; seed++) {
    const times = simulate(inputOf(yaml, { seed })).records.flatMap((record) =>
      record.type === 'runtime' && record.op === 'PullImage' ? [record.at / 1000] : [],
    );
    for (const [index, list] of starts.entries())
      list.push((times[index] ?? Number.NaN) - (times[0] ?? Number.NaN));
  }
  const measured = [
    [11, 17],
    [35, 46],
    [78, 99],
    [161, 190],
    [326, 360],
  ];
  for (const [index, [low, high]] of measured.entries()) {
    const sorted = (starts[index + 1] ?? []).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length * 0.01)]).toBeGreaterThanOrEqual((low ?? 0) - 1);
    expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThanOrEqual((high ?? 0) + 1);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    expect(median).toBeGreaterThan(low ?? 0);
    expect(median).toBeLessThan(high ?? 0);
  }
});
