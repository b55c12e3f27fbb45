import { describe, expect, test } from 'vitest';
import { prometheusText } from '../../../src/interfaces/cli/run/prometheus-text.ts';
import { kubeletMetrics } from '../../../src/reports/metrics/kubelet-metrics.ts';
import { MetricCounter } from '../../../src/reports/metrics/metric-family.ts';
import {
  type KubeletMetric,
  kubeletMetricsTable,
  metricIn,
} from '../../../src/rules/kubelet/kubelet-metrics.ts';
import { TraceBuilder } from '../trace-builder.ts';
import { parsePrometheus } from './parse-prometheus.ts';

const options = { width: 80, colour: false };

/** One pod that pulls, fails, backs off; one that runs. */
function twoPods(trace = new TraceBuilder()) {
  const web = trace.pod(0, 'web', [['app', 'web:1']]);
  trace.tell(10, web.actor, { type: 'sync', state: 'started', pod: web.ref, trigger: 'added' });
  trace.tell(10, web.actor, { type: 'sandbox', state: 'creating', pod: web.ref });
  trace.tell(190, web.actor, { type: 'sandbox', state: 'ready', pod: web.ref });
  web.pull(200, 'app', 'inspecting', 'web:1');
  const app = `${web.actor}/app`;
  trace.tell(200, app, { type: 'runtime', op: 'GetImageRef', image: 'web:1' });
  web.pull(205, 'app', 'waiting', 'web:1');
  trace.tell(205, app, { type: 'pulling', state: 'started' });
  web.pull(205, 'app', 'pulling', 'web:1');
  trace.tell(205, app, { type: 'runtime', op: 'PullImage', image: 'web:1' });
  trace.tell(7205, app, { type: 'runtime-return', op: 'PullImage', image: 'web:1', ref: 'sha256:1' });
  web.pull(7210, 'app', 'pulled', 'web:1', { waitedMs: 0, tookMs: 7005.4, sizeBytes: 20_000_000 });
  trace.tell(7210, app, { type: 'pulling', state: 'finished' });
  trace.tell(7210, app, {
    type: 'result',
    imageRef: 'sha256:1',
    error: '',
    message: '',
    policy: 'IfNotPresent',
    present: false,
    pullRequired: true,
  });
  web.start(7210, 'app');
  trace.tell(7300, web.actor, { type: 'sync', state: 'finished', pod: web.ref, dueMs: 70_000 });
  const running = { name: 'app', kind: 'container', state: 'running', restarts: 0 } as const;
  trace.tell(8000, web.actor, { type: 'status', pod: web.ref, phase: 'Running', containers: [running] });
  return trace;
}

async function pageOf(trace: TraceBuilder, more: object = {}) {
  const text = await prometheusText(kubeletMetrics(trace.records, { ...options, ...more }));
  return { text, families: parsePrometheus(text) };
}

function figureOf(families: ReturnType<typeof parsePrometheus>, key: string): number | undefined {
  return families.flatMap(({ series }) => [...series]).find(([name]) => name === key)?.[1];
}

// Names, labels and buckets: pkg/kubelet/metrics/metrics.go (v1.36.3).
test('a page passes a strict reader and has the figures of the run', async () => {
  const { families } = await pageOf(twoPods());
  expect(families.map(({ name }) => name)).toEqual(families.map(({ name }) => name).toSorted());
  const figures = {
    'kubelet_image_pull_duration_seconds_bucket{image_size_in_bytes="10MB-100MB",le="5"}': 0,
    'kubelet_image_pull_duration_seconds_bucket{image_size_in_bytes="10MB-100MB",le="10"}': 1,
    'kubelet_image_pull_duration_seconds_sum{image_size_in_bytes="10MB-100MB"}': 7.005,
    'kubelet_image_manager_ensure_image_requests_total{present_locally="false",pull_policy="ifnotpresent",pull_required="true"}': 1,
    'kubelet_runtime_operations_total{operation_type="pull_image"}': 1,
    'kubelet_runtime_operations_duration_seconds_sum{operation_type="pull_image"}': 7,
    'kubelet_runtime_operations_duration_seconds_bucket{operation_type="image_status",le="0.005"}': 1,
    'kubelet_started_pods_total{}': 1,
    'kubelet_started_containers_total{container_type="container"}': 1,
    'kubelet_running_pods{}': 1,
    'kubelet_running_containers{container_state="running"}': 1,
    'kubelet_pod_worker_duration_seconds_sum{operation_type="create"}': 7.3,
    'kubelet_pod_start_total_duration_seconds_sum{}': 8,
    'kubelet_pod_start_sli_duration_seconds_sum{}': 0.995,
    'kubelet_first_network_pod_start_sli_duration_seconds{}': 0.995,
  };
  for (const [key, value] of Object.entries(figures))
    expect([key, figureOf(families, key)]).toEqual([key, value]);
});

