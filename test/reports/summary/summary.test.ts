import { expect, test } from 'vitest';
import { jsonText } from '../../../src/reports/json/json-text.ts';
import { summarize } from '../../../src/reports/summary/summary.ts';
import { formatSummary } from '../../../src/reports/summary/summary-text.ts';
import { rollout } from '../rollout.ts';
import { TraceBuilder } from '../trace-builder.ts';

test('the summary of a rollout', () => {
  expect(summarize(rollout())).toEqual({
    seed: 42,
    endMs: 88_100,
    endReason: 'settled',
    pods: { total: 3, running: 3, ended: 0, notRunning: 0, rejected: 0, unplaced: 0 },
    timeToRunningMs: { p50: 64_159, p90: 88_098, p99: 88_098, max: 88_098 },
    // The hand-made trace has no statuses, so no kubelet saw these pods run.
    startup: {
      pods: 0,
      leftOut: 0,
      sliMs: null,
      totalMs: null,
      meanPartsMs: { pull: 23_890, slot: 41_899, backOff: 4666.667, init: 400, other: 246.667 },
    },
    waiting: [
      { phase: 'waitingToStart', waitedMs: 67_538, percent: 24.2 },
      { phase: 'waitingForSlot', waitedMs: 125_697, percent: 45 },
      { phase: 'runtimeWork', waitedMs: 1_200, percent: 0.4 },
      { phase: 'downloading', waitedMs: 56_270, percent: 20.2 },
      { phase: 'unpacking', waitedMs: 14_200, percent: 5.1 },
      { phase: 'backingOff', waitedMs: 10_000, percent: 3.6 },
      { phase: 'waitingForSync', waitedMs: 4_000, percent: 1.4 },
      { phase: 'starting', waitedMs: 200, percent: 0.1 },
    ],
    bytes: { downloadedBytes: 6_531_000_000, fromPeersBytes: 0, savedInFlightBytes: 0, savedOnDiskBytes: 0 },
    pulls: { calls: 5, succeeded: 4, failed: 1, duplicates: 0 },
    failures: [{ reason: 'ErrImagePull', count: 1, error: 'unexpected status: 503' }],
    backOffs: 1,
    firstCause: {
      kind: 'waitingForSlot',
      words: 'waiting for a slot (serialized pulls)',
      pods: 2,
      heldMs: 125_697,
      longestMs: 64_818,
      sentence: 'waiting for a slot (serialized pulls), which held 2 pods for up to 65 s',
    },
    longestWait: {
      container: 'default/api-0/migrate',
      phase: 'waitingForSlot',
      fromMs: 182,
      toMs: 65_000,
      sentence:
        'default/api-0/migrate waited 65 s for a slot, behind 2 pulls, the longest default/ml-0/trainer pulling registry.example/ml/trainer:1 (6.2 GB, serialized pulls)',
      because: { kind: 'slot', actor: 'node-1/kubelet/default/ml-0/trainer', record: 6 },
    },
    knownBugs: [],
    nodes: {
      imagesRemoved: 0,
      freedBytes: 0,
      believedBytes: 0,
      gcFailures: 0,
      notReady: 0,
      diskPressure: 0,
      podsDeleted: 0,
    },
    notMeasured: [],
  });
});

test('JSON has all of it', () => {
  expect(JSON.parse(jsonText('RunSummary', summarize(rollout())))).toEqual({
    apiVersion: 'windlass.dev/v1alpha1',
    kind: 'RunSummary',
    ...summarize(rollout()),
  });
});

test('the summary for people begins with the answer', () => {
  expect(formatSummary(summarize(rollout()), { width: 80, colour: false })).toBe(
    [
      'All 3 pods started, the slowest 88 s after its arrival.',
      'First cause: waiting for a slot (serialized pulls), which held 2 pods for up to',
      '65 s.',
      'Longest wait: default/api-0/migrate waited 65 s for a slot, behind 2 pulls, the',
      'longest default/ml-0/trainer pulling registry.example/ml/trainer:1 (6.2 GB,',
      'serialized pulls).',
      '',
      'time to running  p50 64 s, p90 88 s, p99 88 s, max 88 s',
      'startup          no pod seen from its arrival until it ran',
      'pods             3: 3 running',
      'waiting          waiting for a slot 45.0 %, waiting for its turn 24.2 %,',
      '                 downloading 20.2 %, unpacking 5.1 %, backing off 3.6 %, waiting',
      '                 for the next sync 1.4 %, work of the runtime 0.4 %, starting',
      '                 0.1 %',
      'bytes            6.5 GB downloaded',
      'pulls            5: 1 failed',
      'failures         ErrImagePull 1',
      'back-offs        1',
      '',
    ].join('\n'),
  );
});

