import { expect, test } from 'vitest';
import { formatPods } from '../../src/reports/pods.ts';
import type { ContainerStatusView } from '../../src/trace/observation.ts';
import { type PodBuild, TraceBuilder } from './trace-builder.ts';

const options = { width: 100, colour: false };

function status(
  trace: TraceBuilder,
  at: number,
  pod: PodBuild,
  phase: 'Pending' | 'Running',
  view: Partial<ContainerStatusView>,
): void {
  const containers = [{ name: 'app', kind: 'container', state: 'waiting', restarts: 0, ...view } as const];
  trace.tell(at, pod.actor, { type: 'status', pod: pod.ref, phase, containers });
}

function story(): TraceBuilder {
  const trace = new TraceBuilder();
  const web = trace.pod(0, 'web-1', [['app', 'web:1']]);
  trace.pod(1_000, 'db-0', [
    ['app', 'db:1'],
    ['log', 'log:1', 'sidecar'],
    ['init', 'init:1', 'init'],
  ]);
  status(trace, 1_000, web, 'Pending', { reason: 'ContainerCreating' });
  status(trace, 2_500, web, 'Pending', { reason: 'ErrImagePull' });
  const full = trace.pod(3_000, 'a-full', [['app', 'web:1']]);
  trace.tell(3_000, full.actor, {
    type: 'pod',
    state: 'rejected',
    pod: full.ref,
    containers: [{ name: 'app', image: 'web:1', kind: 'container', policy: 'Always' }],
    reason: 'OutOfpods',
  });
  web.container(60_000, 'app', 'exited', 1);
  web.container(90_000, 'app', 'exited', 1);
  status(trace, 120_000, web, 'Running', { state: 'running', restarts: 2 });
  return trace;
}

// spacing: tabwriter of k8s.io/cli-runtime/pkg/printers v0.36.3 (three spaces, six columns at least)
test('pods are listed by name as kubectl get pods lists them', () => {
  expect(formatPods(story().end(133_000), options)).toBe(
    [
      'NAME     READY   STATUS      RESTARTS      AGE',
      'a-full   0/1     OutOfpods   0             2m10s',
      'db-0     0/2     Pending     0             2m12s',
      'web-1    1/1     Running     2 (43s ago)   2m13s',
      '',
    ].join('\n'),
  );
});

test('at an earlier moment the last status before it counts, and later pods are not there', () => {
  expect(formatPods(story().end(133_000), { ...options, atMs: 2_600 })).toBe(
    [
      'NAME    READY   STATUS         RESTARTS   AGE', //
      'db-0    0/2     Pending        0          1s',
      'web-1   0/1     ErrImagePull   0          2s',
      '',
    ].join('\n'),
  );
});

test('of a container that has exited again, the exit before counts as its last restart', () => {
  const trace = new TraceBuilder();
  const web = trace.pod(0, 'web-1', [['app', 'web:1']]);
  web.container(10_000, 'app', 'exited', 1);
  web.container(30_000, 'app', 'exited', 1);
  status(trace, 31_000, web, 'Running', { state: 'terminated', reason: 'Error', exitCode: 1, restarts: 1 });
  expect(formatPods(trace.end(40_000), options)).toContain('web-1   0/1     Error    1 (30s ago)   40s');
});

test('several namespaces have a column', () => {
  const trace = new TraceBuilder();
  trace.pod(0, 'web-0', [['app', 'web:1']], { namespace: 'shop' });
  trace.pod(0, 'web-0', [['app', 'web:1']], { namespace: 'cart' });
  const records = trace
    .end(1_000)
    .map((record) =>
      'pod' in record && record.pod !== undefined
        ? { ...record, pod: { ...record.pod, uid: record.pod.namespace } }
        : record,
    );
  expect(formatPods(records, options)).toBe(
    [
      'NAMESPACE   NAME    READY   STATUS    RESTARTS   AGE',
      'cart        web-0   0/1     Pending   0          1s',
      'shop        web-0   0/1     Pending   0          1s',
      '',
    ].join('\n'),
  );
});

test('no pods, no table', () => {
  expect(formatPods(new TraceBuilder().end(0), options)).toBe('');
});

// printPod: lastRestartDate, of all containers with a last state; containerd 2 gives what ended with its node
// the time at which it finds it.
test('the age of restarts is that of the latest last state, also of a container that has not restarted yet, or ended with its node', () => {
  const trace = new TraceBuilder();
  const web = trace.pod(0, 'web', [
    ['a', 'web:1'],
    ['b', 'web:1'],
  ]);
  const last = { exitCode: 1, reason: 'Error' };
  const views = (b: Partial<ContainerStatusView>) =>
    [
      { name: 'a', kind: 'container', state: 'running', restarts: 1, last },
      { name: 'b', kind: 'container', restarts: 0, state: 'running', ...b },
    ] as const;
  const restarts = (at: number) =>
    formatPods(trace.end(at), options).split('\n')[1]?.replace(/ {3,}/g, ' | ').split(' | ')[3];
  web.container(10_000, 'a', 'exited', 1);
  web.container(20_000, 'a', 'running');
  web.container(20_000, 'b', 'running');
  trace.tell(20_100, web.actor, { type: 'status', pod: web.ref, phase: 'Running', containers: views({}) });
  web.container(30_000, 'b', 'exited', 1);
  expect(restarts(40_000)).toBe('1 (30s ago)');
  const waiting = { state: 'waiting', reason: 'CrashLoopBackOff', last } as const;
  trace.tell(41_000, web.actor, {
    type: 'status',
    pod: web.ref,
    phase: 'Running',
    containers: views(waiting),
  });
  expect(restarts(42_000)).toBe('1 (12s ago)');
  trace.tell(50_000, 'node-1', { type: 'node', state: 'rebooting' });
  trace.tell(60_000, 'node-1', { type: 'node', state: 'rebooted' });
  trace.tell(61_000, web.actor, {
    type: 'status',
    pod: web.ref,
    phase: 'Running',
    containers: views(waiting).map((view) => (view.name === 'a' ? { ...view, restarts: 2 } : view)),
  });
  expect(restarts(65_000)).toBe('2 (5s ago)');
});
