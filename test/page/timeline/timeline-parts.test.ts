import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { momentBeside } from '../../../src/page/shell/moments.ts';
import { podLines } from '../../../src/page/shell/pod-lines.ts';
import { requestOf } from '../../../src/page/shell/request-of.ts';
import { keyEffect } from '../../../src/page/timeline/grid-keys.ts';
import { lanesOf } from '../../../src/page/timeline/lanes.ts';
import { phaseCounts } from '../../../src/page/timeline/phase-counts.ts';
import { rowPairs } from '../../../src/page/timeline/row-pairs.ts';
import { searchOf, spokenOf } from '../../../src/page/timeline/row-words.ts';
import { clockText, ticksOf } from '../../../src/page/timeline/time-axis.ts';
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
  expect(ticksOf({ fromMs: 0, toMs: 184_000 }, 700).map(({ text }) => text)).toEqual(['0', '30 s', '1:00', '1:30', '2:00', '2:30', '3:00']);
  expect(ticksOf({ fromMs: 1_000, toMs: 1_020 }, 400).map(({ text }) => text)).toEqual(['1 s', '1.005 s', '1.01 s', '1.015 s', '1.02 s']);
  expect(ticksOf({ fromMs: 0, toMs: 7_200_000 }, 300).map(({ text }) => text)).toEqual(['0', '30:00', '1:00:00', '1:30:00', '2:00:00']);
  // A phone has room for more than the two that its width over the usual distance would give.
  expect(ticksOf({ fromMs: 0, toMs: 31_212 }, 258)).toHaveLength(7);
  expect(ticksOf({ fromMs: 5, toMs: 5 }, 300)).toEqual([]);
});

test('the clock never changes its width', () => {
  expect([0, 72_480, 3_600_000].map(clockText)).toEqual(['00:00:00.000', '00:01:12.480', '01:00:00.000']);
});

property.prop([fc.integer({ min: 1, max: 40 })])('in each part of the run every container is counted once', (columns) => {
  const counts = [...phaseCounts(view.rows, 100, columns).values()];
  for (let column = 0; column < columns; column++) {
    const sum = counts.reduce((all, count) => all + (count[column] ?? 0), 0);
    expect(sum).toBeCloseTo(view.rows.length, 6);
  }
});

test('what runs at the end of a settled run runs on', () => {
  const counts = phaseCounts(view.rows, 200, 2, 100);
  expect(counts.get('running')?.[1]).toBeCloseTo(2);
  expect(counts.get('backingOff')?.[1]).toBe(0);
});

test('rows of two runs are paired by container, each once', () => {
  expect(rowPairs(view, viewOf([api, web, main], 50))).toEqual([1, 0, undefined, 2]);
});

test('the search finds names, images, states and failures, all words of it', () => {
  const found = (text: string): number[] => view.rows.flatMap((_, row) => (searchOf(view.rows, text)(row) ? [row] : []));
  expect(found('')).toEqual([0, 1, 2, 3]);
  expect(found('WEB')).toEqual([0]);
  expect(found('errimagepull')).toEqual([1]);
  expect(found('b nginx migrate')).toEqual([2]);
  expect(found('backing off')).toEqual([1]);
});

test('keys go from row to row at the same time, from bar to bar, and to a cause', () => {
  const lanes = lanesOf(view, () => true, new Set(), { headerPx: 10, rowPx: 10 });
  const press = (key: string, place: Parameters<typeof keyEffect>[2]) => keyEffect(key, false, place, lanes, view.rows);
  expect(press('ArrowDown', undefined)).toEqual({ kind: 'go', place: { kind: 'header', group: 0 } });
  expect(press('ArrowDown', { kind: 'row', row: 0, bar: 1 })).toEqual({ kind: 'go', place: { kind: 'row', row: 1, bar: 1 } });
  expect(press('ArrowRight', { kind: 'row', row: 0, bar: 2 })).toEqual({ kind: 'go', place: { kind: 'row', row: 0, bar: 2 } });
  expect(press('ArrowLeft', { kind: 'row', row: 3, bar: undefined })).toEqual({ kind: 'go', place: { kind: 'header', group: 1 } });
  expect(press('ArrowLeft', { kind: 'header', group: 1 })).toEqual({ kind: 'toggle', group: 1 });
  expect(press('Enter', { kind: 'row', row: 1, bar: 0 })).toEqual({ kind: 'pick', row: 1, bar: 0 });
  expect(press('c', { kind: 'row', row: 1, bar: 0 })).toEqual({ kind: 'cause', row: 1, bar: 0 });
  expect(press('x', { kind: 'row', row: 1, bar: 0 })).toBeUndefined();
});

test('what the keyboard comes to is said in words', () => {
  expect(spokenOf(api, undefined, undefined)).toBe('default/api/app: backing off at the end, never ran, 1 failed pull');
  expect(spokenOf(web, 0, 'Waited behind ml.')).toBe('waiting for a slot, 40 ms, from 0 ms to 40 ms. Waited behind ml.');
});

test('the table has a line for each pod, with its longest wait', () => {
  expect(podLines(view)).toMatchObject([
    { pod: 'web', toRunningMs: 60, waitMs: 40, waitPhase: 'waitingForSlot', waitRow: 0, waitBar: 0, state: 'running' },
    { pod: 'api', toRunningMs: undefined, waitMs: 70, waitPhase: 'backingOff', failures: 1 },
    { pod: 'job', containers: 2, toRunningMs: 50, waitMs: 0, waitPhase: undefined, state: 'running' },
  ]);
});

test('steps go to where a bar begins or ends', () => {
  expect([0, 10, 30, 100].map((at) => momentBeside(view, at, 1))).toEqual([10, 30, 40, 100]);
  expect([0, 10, 35, 100].map((at) => momentBeside(view, at, -1))).toEqual([0, 0, 30, 60]);
});

test('one stored trace is shown, everything else is simulated', () => {
  const trace = { name: 'run.ndjson', text: '{"id":0,"at":0,"type":"header","format":"windlass-trace/1","seed":1}\n' };
  const pod = { name: 'pod.yaml', text: 'kind: Pod' };
  expect(requestOf({ sources: [trace], settings: {} })).toEqual({ kind: 'show', name: 'run.ndjson', trace: trace.text });
  expect(requestOf({ sources: [trace, pod], settings: {} }).kind).toBe('simulate');
  expect(requestOf({ sources: [pod], settings: {} }).kind).toBe('simulate');
});
