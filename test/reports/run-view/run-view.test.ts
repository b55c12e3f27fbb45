import { expect, test } from 'vitest';
import { runView } from '../../../src/reports/run-view/run-view.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';
import { rollout } from '../rollout.ts';
import { TraceBuilder } from '../trace-builder.ts';

test('nodes stand as in the header, each with its rows in order of arrival; nodes without pods are shown too', () => {
  const trace = new TraceBuilder([{ name: 'node-1' }, { name: 'empty' }, { name: 'node-2' }]);
  trace.pod(0, 'b', [['app', 'b:1']], { node: 'node-2' });
  trace.pod(0, 'c', [['app', 'c:1']]);
  trace.pod(5, 'a', [['app', 'a:1']], { node: 'node-2' });
  trace.tell(6, 'node-1', {
    type: 'node',
    state: 'kubeletRestarted',
    kubelet: { serializeImagePulls: false },
  });
  const view = runView(trace.end(10));
  expect(view.nodes.map(({ name, firstRow, rowCount }) => [name, firstRow, rowCount])).toEqual([
    ['node-1', 0, 1],
    ['empty', 1, 0],
    ['node-2', 1, 2],
  ]);
  expect(view.rows.map(({ pod, arrivedMs }) => [pod?.name, arrivedMs])).toEqual([
    ['c', 0],
    ['b', 0],
    ['a', 5],
  ]);
  expect(view.nodes[0]?.title).toBe('node-1 · kubelet v1.36.3 · containerd://2.4 · serialized pulls');
  expect(view.nodes[0]?.notes).toEqual(['from 6 ms: serializeImagePulls false']);
  expect(view.title).toBe('seed 42 · settled after 10 ms');
});

test('a wait for a slot leads to the pull that held it longest, from when it was in the way, a back-off to its failed pull', () => {
  const { rows } = runView(rollout());
  const waiting = rows[1]?.bars.find(({ phase }) => phase === 'waitingForSlot');
  expect(waiting?.cause).toEqual({
    kind: 'slot',
    actor: 'node-1/kubelet/default/ml-0/trainer',
    atMs: 181,
    row: 0,
  });
  const backingOff = rows[3]?.bars.find(({ phase }) => phase === 'backingOff');
  expect(backingOff?.cause).toEqual({
    kind: 'backOff',
    actor: 'node-1/kubelet/default/api-0/api',
    atMs: 68_000,
    row: 3,
  });
  expect(rows[3]?.failures).toEqual([
    { atMs: 68_000, reason: 'ErrImagePull', error: 'unexpected status: 503' },
  ]);
});

test('layers in flight lead to the pull that fetches them, a failure to the fault behind it', () => {
  const trace = new TraceBuilder();
  const fault = trace.tell(50, 'faults/1-stall', {
    type: 'fault',
    state: 'began',
    fault: 'stall',
    target: 'r.io',
  });
  const [web, other] = [
    trace.pod(60, 'web-0', [['app', 'web:1']]),
    trace.pod(60, 'web-1', [['app', 'web:1']]),
  ];
  web.pull(100, 'app', 'pulling', 'web:1');
  const record = other.pull(100, 'app', 'pulling', 'web:1');
  web.layer(200, 'app', 'fetch', 'shared', 0, 10, {
    kind: 'inFlight',
    actor: `${other.actor}/app`,
    record,
  });
  other.layer(200, 'app', 'fetch', 'started', 0, 10);
  const because = { kind: 'fault', actor: 'faults/1-stall', record: fault };
  other.pull(300, 'app', 'failed', 'web:1', { untilMs: 10_300, windowMs: 10_000 }, because);
  const { rows } = runView(trace.end(1_000));
  expect(rows[0]?.bars.find(({ phase }) => phase === 'waitingForOtherPull')?.cause).toMatchObject({
    kind: 'inFlight',
    atMs: 100,
    row: 1,
  });
  expect(rows[1]?.bars.find(({ phase }) => phase === 'backingOff')?.cause).toEqual({
    kind: 'fault',
    actor: 'faults/1-stall',
    atMs: 50,
  });
});

test('of pods of one name a cause is that of the one that was there', () => {
  const trace = new TraceBuilder();
  const first = trace.pod(0, 'db', [['app', 'db:1']]);
  const held = first.pull(10, 'app', 'pulling', 'db:1');
  const web = trace.pod(20, 'web', [['app', 'web:1']]);
  web.pull(20, 'app', 'waiting', 'web:1', {}, { kind: 'slot', actor: `${first.actor}/app`, record: held });
  const again = {
    type: 'pod',
    state: 'added',
    pod: { ...first.ref, uid: 'another' },
    node: 'node-1',
    containers: [],
  } as const;
  trace.tell(500, 'node-1', {
    ...again,
    containers: [{ name: 'app', image: 'db:1', kind: 'container', policy: 'Always' }],
  });
  const { rows } = runView(trace.end(1_000));
  expect(rows.map(({ pod }) => pod?.uid)).toEqual(['uid-db', 'uid-web', 'another']);
  expect(rows[1]?.bars.find(({ phase }) => phase === 'waitingForSlot')?.cause?.row).toBe(0);
});

const pulledAhead = runYaml(`apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { defaults: { prePull: { at: 1s, images: ["app:2"] } } }
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: "app:2" }] }
`).records;

test('what is pulled ahead comes below the pods, under the name of its pull', () => {
  const view = runView(pulledAhead);
  expect(view.rows.map(({ kind, actor, pod }) => [kind, actor, pod?.name])).toEqual([
    ['container', 'node-1/kubelet/default/web/app', 'web'],
    ['prePull', 'node-1/pre-pull/image-1-1', undefined],
  ]);
});

test('a moment before the end shows only what was known then', () => {
  const view = runView(rollout(), 30_000);
  expect(view).toMatchObject({ endMs: 30_000, endReason: null, title: 'seed 42 · at 30 s' });
  expect(view.rows.every(({ bars }) => bars.at(-1)?.toMs === 30_000)).toBe(true);
});
