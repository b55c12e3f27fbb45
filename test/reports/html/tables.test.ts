import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { eventsTable } from '../../../src/reports/html/events-table.ts';
import { failuresTable } from '../../../src/reports/html/failures-table.ts';
import { imagesTable } from '../../../src/reports/html/images-table.ts';
import type { Markup } from '../../../src/reports/html/markup.ts';
import { pageTable } from '../../../src/reports/html/page-table.ts';
import { podsTable } from '../../../src/reports/html/pods-table.ts';
import { runView } from '../../../src/reports/run-view/run-view.ts';
import { rollout } from '../rollout.ts';
import { TraceBuilder } from '../trace-builder.ts';

/** A table's lines: column titles first, cells between bars. */
function linesOf(markup: Markup | undefined): string[] {
  const { document } = parseHTML(`<html><body>${markup?.text}</body></html>`);
  return [...document.querySelectorAll('tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent).join(' | '),
  );
}

test('pods: those that do not run first, then the slowest, each with its longest wait', () => {
  const trace = new TraceBuilder();
  trace.pod(0, 'quick', [['app', 'web:1']]).start(200, 'app');
  const slow = trace.pod(1_000, 'slow', [
    ['app', 'web:1'],
    ['log', 'log:1'],
  ]);
  const stuck = trace.pod(2_000, 'stuck', [['app', 'gone:1']], { namespace: 'shop' });
  const gone = trace.pod(3_000, 'gone', [['app', 'web:1']]);
  slow.pull(1_100, 'app', 'inspecting', 'web:1');
  slow.pull(1_100, 'app', 'waiting', 'web:1');
  slow.pull(9_100, 'app', 'pulling', 'web:1');
  slow.start(12_000, 'app');
  slow.start(12_000, 'log');
  for (const at of [2_500, 15_000])
    stuck.pull(at, 'app', 'failed', 'gone:1', { reason: 'ErrImagePull', untilMs: at + 10_000 });
  gone.start(3_100, 'app');
  trace.tell(4_000, gone.actor, { type: 'pod', state: 'deleted', pod: gone.ref, containers: [] });
  trace.tell(5_000, slow.actor, { type: 'status', pod: slow.ref, phase: 'Running', containers: [] });
  expect(linesOf(podsTable(trace.end(30_000)))).toEqual([
    'pod | node | ready, status in kubectl | arrived at | time to running | longest wait | failed pulls',
    'shop/stuck | node-1 | 0/1 Pending | 2.0 s | – | backing off 10 s | 2',
    'default/slow | node-1 | 0/0 Running | 1.0 s | 11 s | waiting for a slot 8.0 s | 0',
    'default/quick | node-1 | 0/1 Pending | 0 ms | 250 ms | starting 50 ms | 0',
    'default/gone | node-1 | gone | 3.0 s | 150 ms | starting 50 ms | 0',
  ]);
  expect(podsTable(new TraceBuilder().end(0))).toBeUndefined();
});

test('images: the most downloaded first, with nodes, pulls, what was found there, and means of the pulls that came through', () => {
  const trace = new TraceBuilder([{ name: 'node-1' }, { name: 'node-2' }]);
  const [one, two, three] = [
    trace.pod(0, 'a', [['app', 'big:1']]),
    trace.pod(0, 'b', [['app', 'big:1']], { node: 'node-2' }),
    trace.pod(0, 'c', [['app', 'small:1']]),
  ];
  for (const [pod, waitedMs, tookMs] of [
    [one, 1_000, 4_000],
    [two, 3_000, 6_000],
  ] as const) {
    pod.pull(10, 'app', 'pulling', 'big:1');
    pod.layer(20, 'app', 'fetch', 'started', 0, 9e9);
    pod.layer(30, 'app', 'fetch', 'fetched', 0, 9e9);
    pod.pull(40, 'app', 'pulled', 'big:1', { sizeBytes: 9e9, waitedMs, tookMs });
  }
  one.pull(50, 'app', 'present', 'big:1');
  three.pull(60, 'app', 'pulling', 'small:1');
  three.layer(60, 'app', 'fetch', 'shared', 0, 5e6);
  three.layer(60, 'app', 'fetch', 'queued', 1, 7e6);
  three.layer(70, 'app', 'fetch', 'fetched', 0, 5e6);
  three.layer(70, 'app', 'fetch', 'fetched', 1, 7e6);
  three.pull(80, 'app', 'failed', 'small:1');
  three.pull(90, 'app', 'inspecting', 'never:1');
  three.pull(95, 'app', 'pulling', 'again:1');
  expect(linesOf(imagesTable(trace.end(100)))).toEqual([
    'image | size | nodes | pulls | failed | found present | downloaded | mean wait for a slot | mean pull',
    'big:1 | 9.0 GB | 2 | 2 | 0 | 1 | 18 GB | 2.0 s | 5.0 s',
    'small:1 | – | 1 | 1 | 1 | 0 | 7.0 MB | – | –',
    'again:1 | – | 1 | 1 | 0 | 0 | 0 B | – | –',
    'never:1 | – | 1 | 0 | 0 | 0 | 0 B | – | –',
  ]);
  expect(imagesTable(new TraceBuilder().end(0))).toBeUndefined();
});

test('failed pulls: by image and error, the most frequent first, in how many containers and from when to when', () => {
  const trace = new TraceBuilder();
  const [one, two] = ['a', 'b'].map((name) => trace.pod(0, name, [['app', 'web:1']]));
  const failed = (reason: string, error: string) => ({ reason, error, untilMs: 9_000 });
  one?.pull(1_000, 'app', 'failed', 'web:1', failed('ErrImagePull', 'no such host'));
  two?.pull(2_000, 'app', 'failed', 'web:1', failed('ErrImagePull', 'not found'));
  one?.pull(3_000, 'app', 'failed', 'web:1', failed('ErrImagePull', 'not found'));
  two?.pull(4_000, 'app', 'failed', 'web:1', failed('ErrImagePull', 'not found'));
  two?.pull(5_000, 'app', 'failed', 'web:1', failed('RegistryUnavailable', 'not found'));
  expect(linesOf(failuresTable(runView(trace.end(10_000))))).toEqual([
    'image | reason | times | containers | first at | last at | error',
    'web:1 | ErrImagePull | 3 | 2 | 2.0 s | 4.0 s | not found',
    'web:1 | ErrImagePull | 1 | 1 | 1.0 s | 1.0 s | no such host',
    'web:1 | RegistryUnavailable | 1 | 1 | 5.0 s | 5.0 s | not found',
  ]);
  expect(failuresTable(runView(new TraceBuilder().end(0)))).toBeUndefined();
});

test('events: warnings first, then the most frequent, with their first message and how many objects they are of', () => {
  const trace = new TraceBuilder();
  const [one, two] = [trace.pod(0, 'a', [['app', 'web:1']]), trace.pod(0, 'b', [['app', 'web:1']])];
  one.event(100, 'Scheduled', 'first');
  for (const [at, pod] of [
    [200, one],
    [300, two],
    [1_400, two],
  ] as const)
    pod.event(at, 'Pulled', `at ${at}`);
  one.event(500, 'Failed', 'Error: ErrImagePull', 'Warning');
  trace.tell(600, 'node-1', {
    type: 'event',
    eventType: 'Warning',
    reason: 'FreeDiskSpaceFailed',
    message: 'full',
  });
  trace.tell(700, 'node-1', {
    type: 'event',
    eventType: 'Warning',
    reason: 'FreeDiskSpaceFailed',
    message: 'full still',
  });
  expect(linesOf(eventsTable(trace.end(2_000)))).toEqual([
    'reason | type | events | shown by kubectl | objects | first at | last at | first message',
    'FreeDiskSpaceFailed | Warning | 2 | 2 | 1 | 600 ms | 700 ms | full',
    'Failed | Warning | 1 | 1 | 1 | 500 ms | 500 ms | Error: ErrImagePull',
    'Pulled | Normal | 3 | 3 | 2 | 200 ms | 1.4 s | at 200',
    'Scheduled | Normal | 1 | 1 | 1 | 100 ms | 100 ms | first',
  ]);
  expect(eventsTable(rollout())).toBeUndefined();
});

test('a table is markup with scopes and looks; of more rows than it may have it says how many are left out', () => {
  const columns = [
    { title: 'name', look: 'name' },
    { title: 'count', look: 'number' },
  ] as const;
  expect(pageTable('Things', columns, [['a<b', '1', 'more']], 1).text).toBe(
    '<div class="table-scroll" tabindex="0" role="region" aria-label="Things"><table><caption>Things</caption>' +
      '<thead><tr><th scope="col" class="name">name</th><th scope="col" class="number">count</th></tr></thead><tbody>\n' +
      '<tr><th scope="row" class="name">a&lt;b</th><td class="number">1</td><td class="text">more</td></tr>\n</tbody></table></div>',
  );
  const rows = ['a', 'b', 'c'].map((name) => [name, '1']);
  expect(pageTable('Things', columns, rows, 2).text).toMatch(
    /<\/div><p class="note">1 row of 3 left out\.<\/p>$/,
  );
  expect(linesOf(pageTable('Things', columns, rows, 2))).toEqual(['name | count', 'a | 1', 'b | 1']);
});
