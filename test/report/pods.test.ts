import { expect, test } from 'vitest';
import { formatPods } from '../../src/report/pods.ts';
import type { ContainerStatusView } from '../../src/trace/observation.ts';
import { type PodBuild, TraceBuilder } from './trace-builder.ts';

const options = { width: 100, colour: false };

function status(trace: TraceBuilder, at: number, pod: PodBuild, phase: 'Pending' | 'Running', view: Partial<ContainerStatusView>): void {
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
      'pod' in record && record.pod !== undefined ? { ...record, pod: { ...record.pod, uid: record.pod.namespace } } : record,
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
