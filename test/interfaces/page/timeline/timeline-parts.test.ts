import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { requestOf } from '../../../../src/interfaces/page/page-session.ts';
import { momentBeside } from '../../../../src/interfaces/page/shell/moments.ts';
import { phaseCounts } from '../../../../src/interfaces/page/timeline/phase-counts.ts';
import { rowName, searchOf, spokenOf } from '../../../../src/interfaces/page/timeline/rows/row-words.ts';
import { rowPairs } from '../../../../src/interfaces/page/timeline/rows/use-rows.ts';
import { momentText, ticksOf } from '../../../../src/interfaces/page/timeline/time-axis.ts';
import type { RowView } from '../../../../src/reports/run-view/run-view.ts';
import { barsOf, rowOf, viewOf } from './sample-view.ts';

const web = rowOf(
  'a',
  'web',
  barsOf([
    ['waitingForSlot', 40],
    ['downloading', 20],
    ['running', 40],
  ]),
);
const api = rowOf(
  'a',
  'api',
  barsOf([
    ['downloading', 30],
    ['backingOff', 70],
  ]),
  {
    failures: [{ atMs: 30, reason: 'ErrImagePull', error: 'no such host' }],
  },
);
const init = rowOf(
  'b',
  'job',
  barsOf([
    ['running', 10],
    ['ended', 90],
  ]),
  { container: 'migrate', kind: 'init' },
);
const main = rowOf(
  'b',
  'job',
  barsOf([
    ['waitingToStart', 50],
    ['running', 50],
  ]),
);
const view = viewOf([web, api, init, main], 100);

test('ticks are round moments of the window', () => {
  expect(ticksOf({ fromMs: 0, toMs: 184_000 }, 700).map(({ text }) => text)).toEqual([
    '0',
    '30 s',
    '1 m',
    '1 m 30 s',
    '2 m',
    '2 m 30 s',
    '3 m',
  ]);
  expect(ticksOf({ fromMs: 1_000, toMs: 1_020 }, 400).map(({ text }) => text)).toEqual([
    '1 s',
    '1.005 s',
    '1.01 s',
    '1.015 s',
    '1.02 s',
  ]);
  expect(ticksOf({ fromMs: 0, toMs: 7_200_000 }, 300).map(({ text }) => text)).toEqual([
    '0',
    '30 m',
    '1 h',
    '1 h 30 m',
    '2 h',
  ]);
  // A phone has room for more than the two that its width over the usual distance would give.
  expect(ticksOf({ fromMs: 0, toMs: 31_212 }, 258)).toHaveLength(7);
  expect(ticksOf({ fromMs: 0, toMs: 1_000 }, 300).map(({ text }) => text)).toEqual([
    '0',
    '200 ms',
    '400 ms',
    '600 ms',
    '800 ms',
    '1 s',
  ]);
  expect(ticksOf({ fromMs: 90_000, toMs: 91_000 }, 300).map(({ text }) => text)).toEqual([
    '90 s',
    '90.2 s',
    '90.4 s',
    '90.6 s',
    '90.8 s',
    '91 s',
  ]);
  expect(ticksOf({ fromMs: 3_605_000, toMs: 3_606_000 }, 60).map(({ text }) => text)).toEqual([
    '1 h 5 s',
    '1 h 5.5 s',
    '1 h 6 s',
  ]);
  expect(ticksOf({ fromMs: 5, toMs: 5 }, 300)).toEqual([]);
  expect(ticksOf({ fromMs: 5, toMs: 9 }, 0)).toEqual([]);
  expect(ticksOf({ fromMs: 1, toMs: 1.5 }, 100)).toEqual([{ atMs: 1, text: '1 ms' }]);
});

test('a moment is told as durations are, and the beginning in seconds', () => {
  expect([0, 480, 4_905, 72_480, 151_000].map(momentText)).toEqual([
    '0 s',
    '480 ms',
    '4.9 s',
    '72 s',
    '2 m 31 s',
  ]);
});

property.prop([fc.integer({ min: 1, max: 40 })])(
  'in each part of the run every container is counted once',
  (columns) => {
    const counts = [...phaseCounts(view.rows, 100, columns).values()];
    for (let column = 0; column < columns; column++) {
      const sum = counts.reduce((all, count) => all + (count[column] ?? 0), 0);
      expect(sum).toBeCloseTo(view.rows.length, 6);
    }
  },
);

