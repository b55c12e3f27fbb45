import { expect, test } from 'vitest';
import { formatTimeline } from '../../../src/reports/timeline/timeline.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { rollout } from '../rollout.ts';
import { TraceBuilder } from '../trace-builder.ts';

/** The timeline from the line about the run to the table of pods. */
function picture(records: readonly TraceRecord[], width: number, atMs?: number): string {
  const text = formatTimeline(records, { width, colour: false, ...(atMs === undefined ? {} : { atMs }) });
  return text.slice(text.search(/^seed /m), text.indexOf('\nNAME'));
}

test('80 columns: the picture, the pods, the summary', () => {
  expect(formatTimeline(rollout(), { width: 80, colour: false })).toBe(
    [
      'All 3 pods started, the slowest 88 s after its arrival.',
      'First cause: waiting for a slot (serialized pulls), which held 2 pods for up to',
      '65 s.',
      'Longest wait: default/api-0/migrate waited 65 s for a slot, behind 2 pulls, the',
      'longest default/ml-0/trainer pulling registry.example/ml/trainer:1 (6.2 GB,',
      'serialized pulls).',
      '',
      'seed 42 · settled after 88 s',
      '',
      'node-1 · kubelet v1.36.3 · containerd://2.4 · serialized pulls',
      '                    0s               30s              1m                 running',
      'ml-0                ████████████████████████████%%%%%%%─────────────────    61 s',
      'web-5d4f8c7b9-x2x4z ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░█────────────────    64 s',
      'api-0/migrate       ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░─                  66 s',
      'api-0/api           ······································!xxxxx~~~██%──    88 s',
      '',
      '· waiting for its turn  ░ waiting for a slot  - work of the runtime',
      '█ downloading  % unpacking  x backing off  ~ waiting for the next sync',
      '+ starting  ─ running  ! failed pull',
      '',
      'NAME                  READY   STATUS    RESTARTS   AGE',
      'api-0                 0/1     Pending   0          88s',
      'ml-0                  0/1     Pending   0          88s',
      'web-5d4f8c7b9-x2x4z   0/1     Pending   0          88s',
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

test('100 columns have room for images', () => {
  expect(picture(rollout(), 100)).toBe(
    [
      'seed 42 · settled after 88 s',
      '',
      'node-1 · kubelet v1.36.3 · containerd://2.4 · serialized pulls',
      '                    0s       15s       30s       45s      1m        1m15s       running  image',
      'ml-0                ████████████████████████████████%%%%%%%────────────────────    61 s  trainer:1',
      'web-5d4f8c7b9-x2x4z ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░█──────────────────    64 s  nginx:1.25',
      'api-0/migrate       ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░─                    66 s  migrate:3.4',
      'api-0/api           ···········································!xxxxxx~~~███%──    88 s  api:3.4',
      '',
      '· waiting for its turn  ░ waiting for a slot  - work of the runtime  █ downloading  % unpacking',
      'x backing off  ~ waiting for the next sync  + starting  ─ running  ! failed pull',
      '',
    ].join('\n'),
  );
});

test('200 columns show short phases', () => {
  expect(picture(rollout(), 200)).toBe(
    [
      'seed 42 · settled after 88 s',
      '',
      'node-1 · kubelet v1.36.3 · containerd://2.4 · serialized pulls',
      '                    0s               10s               20s               30s               40s               50s              1m                1m10s             1m20s             running  image',
      'ml-0                █████████████████████████████████████████████████████████████████████████████████████████%%%%%%%%%%%%%%%%%%%%──────────────────────────────────────────────────    61 s  trainer:1',
      'web-5d4f8c7b9-x2x4z ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░███%%─────────────────────────────────────────────    64 s  nginx:1.25',
      'api-0/migrate       ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░█──                                            66 s  migrate:3.4',
      'api-0/api           ·······················································································································--!xxxxxxxxxxxxxxxxx~~~~~~~███████%%%%──    88 s  api:3.4',
      '',
      '· waiting for its turn  ░ waiting for a slot  - work of the runtime  █ downloading  % unpacking  x backing off  ~ waiting for the next sync  + starting  ─ running  ! failed pull',
      '',
    ].join('\n'),
  );
});

test('at an earlier moment the picture ends there', () => {
  expect(picture(rollout(), 80, 70_000)).toBe(
    [
      'seed 42 · at 70 s',
      '',
      'node-1 · kubelet v1.36.3 · containerd://2.4 · serialized pulls',
      '                    0s         15s        30s        45s        1m       running',
      'ml-0                █████████████████████████████████████%%%%%%%%───────    61 s',
      'web-5d4f8c7b9-x2x4z ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░██%────    64 s',
      'api-0/migrate       ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░█─      66 s',
      'api-0/api           ··················································!x       –',
      '',
      '· waiting for its turn  ░ waiting for a slot  - work of the runtime',
      '█ downloading  % unpacking  x backing off  + starting  ─ running  ! failed pull',
      '',
    ].join('\n'),
  );
});

test('the picture is as wide as asked, and the last bar ends where the column of times begins', () => {
  for (const width of [40, 63, 80, 100, 137, 200]) {
    const lines = picture(rollout(), width).split('\n');
    const row = lines.find((line) => line.startsWith('ml-0'));
    expect(width < 90 ? row?.length : row?.indexOf('  trainer:1')).toBe(
      width < 90 ? width : lines[3]?.indexOf('  image'),
    );
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  }
});

test('what follows the last change of a long run takes little room; a container that still waits needs all of it', () => {
  const bars = (waits: boolean) => {
    const trace = new TraceBuilder();
    trace.pod(0, 'web-0', [['app', 'web:1']]).start(40_000, 'app');
    if (waits) trace.pod(0, 'db-0', [['app', 'db:1']]);
    return picture(trace.end(900_000, 'horizon'), 80).split('\n').slice(3, 5);
  };
  expect(bars(false)).toEqual([
    '         0s             10s            20s            30s            40s running',
    'web-0    ·····························································──    40 s',
  ]);
  expect(bars(true)).toEqual([
    '         0s                   5m                   10m                   running',
    'web-0    ···────────────────────────────────────────────────────────────    40 s',
  ]);
});

test('nodes have parts of their own; namespaces show where one is not default, containers where a pod has several', () => {
  const trace = new TraceBuilder([
    { name: 'node-1' },
    { name: 'node-2', kubeletVersion: 'v1.33.2', profile: '1.31', kubelet: {} },
  ]);
  trace.pod(0, 'web-0', [['app', 'web:1']], { namespace: 'shop' }).start(500, 'app');
  const db = trace.pod(
    0,
    'db-0',
    [
      ['app', 'db:1'],
      ['log', 'log:1', 'sidecar'],
    ],
    { node: 'node-2' },
  );
  db.start(500, 'app');
  const text = picture(trace.end(1_000, 'horizon'), 60);
  expect(text.split('\n').filter((line) => !line.includes('────') || line.includes('node'))).toEqual([
    'seed 42 · stopped at the horizon, 1.0 s',
    '',
    'node-1 · kubelet v1.36.3 · containerd://2.4 · serialized',
    'pulls',
    '                 0s               500ms              running',
    '',
    'node-2 · kubelet v1.33.2 (rules of 1.31) · containerd://2.4',
    '                 0s               500ms              running',
    'default/db-0/log ···································       –',
    '',
    '· waiting for its turn  + starting  ─ running',
    '',
  ]);
});

test('the ends of long names stay', () => {
  const trace = new TraceBuilder();
  for (const end of ['x2x4z', 'k9k9k'])
    trace.pod(0, `recommendationservice-5d4f8c7b9-${end}`, [['server', 'web:1']]).start(0, 'server');
  const labels = picture(trace.end(10_000), 80).split('\n').slice(4, 6);
  expect(labels.map((line) => line.slice(0, 27))).toEqual([
    'recommendatio…4f8c7b9-x2x4z',
    'recommendatio…4f8c7b9-k9k9k',
  ]);
});

test('pods that have no node are told first', () => {
  const [header, ...records] = new TraceBuilder().end(1_000);
  if (header?.type !== 'header') throw new Error('no header');
  const unplaced = [
    { workload: 'Deployment/web', pods: 2, reason: '0/1 nodes are available: 1 Too many pods.' },
  ];
  const text = formatTimeline([{ ...header, unplaced }, ...records], { width: 80, colour: false });
  expect(text.split('\n')[0]).toBe('No pod is on a node: 2 have none.');
});

test('an empty trace has an empty picture', () => {
  expect(formatTimeline([], { width: 80, colour: false })).toContain('no pod started');
});

// kubectl shows what the kubelet's status manager has sent, which is after what has happened: the figures
// count two pods that are over.
test('that pods have ended which the table shows as running is said below it', () => {
  const trace = new TraceBuilder();
  for (const name of ['job-a', 'job-b', 'job-c']) {
    const pod = trace.pod(0, name, [['app', 'job:1']]);
    pod.start(0, 'app');
    trace.tell(1000, pod.actor, {
      type: 'status',
      pod: pod.ref,
      phase: 'Running',
      containers: [{ name: 'app', kind: 'container', state: 'running', restarts: 0 }],
    });
    if (name !== 'job-c') pod.container(2000, 'app', 'exited', 0);
  }
  const text = formatTimeline(trace.end(2100, 'horizon'), { width: 80, colour: false });
  expect(text).toMatch(/^job-a +1\/1 +Running/m);
  expect(text).toMatch(/^pods +3: 1 running, 2 ended$/m);
  expect(text).toContain(
    '\nAs in kubectl, this table does not show yet that job-a and 1 other pod started\nor ended in the last moments.\n',
  );
});