test('the page at an earlier moment knows nothing of what comes', async () => {
  const { families } = await pageOf(twoPods(), { atMs: 300 });
  expect(figureOf(families, 'kubelet_started_containers_total{container_type="container"}')).toBeUndefined();
  expect(figureOf(families, 'kubelet_running_pods{}')).toBe(1);
});

// A kubelet's counters live in its memory; what the runtime has does not.
test('a kubelet that starts anew counts from zero, and containers still run', async () => {
  const trace = twoPods();
  trace.tell(9000, 'node-1', { type: 'node', state: 'kubeletRestarted' });
  const { families } = await pageOf(trace);
  expect(figureOf(families, 'kubelet_started_pods_total{}')).toBe(0);
  expect(figureOf(families, 'kubelet_running_containers{container_state="running"}')).toBe(1);
});

test('several nodes are told apart by the label instance; a filter gives the whole pages of the nodes with what it shows', async () => {
  const trace = twoPods(new TraceBuilder([{}, { name: 'node-2' }]));
  const { families } = await pageOf(trace);
  expect(figureOf(families, 'kubelet_started_pods_total{instance="node-1"}')).toBe(1);
  expect(figureOf(families, 'kubelet_started_pods_total{instance="node-2"}')).toBe(0);
  const alone = await pageOf(trace, { filter: { nodes: ['node-1'] } });
  expect(figureOf(alone.families, 'kubelet_started_pods_total{}')).toBe(1);
  expect((await pageOf(trace, { filter: { pods: ['web'] } })).families).toEqual(alone.families);
});

// kuberuntime_manager.go, start (v1.36.3): code is the sentinel; a container in crash-loop back-off is not
// counted.
test('failed attempts are counted by sentinel, those whose image volume failed only as attempts', async () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web', [
    ['app', 'web:1'],
    ['model', 'm:1', 'imageVolume'],
  ]);
  const startFails = (at: number, error: string) =>
    trace.tell(at, pod.actor, {
      type: 'event',
      eventType: 'Warning',
      reason: 'Failed',
      message: `Error: ${error}`,
      pod: pod.ref,
      fieldPath: 'spec.containers{app}',
    });
  const fails = (at: number, error: string) => {
    pod.pull(at, 'app', error === 'ErrImagePull' ? 'failed' : 'backingOff', 'web:1');
    trace.tell(at, `${pod.actor}/app`, {
      type: 'result',
      imageRef: '',
      error,
      message: '',
      policy: 'IfNotPresent',
      present: false,
      pullRequired: true,
    });
    startFails(at, error);
  };
  fails(1000, 'ErrImagePull');
  fails(2000, 'ImagePullBackOff');
  startFails(3000, 'ImagePullBackOff');
  const { families } = await pageOf(trace);
  expect(figureOf(families, 'kubelet_started_containers_total{container_type="container"}')).toBe(3);
  expect(
    figureOf(
      families,
      'kubelet_started_containers_errors_total{code="ErrImagePull",container_type="container"}',
    ),
  ).toBe(1);
  expect(
    figureOf(
      families,
      'kubelet_started_containers_errors_total{code="ImagePullBackOff",container_type="container"}',
    ),
  ).toBe(1);
});

// pleg/generic.go, Relist (v1.36.3): the interval counts from the last relist that went well.
test('quiet relists are counted though they have no records', async () => {
  const trace = new TraceBuilder();
  const relisted = (at: number, relists: number, more: object = {}) =>
    trace.tell(at, 'node-1/pleg', {
      type: 'pleg',
      state: 'relisted',
      relists,
      periodMs: 1000,
      tookMs: 5,
      ...more,
    });
  relisted(1005, 1);
  relisted(3015, 3);
  trace.tell(4020, 'node-1/pleg', {
    type: 'pleg',
    state: 'listFailed',
    relists: 4,
    periodMs: 1000,
    tookMs: 5,
    error: 'x',
  });
  relisted(6030, 6, { discarded: 2 });
  trace.end(10_050);
  const { families } = await pageOf(trace);
  expect(figureOf(families, 'kubelet_pleg_relist_duration_seconds_count{}')).toBe(10);
  // Between the starts of 1 and 2, 2 and 3, 3 and 4; 3 and 5; 3 and 6; then four quiet ones.
  expect(figureOf(families, 'kubelet_pleg_relist_interval_seconds_sum{}')).toBeCloseTo(
    1.005 * (3 + 2 + 3 + 4),
    9,
  );
  expect(figureOf(families, 'kubelet_pleg_discard_events{}')).toBe(2);
  expect(figureOf(families, 'kubelet_pleg_last_seen_seconds{}')).toBe(
    Date.parse('2025-01-01T00:00:10Z') / 1000,
  );
});

