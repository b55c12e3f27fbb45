import { expect, test } from 'vitest';
import { type PodPhases, podPhases } from '../../../src/reports/phases/pod-phases.ts';
import { meanStartupParts, startupMicros } from '../../../src/reports/phases/startup-parts.ts';
import { rollout } from '../rollout.ts';
import { TraceBuilder } from '../trace-builder.ts';

const startupParts = (pods: readonly PodPhases[]) => meanStartupParts(startupMicros(pods));

test('every moment of a pod on its way up counts once', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web', [
    ['setup', 's:1', 'init'],
    ['app', 'web:1'],
  ]);
  pod.pull(100, 'setup', 'waiting', 's:1');
  pod.load(1100, 'setup', 's:1', 1000, 800, 150);
  pod.container(5150, 'setup', 'exited', 0);
  pod.pull(5150, 'app', 'failed', 'web:1', { untilMs: 15_150 });
  pod.pull(17_150, 'app', 'waiting', 'web:1');
  pod.load(17_150, 'app', 'web:1', 1000, 800, 150);
  const { pods } = podPhases(trace.records);
  expect(startupParts(pods)).toEqual({ pull: 2000, slot: 1000, backOff: 12_000, init: 3000, other: 200 });
  expect(pods[0]?.timeToRunningMs).toBe(18_200);
});

test('the parts of the mean pod add up to the mean time to running', () => {
  const { pods } = podPhases(rollout());
  const times = pods.flatMap(({ timeToRunningMs }) => timeToRunningMs ?? []);
  const sum = Object.values(startupParts(pods)).reduce((a, b) => a + b, 0);
  expect(sum).toBeCloseTo(times.reduce((a, b) => a + b, 0) / times.length, 1);
});

test('no pod, no time', () => {
  expect(startupParts([])).toEqual({ pull: 0, slot: 0, backOff: 0, init: 0, other: 0 });
});
