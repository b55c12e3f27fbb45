import { expect, test } from 'vitest';
import { PodStartups } from '../../../src/reports/phases/pod-startups.ts';
import { profilesByNode } from '../../../src/reports/summary/profiles-by-node.ts';
import { headerOf } from '../../../src/reports/summary/run-conditions.ts';
import { type PodBuild, TraceBuilder } from '../trace-builder.ts';

function startupsOf(trace: TraceBuilder) {
  const tracker = new PodStartups(profilesByNode(headerOf(trace.records)));
  return trace.records.flatMap((record) => {
    const startup = record.type === 'header' || record.type === 'end' ? undefined : tracker.note(record);
    return startup === undefined ? [] : [startup];
  });
}

function sync(trace: TraceBuilder, pod: PodBuild, from: number, to: number): void {
  trace.tell(from, pod.actor, { type: 'sync', state: 'started', pod: pod.ref, trigger: 'due' });
  trace.tell(to, pod.actor, { type: 'sync', state: 'finished', pod: pod.ref });
}

function status(
  trace: TraceBuilder,
  at: number,
  pod: PodBuild,
  state: 'waiting' | 'running',
  phase: 'Pending' | 'Running' | 'Failed' = 'Running',
) {
  trace.tell(at, pod.actor, {
    type: 'status',
    pod: pod.ref,
    phase,
    containers: [{ name: 'app', kind: 'container', state, restarts: 0 }],
  });
}

// config.go, ObservedPodOnWatch, and status_manager.go, RecordStatusUpdated (v1.36.3); creationTimestamp has
// whole seconds.
test('a pod has started when its status first says that all its containers run', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(1500, 'web', [['app', 'web:1']]);
  status(trace, 1600, pod, 'waiting', 'Pending');
  status(trace, 5000, pod, 'running');
  status(trace, 6000, pod, 'running');
  expect(startupsOf(trace)).toEqual([
    {
      node: 'node-1',
      pod: pod.ref,
      atMs: 5000,
      leftOut: false,
      totalMicros: 4_000_000,
      sliMicros: 4_000_000,
      pullMicros: 0,
      initMicros: 0,
    },
  ]);
});

// isStatefulPod (v1.36.3): an image volume is none of the stateless kinds; v1.31.14 does not ask.
test('a pod with an image volume is left out of the SLI, by 1.36', () => {
  for (const [profile, leftOut] of [
    ['1.36', true],
    ['1.31', false],
  ] as const) {
    const trace = new TraceBuilder([{ profile }]);
    status(
      trace,
      2000,
      trace.pod(0, 'web', [
        ['app', 'web:1'],
        ['model', 'm:1', 'imageVolume'],
      ]),
      'running',
    );
    expect(startupsOf(trace).map((startup) => startup.leftOut)).toEqual([leftOut]);
  }
});

// kuberuntime_manager.go, SyncPod (v1.36.3): init containers that have exited are told of at each sync.
test('the run of a single init container is taken off', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web', [
    ['setup', 's:1', 'init'],
    ['app', 'web:1'],
  ]);
  sync(trace, pod, 0, 100);
  pod.container(200, 'setup', 'running');
  pod.container(3200, 'setup', 'exited', 0);
  sync(trace, pod, 3300, 3400);
  pod.container(3500, 'app', 'running');
  status(trace, 4000, pod, 'running');
  expect(startupsOf(trace)).toMatchObject([{ initMicros: 3_000_000, sliMicros: 1_000_000 }]);
});

test('the runs of two init containers are not: the start of the second forgets the first, whose end ends the second', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web', [
    ['one', 's:1', 'init'],
    ['two', 's:1', 'init'],
    ['app', 'web:1'],
  ]);
  pod.container(200, 'one', 'running');
  pod.container(3200, 'one', 'exited', 0);
  trace.tell(3300, pod.actor, { type: 'sync', state: 'started', pod: pod.ref, trigger: 'due' });
  pod.container(3400, 'two', 'running');
  trace.tell(3450, pod.actor, { type: 'sync', state: 'finished', pod: pod.ref });
  pod.container(6400, 'two', 'exited', 0);
  sync(trace, pod, 6500, 6600);
  status(trace, 8000, pod, 'running');
  expect(startupsOf(trace)).toMatchObject([{ initMicros: 0, sliMicros: 8_000_000 }]);
});

// ObservedPodOnWatch (v1.36.3): a pod with a start time when the kubelet first sees it is not tracked.
test('a pod whose kubelet restarts is not measured, unless it had no status yet; one that failed is not either', () => {
  const trace = new TraceBuilder();
  const early = trace.pod(0, 'early', [['app', 'web:1']]);
  const late = trace.pod(0, 'late', [['app', 'web:1']]);
  const failed = trace.pod(0, 'failed', [['app', 'web:1']]);
  status(trace, 1000, early, 'waiting', 'Pending');
  trace.tell(2000, 'node-1', { type: 'node', state: 'kubeletRestarted' });
  for (const pod of [early, late]) status(trace, 3000, pod, 'running');
  status(trace, 3000, failed, 'waiting', 'Failed');
  status(trace, 4000, failed, 'running');
  expect(startupsOf(trace).map(({ pod }) => pod.name)).toEqual(['late']);
});
