import { expect, test } from 'vitest';
import { formatEvents } from '../../src/report/events.ts';
import { TraceBuilder } from './trace-builder.ts';

const options = { width: 40, colour: false };

function story(): TraceBuilder {
  const trace = new TraceBuilder();
  const web = trace.pod(0, 'web-0', [['app', 'web:1']]);
  web.event(0, 'Pulling', 'Pulling image "web:1"', 'Normal', 'app');
  web.event(1_000, 'Failed', 'Failed to pull image "web:1": boom\n  at once', 'Warning', 'app');
  for (const at of [2_000, 14_000, 27_000, 40_000]) web.event(at, 'BackOff', 'Back-off pulling image "web:1"', 'Normal', 'app');
  web.event(41_000, 'BackOff', 'Back-off pulling image "web:1"', 'Normal', 'other');
  return trace;
}

// printEvent, pkg/printers/internalversion/printers.go v1.36.3; the count as getInterval, kubectl/pkg/cmd/events v0.36.3, has it
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
  trace.pod(42_000, 'web-1', [['app', 'web:1']]).event(42_000, 'BackOff', 'Back-off pulling image "web:1"', 'Normal', 'app');
  trace.tell(43_000, 'node-1', { type: 'event', eventType: 'Normal', reason: 'BackOff', message: 'Back-off pulling image "web:1"' });
  const rows = formatEvents(trace.end(50_000), options).trimEnd().split('\n').slice(1);
  expect(rows.map((row) => `${row.match(/(pod|node)\/\S+/)?.[0]} ${row.match(/\(x(\d+)/)?.[1] ?? 1}`)).toEqual([
    'pod/web-0 1',
    'pod/web-0 1',
    'pod/web-0 4',
    'pod/web-0 1',
    'pod/web-1 1',
    'node/node-1 1',
  ]);
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
