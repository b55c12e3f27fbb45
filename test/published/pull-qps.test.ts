import { expect, test } from 'vitest';
import { publishedInput, traceOf } from './published-run.ts';

// The token bucket of the kubelet (registryPullQPS 5, registryBurst 10), thirty pulls 20 ms apart: the oracle accepts twelve
test.each([1, 2, 3])('of thirty pulls 20 ms apart twelve are accepted (seed %i)', async (seed) => {
  const records = await traceOf(publishedInput('pull-qps.yaml'), '--seed', String(seed), '--for', '2s');
  const first = new Map<string, string>();
  for (const record of records) {
    if (record.type === 'pull' && (record.state === 'pulling' || record.state === 'failed') && !first.has(record.actor)) {
      first.set(record.actor, record.state === 'pulling' ? 'accepted' : (record.error ?? ''));
    }
  }
  const outcomes = [...first.values()];
  expect(outcomes).toHaveLength(30);
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(12);
  expect(outcomes.filter((outcome) => outcome === 'pull QPS exceeded')).toHaveLength(18);
});
