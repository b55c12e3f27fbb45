import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { expect, test } from 'vitest';
import { csvTable } from '../../../src/reports/csv/csv-table.ts';
import { phaseNames } from '../../../src/reports/phases/phase-looks.ts';
import { root } from '../../tidy/sources.ts';
import { rollout } from '../rollout.ts';
import { TraceBuilder } from '../trace-builder.ts';

const rowsOf = () => csvParse(csvTable(rollout()));
const rowOf = (container: string) => rowsOf().find((row) => row.container === container);

test('there is a row for each container, pods in order of arrival, and every column has a name of its own', () => {
  const rows = rowsOf();
  expect(rows.map(({ pod, container }) => `${pod} ${container}`)).toEqual([
    'ml-0 trainer',
    'web-5d4f8c7b9-x2x4z nginx',
    'api-0 migrate',
    'api-0 api',
  ]);
  expect(new Set(rows.columns).size).toBe(rows.columns.length);
  expect(csvTable(rollout())).toBe(csvTable(rollout()));
});

test('the guide to reports explains every column, in their order', () => {
  const guide = readFileSync(join(root, 'docs/guides/reports.md'), 'utf8');
  const table = guide.slice(guide.indexOf('| columns |'), guide.indexOf('Names and errors come'));
  const explained = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(explained).toEqual(['seed', ...rowsOf().columns]);
});

test('times are seconds of virtual time, exact to the microsecond', () => {
  expect(rowOf('nginx')).toMatchObject({
    node: 'node-1',
    namespace: 'default',
    kind: 'container',
    image: 'nginx:1.25',
    state: 'running',
    arrived_at_s: '0.001',
    running_at_s: '64.16',
    time_to_running_s: '64.159',
    waiting_for_slot_s: '60.879',
    downloading_s: '2',
    unpacking_s: '1',
  });
});

test('the phases of a row add up to the time since its pod arrived', () => {
  const rows = rowsOf();
  const columns = rows.columns.filter((column) => column.endsWith('_s') && !/_at_s$|^time_/.test(column));
  // Those that hardly any run has have no column.
  expect(columns).toHaveLength(phaseNames.length - 4);
  for (const row of rows) {
    const sum = columns.reduce((total, column) => total + Number(row[column]), 0);
    expect(sum).toBeCloseTo(88.1 - Number(row.arrived_at_s), 6);
  }
});

test('pulls, failures, back-offs and bytes are counted', () => {
  expect(rowOf('api')).toMatchObject({
    pulls: '2',
    failures: '1',
    back_offs: '1',
    downloaded_bytes: '240000000',
    image_bytes: '240000000',
    last_failure: 'ErrImagePull: unexpected status: 503',
  });
  expect(rowOf('trainer')).toMatchObject({ pulls: '1', failures: '0', back_offs: '0', last_failure: '' });
});

test('as of an earlier moment it tells what was known then', () => {
  const early = csvParse(csvTable(rollout(), 10_000)).find(({ container }) => container === 'nginx');
  expect(early).toMatchObject({
    state: 'waitingForSlot',
    running_at_s: '',
    time_to_running_s: '',
    waiting_for_slot_s: '9.819',
  });
});

test('a layer that another pull fetches is paid once', () => {
  const trace = new TraceBuilder();
  const [one, two] = ['a', 'b'].map((name) => trace.pod(0, name, [['app', 'x']]));
  for (const pod of [one, two]) pod?.pull(0, 'app', 'pulling', 'x');
  one?.layer(1, 'app', 'fetch', 'started', 0, 1000);
  two?.layer(1, 'app', 'fetch', 'shared', 0, 1000);
  one?.layer(9, 'app', 'fetch', 'fetched', 0, 1000);
  two?.layer(9, 'app', 'fetch', 'fetched', 0, 1000);
  expect(csvParse(csvTable(trace.end(10))).map(({ downloaded_bytes: bytes }) => bytes)).toEqual([
    '1000',
    '0',
  ]);
});

