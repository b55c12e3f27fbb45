import { expect, it } from 'vitest';
import { settingsChanges, settingsInForce } from '../../../src/reports/summary/settings-in-force.ts';
import { type Line, node, traceOf } from '../../run/invariants/trace-of.ts';

// A kubelet reads its configuration at its start: the header has the first one's, records of type `node` what
// changed.

const restarted = (at: number, kubelet?: Readonly<Record<string, unknown>>): Line => [
  at,
  'node-1',
  { type: 'node', state: 'kubeletRestarted', ...(kubelet === undefined ? {} : { kubelet }) },
];
const own = node({ serializeImagePulls: true, maxPods: 9 });
const records = traceOf(
  [own],
  [restarted(7_000, { serializeImagePulls: false, maxParallelImagePulls: 2 }), restarted(9_000)],
);

it('the settings at a time are the header’s and what restarts changed by then', () => {
  expect(settingsInForce(records, own, 6_999).kubelet).toEqual({ serializeImagePulls: true, maxPods: 9 });
  expect(settingsInForce(records, own, 7_000).kubelet).toEqual({
    serializeImagePulls: false,
    maxPods: 9,
    maxParallelImagePulls: 2,
  });
});

it('each change is a line, up to the moment that is looked at', () => {
  expect(settingsChanges(records, 'node-1')).toEqual([
    'from 7.0 s: serializeImagePulls false, maxParallelImagePulls 2',
  ]);
  expect(settingsChanges(records, 'node-1', 5_000)).toEqual([]);
  expect(settingsChanges(records, 'node-2')).toEqual([]);
});
