import { expect, it } from 'vitest';
import { histogram } from '../../../../src/proof/conformance/pleg/pleg-metrics.ts';
import {
  plegHealth,
  plegNotHealthy,
  readyCondition,
  readyEvent,
  relistPeriods,
} from '../../../../src/rules/kubelet/pleg/pleg-health.ts';
import { plegRules1_14, plegRules1_27 } from '../../../../src/rules/kubelet/pleg/pleg-rules.ts';

// Healthy of pkg/kubelet/pleg/generic.go; the periods of pkg/kubelet/kubelet.go; DefBuckets of client_golang.

it('a PLEG that has never relisted is ill: since 1.27 in words of its own, before since Go’s zero time', () => {
  expect(plegHealth(plegRules1_27, undefined, 0, 180_000_000)).toEqual({
    isHealthy: false,
    message: 'pleg has yet to be successful',
  });
  expect(plegHealth(plegRules1_14, undefined, 0, 180_000_000).message).toBe(
    'pleg was last seen active 2562047h47m16.854775807s ago; threshold is 3m0s',
  );
});

it('the threshold itself is healthy (healthy-messages)', () => {
  expect(plegHealth(plegRules1_27, 1_000, 180_001_000, 180_000_000)).toEqual({ isHealthy: true });
  expect(plegHealth(plegRules1_27, 1_000, 180_001_001, 180_000_000).isHealthy).toBe(false);
});

it('is reported as an error of the runtime, as the Ready condition and in an event of the node', () => {
  expect(plegNotHealthy({ isHealthy: true, message: 'stale' })).toBeUndefined();
  expect(plegNotHealthy({ isHealthy: false })).toBe('PLEG is not healthy: ');
  const error = plegNotHealthy({ isHealthy: false, message: 'pleg has yet to be successful' });
  expect(error).toBe('PLEG is not healthy: pleg has yet to be successful');
  const condition = { type: 'condition', condition: 'Ready' };
  expect(readyCondition(error)).toEqual({
    ...condition,
    status: 'False',
    reason: 'KubeletNotReady',
    message: error,
  });
  const message = 'kubelet is posting ready status';
  expect(readyCondition(undefined)).toEqual({
    ...condition,
    status: 'True',
    reason: 'KubeletReady',
    message,
  });
  expect(readyEvent('node-1', 'NodeNotReady')).toEqual({
    type: 'event',
    eventType: 'Normal',
    reason: 'NodeNotReady',
    message: 'Node node-1 status is now: NodeNotReady',
  });
});

it('with events of the runtime it relists every five minutes, and may be ten minutes old', () => {
  expect(relistPeriods(1_000_000, false)).toEqual({
    relistPeriodMicros: 1_000_000,
    relistThresholdMicros: 180_000_000,
  });
  expect(relistPeriods(1_000_000, true)).toEqual({
    relistPeriodMicros: 300_000_000,
    relistThresholdMicros: 600_000_000,
  });
});

it('a bucket has its upper bound in it, and the last one has none', () => {
  expect(histogram([5_000, 5_001, 10_000_000, 10_000_001])).toEqual({
    count: 4,
    buckets: { '0.005': 1, '0.01': 1, '10': 1, '+Inf': 1 },
  });
});