test('pods are counted by what became of them; those that do not run are the slowest of all', () => {
  const trace = new TraceBuilder();
  const job = trace.pod(0, 'job-0', [['app', 'job:1']]);
  const web = trace.pod(0, 'web-0', [
    ['app', 'web:1'],
    ['log', 'log:1', 'sidecar'],
    ['models', 'models:1', 'imageVolume'],
  ]);
  trace.pod(0, 'stuck-0', [['app', 'gone:1']]);
  const full = trace.pod(0, 'full-0', [['app', 'web:1']]);
  trace.tell(0, full.actor, {
    type: 'pod',
    state: 'rejected',
    pod: full.ref,
    containers: [],
    reason: 'OutOfpods',
  });
  job.start(100, 'app');
  web.start(1_000, 'log');
  web.start(2_000, 'app');
  job.container(5_000, 'app', 'exited', 0);
  const summary = summarize(trace.end(10_000, 'horizon'));
  const { pods, timeToRunningMs, endReason } = summary;
  expect(pods).toEqual({ total: 4, running: 1, ended: 1, notRunning: 1, rejected: 1, unplaced: 0 });
  // Of four pods the second one runs after 2.05 s; the third and the fourth never do.
  expect(timeToRunningMs).toEqual({ p50: 2_050, p90: null, p99: null, max: 2_050 });
  expect(formatSummary(summary, { width: 80, colour: false })).toContain(
    '\ntime to running  p50 2.1 s, p90 not reached, p99 not reached, slowest that runs\n                 2.1 s\n',
  );
  expect(endReason).toBe('horizon');
});

test('an empty trace has a summary too', () => {
  const summary = summarize([]);
  expect(summary).toMatchObject({
    seed: null,
    endMs: 0,
    timeToRunningMs: null,
    waiting: [],
    longestWait: null,
  });
  expect(formatSummary(summary, { width: 80, colour: false })).toContain('time to running  no pod started\n');
});

// a refusal of registryPullQPS is an ordinary ErrImagePull, but nothing that the registry could be blamed
// for.
test('pulls that the throttle refused are told apart from pulls that failed', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
  for (const atMs of [100, 20_100]) {
    pod.pull(atMs, 'app', 'waiting', 'web:1');
    pod.pull(atMs, 'app', 'failed', 'web:1', {
      reason: 'ErrImagePull',
      error: 'pull QPS exceeded',
      throttled: true,
      untilMs: atMs + 10_000,
    });
  }
  pod.pull(60_000, 'app', 'pulling', 'web:1');
  pod.pull(61_000, 'app', 'failed', 'web:1', { reason: 'ErrImagePull', error: 'not found', untilMs: 81_000 });
  expect(summarize(trace.end(70_000)).failures).toEqual([
    { reason: 'ErrImagePull (pull QPS exceeded)', count: 2, error: 'pull QPS exceeded' },
    { reason: 'ErrImagePull', count: 1, error: 'not found' },
  ]);
});

// docs/fidelity-runtime.md, the sandbox image: a registry that is down fails pods before the kubelet pulls anything
// for them.
test('sandboxes whose image could not be pulled are failures, by the reason of their event', () => {
  const trace = new TraceBuilder();
  const pods = ['web-0', 'web-1'].map((name) => trace.pod(0, name, [['app', 'web:1']]));
  for (const [index, { actor, ref }] of pods.entries())
    trace.tell(100 + index, actor, { type: 'sandbox', state: 'failed', pod: ref, error: `refused ${index}` });
  const summary = summarize(trace.end(70_000));
  expect(summary.failures).toEqual([{ reason: 'FailedCreatePodSandBox', count: 2, error: 'refused 0' }]);
  expect(summary.pulls).toMatchObject({ calls: 0, failed: 0 });
  expect(summarize(trace.end(70_000), 50).failures).toEqual([]);
});

// A rollout that mends a wrong image deletes pods that have never run: they have ended, and were counted as
// started.
test('a pod that is deleted before it has run has ended, and has not started', () => {
  const trace = new TraceBuilder();
  const [gone, web] = ['gone', 'web'].map((name) => trace.pod(0, name, [['app', 'web:1']]));
  const over = { type: 'pod', state: 'deleted', containers: [] } as const;
  if (gone === undefined || web === undefined) throw new Error('two pods were made');
  web.load(100, 'app', 'web:1', 71_000_000, 800, 100);
  trace.tell(3_000, gone.actor, { ...over, pod: gone.ref });
  const summary = summarize(trace.end(4_000));
  expect(summary.pods).toEqual({
    total: 2,
    running: 1,
    ended: 1,
    neverStarted: 1,
    notRunning: 0,
    rejected: 0,
    unplaced: 0,
  });
  const text = formatSummary(summary, { width: 100, colour: false });
  expect(text).toMatch(/^1 of 2 pods started, the slowest .* after its arrival; 1 ended before\./);
  expect(text).toContain('pods             2: 1 running, 1 ended (1 never started)\n');

  trace.tell(3_500, web.actor, { ...over, pod: web.ref });
  expect(summarize(trace.end(4_000)).pods).toMatchObject({ ended: 2, neverStarted: 1 });
});