// metrics.go of v1.14.0, v1.27.16 and the last patches of 1.22 to 1.29: of 1.27 neither image_pull_duration nor pod_start_total are there; images/metrics.go came
// later.
test('a page has what its release has', async () => {
  const namesOf = async (profile: string) =>
    (await pageOf(twoPods(new TraceBuilder([{ profile }])))).families.map(({ name }) => name);
  const newest = await namesOf('1.36');
  const older = await namesOf('1.31');
  const oldest = await namesOf('1.27');
  expect(newest.filter((name) => !older.includes(name))).toEqual([
    'kubelet_image_manager_ensure_image_requests_total',
    'kubelet_pleg_pod_relist_duration_seconds',
  ]);
  expect(older.filter((name) => !oldest.includes(name))).toEqual([
    'kubelet_first_network_pod_start_sli_duration_seconds',
    'kubelet_image_pull_duration_seconds',
    'kubelet_pod_start_total_duration_seconds',
  ]);
  const first = await namesOf('1.14');
  const before = await namesOf('1.25');
  expect(oldest.filter((name) => !before.includes(name))).toEqual(['kubelet_pod_start_sli_duration_seconds']);
  expect(before.filter((name) => !first.includes(name))).toEqual([
    'kubelet_pleg_last_seen_seconds',
    'kubelet_running_containers',
    'kubelet_running_pods',
    'kubelet_started_containers_total',
    'kubelet_started_pods_errors_total',
    'kubelet_started_pods_total',
  ]);
  expect(await namesOf('1.26')).toEqual(oldest);
  expect((await namesOf('1.29')).filter((name) => !oldest.includes(name))).toEqual([
    'kubelet_image_garbage_collected_total',
    'kubelet_pod_start_total_duration_seconds',
  ]);
});

// metrics.go of v1.14.0, v1.22.17, v1.28.15, v1.29.15 and v1.30.14
test('a metric has the buckets and labels of its release', () => {
  const { podStartDuration, runtimeOperationsDuration, imageGarbageCollected } = kubeletMetricsTable;
  const lastBound = (metric: KubeletMetric, release: string) => metricIn(metric, release).bounds?.at(-1);
  expect(['1.28', '1.29', '1.36'].map((release) => lastBound(podStartDuration, release))).toEqual([
    10, 3600, 3600,
  ]);
  expect(lastBound(runtimeOperationsDuration, '1.14')).toBe(10);
  expect(lastBound(runtimeOperationsDuration, '1.22')).toBeGreaterThan(700);
  expect(['1.29', '1.30'].map((release) => metricIn(imageGarbageCollected, release).labelNames)).toEqual([
    [],
    ['reason'],
  ]);
  const counter = new MetricCounter(metricIn(imageGarbageCollected, '1.29'));
  counter.add({ reason: 'space' });
  counter.add({ reason: 'age' });
  expect(counter.family()).toMatchObject({ samples: [{ labels: {}, value: 2 }] });
});

test('the buckets of runtime operations are ExponentialBuckets(.005, 2.5, 14)', () => {
  const { bounds } = kubeletMetricsTable.runtimeOperationsDuration;
  expect(bounds?.length).toBe(14);
  expect(bounds?.at(-1)).toBeCloseTo(0.005 * 2.5 ** 13, 6);
});

describe('the strict reader', () => {
  const good = '# HELP a b\n# TYPE a counter\na{x="1"} 1\n';
  test.each([
    ['twice the same series', `${good}a{x="1"} 2\n`],
    ['no HELP', '# TYPE a counter\na 1\n'],
    ['a metric twice', `${good}${good}`],
    ['a foreign sample', `${good}b 1\n`],
    [
      'falling buckets',
      '# HELP h b\n# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n',
    ],
    ['no +Inf', '# HELP h b\n# TYPE h histogram\nh_bucket{le="1"} 2\nh_sum 1\nh_count 2\n'],
    ['another count', '# HELP h b\n# TYPE h histogram\nh_bucket{le="+Inf"} 2\nh_sum 1\nh_count 1\n'],
    ['a bad label', '# HELP a b\n# TYPE a gauge\na{x=1} 1\n'],
    ['no line feed', good.trimEnd()],
  ])('refuses %s', (_, text) => {
    expect(() => parsePrometheus(text)).toThrow();
  });

  test('takes what is right', () => {
    expect(parsePrometheus(good)).toHaveLength(1);
  });
});