test('a pod that comes again under the same name has figures of its own', () => {
  const trace = new TraceBuilder();
  const first = trace.pod(0, 'web', [['app', 'x']]);
  first.load(1, 'app', 'x', 500, 10, 10);
  const again = { ...first.ref, uid: 'uid-2' };
  trace.tell(100, first.actor, { type: 'pod', state: 'deleted', pod: first.ref, containers: [] });
  const containers = [{ name: 'app', image: 'x', kind: 'container', policy: 'IfNotPresent' }] as const;
  trace.tell(101, first.actor, { type: 'pod', state: 'added', pod: again, containers });
  trace.tell(102, `${first.actor}/app`, {
    type: 'pull',
    state: 'present',
    pod: again,
    container: 'app',
    image: 'x',
  });
  expect(
    csvParse(csvTable(trace.end(200))).map(({ pulls, downloaded_bytes: bytes }) => [pulls, bytes]),
  ).toEqual([
    ['1', '500'],
    ['0', '0'],
  ]);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['\t=1', '\\t=1'],
  ['a\r\n=1', 'a\\r\\n=1'],
  ['a=1', 'a=1'],
])('a cell %j is no formula', (image, shown) => {
  const trace = new TraceBuilder();
  trace.pod(0, 'web', [['app', image]]);
  expect(csvParse(csvTable(trace.end(1)))[0]?.image).toBe(shown);
});

test('quotes, commas and line breaks of an error stay in its cell', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web', [['app', 'x']]);
  pod.pull(1, 'app', 'failed', 'x', { reason: 'ErrImagePull', error: 'say "no", then\nstop' });
  expect(csvParse(csvTable(trace.end(2)))[0]?.last_failure).toBe('ErrImagePull: say "no", then\\nstop');
});

test('a run without pods is a line of column names', () => {
  expect(csvTable(new TraceBuilder().end(0)).trimEnd().split('\n')).toHaveLength(1);
});

test('the owner of a pod is in columns of its own, and empty for a bare pod', () => {
  const trace = new TraceBuilder();
  trace.pod(0, 'web-0', [['app', 'x']], { owner: { kind: 'StatefulSet', name: 'web' } });
  trace.pod(0, 'bare', [['app', 'x']]);
  expect(
    csvParse(csvTable(trace.end(1))).map(({ owner_kind, owner_name, pod }) => [owner_kind, owner_name, pod]),
  ).toEqual([
    ['StatefulSet', 'web', 'web-0'],
    ['', '', 'bare'],
  ]);
});

test('a pod that waited for a node, or starts up, brings the columns for it', () => {
  expect(csvParse(csvTable(new TraceBuilder().end(1))).columns).not.toContain('waiting_for_node_s');
  const pod = { namespace: 'default', name: 'web-0', uid: 'u1' };
  const container = { name: 'app', image: 'web:1', kind: 'container', policy: 'IfNotPresent' } as const;
  const containers = [{ ...container, startupMs: 5_000 }];
  const on = { node: 'node-1', actor: 'node-1' };
  const records = [
    { id: 1, at: 0, type: 'scheduling', actor: 'scheduler', state: 'waiting', pod, containers },
    { id: 2, at: 10_000, type: 'pod', ...on, state: 'added', pod, containers },
    { id: 3, at: 12_000, type: 'container', ...on, state: 'running', pod, container: 'app' },
    { id: 4, at: 20_000, type: 'end', reason: 'settled', steps: 1 },
  ] as const;
  const [row] = csvParse(csvTable(records));
  expect(row).toMatchObject({
    waiting_for_node_s: '10',
    waiting_to_start_s: '2',
    starting_up_s: '5',
    running_s: '3',
    time_to_running_s: '17',
    state: 'running',
  });
  expect(csvParse(csvTable(records, 14_000))[0]).toMatchObject({
    state: 'startingUp',
    time_to_running_s: '',
  });
});