test('a count is the average over its part of the run', () => {
  const of = (rows: readonly RowView[], endMs: number, columns: number, settledMs?: number) =>
    [...phaseCounts(rows, endMs, columns, settledMs)].flatMap(([phase, counts]) =>
      counts.some((count) => count !== 0) ? [[phase, ...counts]] : [],
    );
  const row = rowOf(
    'a',
    'x',
    barsOf([
      ['inspecting', 5],
      ['downloading', 30],
      ['running', 5],
    ]),
  );
  expect(of([row, row], 40, 4)).toEqual([
    ['inspecting', 1, 0, 0, 0],
    ['downloading', 1, 2, 2, 1],
    ['running', 0, 0, 0, 1],
  ]);
  expect(of([row], 80, 4, 40)).toEqual([
    ['inspecting', 0.25, 0, 0, 0],
    ['downloading', 0.75, 0.75, 0, 0],
    ['running', 0, 0.25, 1, 1],
  ]);
  // What ends before the run is not drawn on, and neither is what a run shorter than its bars leaves out.
  expect(of([row], 80, 4).at(-1)).toEqual(['running', 0, 0.25, 0, 0]);
  expect(of([{ ...row, state: 'ended' }], 80, 4, 40).at(-1)).toEqual(['running', 0, 0.25, 0, 0]);
  expect(of([row], 40, 4, 40).at(-1)).toEqual(['running', 0, 0, 0, 0.5]);
  expect(of([row], 20, 2).at(-1)).toEqual(['downloading', 0.5, 1]);
  expect([...phaseCounts([row], 0, 2).values()].every((counts) => counts.every((count) => count === 0))).toBe(
    true,
  );
  expect([...phaseCounts([row], 40, 0).values()].every(({ length }) => length === 0)).toBe(true);
});

test('what runs at the end of a settled run runs on', () => {
  const counts = phaseCounts(view.rows, 200, 2, 100);
  expect(counts.get('running')?.[1]).toBeCloseTo(2);
  expect(counts.get('backingOff')?.[1]).toBe(0);
});

test('rows of two runs are paired by container, each once', () => {
  expect(rowPairs(view, viewOf([api, web, main], 50))).toEqual([1, 0, undefined, 2]);
  expect(rowPairs(viewOf([web, web, web], 50), viewOf([api, web, web], 50))).toEqual([1, 2, undefined]);
});

test('the search finds names, images, states and failures, all words of it', () => {
  const found = (text: string): number[] =>
    view.rows.flatMap((_, row) => (searchOf(view.rows, text)(row) ? [row] : []));
  expect(found('')).toEqual([0, 1, 2, 3]);
  expect(found('WEB')).toEqual([0]);
  expect(found('errimagepull')).toEqual([1]);
  expect(found('b nginx migrate')).toEqual([2]);
  expect(found('backing off')).toEqual([1]);
  expect(found('  web  \t nginx ')).toEqual([0]);
  expect(found('default/api/app')).toEqual([1]);
  expect(found('init')).toEqual([2]);
  expect(found('undefined')).toEqual([]);
  const { pod: _, ...ahead } = web;
  expect(searchOf([ahead], '//app')(0)).toBe(true);
  expect(searchOf([ahead], 'web')(0)).toBe(false);
  expect(searchOf([ahead], 'app')(1)).toBe(false);
});

test('what the keyboard comes to is said in words', () => {
  expect(spokenOf(api, undefined, undefined)).toBe(
    'default/api/app: backing off at the end, never ran, 1 failed pull',
  );
  expect(spokenOf(web, 1, 'Waited behind ml.')).toBe(
    'downloading, 20 ms, from 40 ms to 60 ms. Waited behind ml.',
  );
  expect(spokenOf(web, 1, undefined)).toBe('downloading, 20 ms, from 40 ms to 60 ms. ');
  expect(spokenOf(web, undefined, 'Waited.')).toBe('default/web/app: running after 60 ms');
  expect(spokenOf(web, 3, undefined)).toBe('default/web/app: running after 60 ms');
  expect(spokenOf({ ...web, arrivedMs: 20, state: 'ended' }, undefined, undefined)).toBe(
    'default/web/app: running after 40 ms, ended at the end',
  );
  const { pod: _, ...ahead } = { ...web, container: 'nginx\u0007' };
  expect(rowName(ahead)).toBe('a: nginx\\x07');
  expect(spokenOf(undefined, 0, 'why')).toBe('');
});

test('steps go to where a bar begins or ends', () => {
  const late = viewOf(
    [
      rowOf('a', 'web', [{ phase: 'downloading', fromMs: 30, toMs: 45 }]),
      rowOf('a', 'api', [{ phase: 'running', fromMs: 20, toMs: 130 }]),
    ],
    150,
  );
  const moments = [0, 20, 30, 45, 130, 150];
  for (const [place, at] of moments.entries()) {
    expect(momentBeside(late, at, 1)).toBe(moments[place + 1] ?? 150);
    expect(momentBeside(late, at, -1)).toBe(moments[place - 1] ?? 0);
  }
  expect([momentBeside(late, 35, 1), momentBeside(late, 35, -1)]).toEqual([45, 30]);
});

test('one stored trace is shown, everything else is simulated', () => {
  const trace = {
    name: 'run.ndjson',
    text: '{"id":0,"at":0,"type":"header","format":"windlass-trace/1","seed":1}\n',
  };
  const pod = { name: 'pod.yaml', text: 'kind: Pod' };
  expect(requestOf({ sources: [trace], settings: {} })).toEqual({
    kind: 'show',
    name: 'run.ndjson',
    trace: trace.text,
  });
  expect(requestOf({ sources: [trace, pod], settings: {} }).kind).toBe('simulate');
  expect(requestOf({ sources: [pod], settings: {} }).kind).toBe('simulate');
});
