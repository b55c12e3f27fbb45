import { expect, test } from 'vitest';
import { runActivity } from '../../../src/reports/run-view/run-activity.ts';
import { TraceBuilder } from '../trace-builder.ts';

test('faults last from their beginning to their end, or to that of the run', () => {
  const trace = new TraceBuilder();
  trace.tell(0, 'faults/1-registryDown', {
    type: 'fault',
    state: 'began',
    fault: 'registryDown',
    target: 'ghcr.io',
  });
  trace.tell(2_000, 'faults/2-stall', { type: 'fault', state: 'began', fault: 'stall' });
  trace.tell(3_000, 'faults/1-registryDown', { type: 'fault', state: 'ended', fault: 'registryDown' });
  expect(runActivity(trace.end(9_000)).faults).toEqual([
    { fault: 'registryDown', target: 'ghcr.io', fromMs: 0, toMs: 3_000 },
    { fault: 'stall', fromMs: 2_000, toMs: 9_000 },
  ]);
});

test('conditions are told while they are not good, restarts and reboots where they happen', () => {
  const trace = new TraceBuilder();
  const told = (at: number, condition: string, status: 'True' | 'False', message: string) =>
    trace.tell(at, 'node-1', { type: 'condition', condition, status, reason: 'x', message });
  told(0, 'Ready', 'True', 'kubelet is posting ready status');
  told(0, 'DiskPressure', 'False', 'no');
  told(1_000, 'DiskPressure', 'True', 'kubelet has disk pressure');
  trace.tell(1_500, 'node-1', { type: 'node', state: 'kubeletRestarted' });
  trace.tell(2_000, 'node-1', { type: 'node', state: 'rebooting' });
  told(2_100, 'Ready', 'False', 'container runtime is down');
  trace.tell(4_000, 'node-1', { type: 'node', state: 'rebooted' });
  told(5_000, 'Ready', 'True', 'kubelet is posting ready status');
  expect(runActivity(trace.end(9_000)).nodes).toEqual([
    {
      node: 'node-1',
      conditions: [
        { name: 'DiskPressure', message: 'kubelet has disk pressure', fromMs: 1_000, toMs: 9_000 },
        { name: 'kubelet restart', fromMs: 1_500, toMs: 1_500 },
        { name: 'rebooting', fromMs: 2_000, toMs: 4_000 },
        { name: 'NotReady', message: 'container runtime is down', fromMs: 2_100, toMs: 5_000 },
      ],
      rounds: [],
    },
  ]);
});

test('a round of image GC lasts from its first image to its end; nodes without anything are left out', () => {
  const trace = new TraceBuilder([{}, { name: 'node-2' }]);
  const gc = (at: number, more: object) =>
    trace.tell(at, 'node-1/kubelet/image-gc', {
      type: 'imageGC',
      state: 'removed',
      trigger: 'loop',
      ...more,
    });
  gc(1_000, { image: 'a:1', freedBytes: 10 });
  gc(1_200, { image: 'b:1', state: 'failed', error: 'in use' });
  gc(1_300, { state: 'finished', removed: 1, error: 'wanted to free 20 bytes' });
  gc(8_000, { image: 'c:1', freedBytes: 5, trigger: 'diskPressure' });
  const { nodes } = runActivity(trace.end(9_000));
  expect(nodes).toEqual([
    {
      node: 'node-1',
      conditions: [],
      rounds: [
        {
          fromMs: 1_000,
          toMs: 1_300,
          trigger: 'loop',
          removed: [{ atMs: 1_000, image: 'a:1', freedBytes: 10 }],
          errors: ['b:1: in use', 'wanted to free 20 bytes'],
        },
        {
          fromMs: 8_000,
          toMs: 9_000,
          trigger: 'diskPressure',
          removed: [{ atMs: 8_000, image: 'c:1', freedBytes: 5 }],
          errors: [],
        },
      ],
    },
  ]);
});
