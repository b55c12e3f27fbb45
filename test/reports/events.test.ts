import { expect, test } from 'vitest';
import { formatDescription } from '../../src/reports/describe/describe.ts';
import { formatEvents } from '../../src/reports/events.ts';
import { eventsTable } from '../../src/reports/html/events-table.ts';
import { runYaml } from '../run/simulation/run-yaml.ts';
import { TraceBuilder } from './trace-builder.ts';

const options = { width: 40, colour: false };

function story(): TraceBuilder {
  const trace = new TraceBuilder();
  const web = trace.pod(0, 'web-0', [['app', 'web:1']]);
  web.event(0, 'Pulling', 'Pulling image "web:1"', 'Normal', 'app');
  web.event(1_000, 'Failed', 'Failed to pull image "web:1": boom\n  at once', 'Warning', 'app');
  for (const at of [2_000, 14_000, 27_000, 40_000])
    web.event(at, 'BackOff', 'Back-off pulling image "web:1"', 'Normal', 'app');
  web.event(41_000, 'BackOff', 'Back-off pulling image "web:1"', 'Normal', 'other');
  return trace;
}

// printEvent, pkg/printers/internalversion/printers.go v1.36.3; the count as getInterval,
// kubectl/pkg/cmd/events v0.36.3, has it
test('events are printed as kubectl prints them, equal ones counted, in order of their last time, never cut', () => {
  expect(formatEvents(story().end(160_000), options)).toBe(
    [
      'LAST SEEN            TYPE      REASON    OBJECT      MESSAGE',
      '2m40s                Normal    Pulling   pod/web-0   Pulling image "web:1"',
      '2m39s                Warning   Failed    pod/web-0   Failed to pull image "web:1": boom...',
      '2m (x4 over 2m38s)   Normal    BackOff   pod/web-0   Back-off pulling image "web:1"',
      '119s                 Normal    BackOff   pod/web-0   Back-off pulling image "web:1"',
      '',
    ].join('\n'),
  );
});

test('at an earlier moment later events are not there, and ages count from it', () => {
  expect(formatEvents(story().end(160_000), { ...options, atMs: 20_000 })).toBe(
    [
      'LAST SEEN          TYPE      REASON    OBJECT      MESSAGE',
      '20s                Normal    Pulling   pod/web-0   Pulling image "web:1"',
      '19s                Warning   Failed    pod/web-0   Failed to pull image "web:1": boom...',
      '6s (x2 over 18s)   Normal    BackOff   pod/web-0   Back-off pulling image "web:1"',
      '',
    ].join('\n'),
  );
});

// getEventKey, client-go/tools/record/events_cache.go v0.36.3
test('events of another container, pod, type or text are not equal', () => {
  const trace = story();
  trace
    .pod(42_000, 'web-1', [['app', 'web:1']])
    .event(42_000, 'BackOff', 'Back-off pulling image "web:1"', 'Normal', 'app');
  trace.tell(43_000, 'node-1', {
    type: 'event',
    eventType: 'Normal',
    reason: 'BackOff',
    message: 'Back-off pulling image "web:1"',
  });
  const rows = formatEvents(trace.end(50_000), options).trimEnd().split('\n').slice(1);
  expect(
    rows.map((row) => `${row.match(/(pod|node)\/\S+/)?.[0]} ${row.match(/\(x(\d+)/)?.[1] ?? 1}`),
  ).toEqual(['pod/web-0 1', 'pod/web-0 1', 'pod/web-0 4', 'pod/web-0 1', 'pod/web-1 1', 'node/node-1 1']);
});

test('several namespaces have a column', () => {
  const trace = new TraceBuilder();
  trace.pod(0, 'web-0', [], { namespace: 'shop' }).event(0, 'Started', 'Container started');
  trace.pod(0, 'web-1', [], { namespace: 'kube-system' }).event(0, 'Started', 'Container started');
  expect(formatEvents(trace.end(1_000), options)).toBe(
    [
      'NAMESPACE     LAST SEEN   TYPE     REASON    OBJECT      MESSAGE',
      'shop          1s          Normal   Started   pod/web-0   Container started',
      'kube-system   1s          Normal   Started   pod/web-1   Container started',
      '',
    ].join('\n'),
  );
});

const initContainers = (count: number) =>
  Array.from({ length: count }, (_, index) => `{ name: step-${index + 1}, image: 'busybox:1.36.1' }`).join(
    ', ',
  );

const manySteps = `apiVersion: v1
kind: Pod
metadata: { name: many-steps }
spec:
  restartPolicy: Never
  initContainers: [${initContainers(9)}]
  containers: [{ name: step-10, image: 'busybox:1.36.1' }]
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 3h
`;

// kubernetes#122904: the spam filter of client-go lets 25 events of a source about an object pass, then one
// in five minutes.
test('of 31 events of a pod 25 are shown, as kubectl would; --all has every one, those that were held back marked', () => {
  const { records } = runYaml(manySteps);
  const lines = (more: object) =>
    formatEvents(records, { ...options, ...more })
      .trimEnd()
      .split('\n')
      .slice(1);
  const atMs = 60_000;
  expect(lines({ atMs })).toHaveLength(25);
  const all = lines({ atMs, all: true });
  expect(all).toHaveLength(31);
  expect(all.filter((line) => / {3}spam filter {3}/.test(line))).toHaveLength(6);
  // Each line of kubectl is one of them.
  expect(
    all.filter((line) => !line.includes('spam filter')).map((line) => line.split(/ {2,}/).slice(1)),
  ).toEqual(lines({ atMs }).map((line) => line.split(/ {2,}/).slice(1)));
});

test('get events, describe and the report follow one rule', () => {
  const { records } = runYaml(manySteps);
  const until = records.filter(({ at }) => at <= 60_000);
  const shown = formatEvents(until, options).trimEnd().split('\n').length - 1;
  const described = formatDescription(until, { ...options, filter: { pods: ['many-steps'] } });
  const [, table = ''] = described.split('Events:');
  expect(table.split('\n').filter((line) => /^ {2}(Normal|Warning) .* kubelet /.test(line))).toHaveLength(
    shown,
  );
  const rows = (eventsTable(until)?.text ?? '').split('<tr').slice(2);
  const numbers = rows.map((row) => [...row.matchAll(/>(\d+)<\/td>/g)].map(([, cell]) => Number(cell)));
  const sum = (column: number) => numbers.reduce((total, cells) => total + (cells[column] ?? 0), 0);
  expect([sum(0), sum(1)]).toEqual([31, shown]);
});

test('after an hour the API server has no event any more', () => {
  const { records } = runYaml(manySteps);
  expect(formatEvents(records, { ...options, atMs: 2 * 3_600_000 })).toBe('');
  expect(formatEvents(records, { ...options, atMs: 2 * 3_600_000, all: true })).toContain('older than 1 h');
});
