import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import {
  bandHeight,
  bandRowAt,
  barAt,
  barOver,
  firstBarAfter,
  firstGroupBelow,
  lanesOf,
  momentIn,
  rowAt,
  rowsBetween,
} from '../../../../src/interfaces/page/timeline/lanes.ts';
import { groupRows } from '../../../../src/interfaces/page/timeline/rows/row-groups.ts';
import { barsOf, rowOf, viewOf } from './sample-view.ts';

const sizes = { headerPx: 30, rowPx: 20 };
const view = viewOf(
  ['a', 'b', 'c'].flatMap((node) =>
    [0, 1, 2].map((pod) => rowOf(node, `${node}-${pod}`, barsOf([['running', 10]]))),
  ),
  10,
);
const all = () => true;

test('rows stand below the header of their node', () => {
  const lanes = lanesOf(groupRows(view, 'node'), all, new Set(), sizes);
  expect(lanes.height).toBe(3 * (30 + 3 * 20));
  expect(lanes.found).toBe(9);
  expect([0, 2, 3].map(lanes.yOf)).toEqual([30, 70, 120]);
  expect([-1, 0, 29, 30, 89, 90, 119, 120, 270, 400].map((y) => rowAt(lanes, y))).toEqual([
    ...[undefined, undefined, undefined, 0, 2, undefined, undefined, 3, undefined, undefined],
  ]);
});

test('a band above moves the rows down, and has rows of its own', () => {
  const band = { headerPx: 26, rowPx: 22, rows: 2 };
  const lanes = lanesOf(groupRows(view, 'node'), all, new Set(), sizes, band);
  expect(bandHeight(band)).toBe(70);
  expect(lanes.height).toBe(70 + 3 * (30 + 3 * 20));
  expect(lanes.yOf(0)).toBe(100);
  expect([0, 25, 26, 47, 48, 69, 70, 90].map((y) => bandRowAt(lanes, y))).toEqual([
    ...[undefined, undefined, 0, 0, 1, 1, undefined, undefined],
  ]);
  expect([0, 69, 99, 100].map((y) => rowAt(lanes, y))).toEqual([undefined, undefined, undefined, 0]);
  expect(bandHeight(undefined)).toBe(0);
});

test('a collapsed node keeps its header; a node in which nothing is found is left out', () => {
  const lanes = lanesOf(groupRows(view, 'node'), (row) => row !== 4 && row < 6, new Set(['a']), sizes);
  expect(lanes.groups.map(({ place, rows, found }) => [place, rows, found])).toEqual([
    [0, [], 3],
    [1, [3, 5], 2],
  ]);
  expect(lanes.yOf(0)).toBeUndefined();
  expect(lanes.height).toBe(30 + 30 + 40);
  const [node] = view.nodes;
  const empty = { ...view, nodes: node === undefined ? [] : [{ ...node, firstRow: 0, rowCount: 0 }] };
  expect(lanesOf(groupRows(empty, 'node'), () => false, new Set(), sizes).groups).toHaveLength(1);
});

test('the first group below a height is the one that reaches beyond it', () => {
  const lanes = lanesOf(groupRows(view, 'node'), all, new Set(), sizes);
  expect([-5, 0, 89, 90, 179, 180, 269, 270, 900].map((y) => firstGroupBelow(lanes, y))).toEqual([
    0, 0, 0, 1, 1, 2, 2, 3, 3,
  ]);
});

property.prop([
  fc.integer({ min: -50, max: 400 }),
  fc.integer({ min: 0, max: 300 }),
  fc.subarray(['a', 'b', 'c']),
])('the rows between two heights are those that a look at each of them finds', (top, span, collapsed) => {
  const lanes = lanesOf(groupRows(view, 'node'), (row) => row % 4 !== 1, new Set(collapsed), sizes);
  const slow = view.rows.flatMap((_, row) => {
    const y = lanes.yOf(row);
    return y !== undefined && y + sizes.rowPx > top && y < top + span ? [{ row, y }] : [];
  });
  expect(rowsBetween(lanes, top, top + span)).toEqual(slow);
  for (const { row, y } of slow)
    expect([rowAt(lanes, y), rowAt(lanes, y + sizes.rowPx - 1)]).toEqual([row, row]);
});

property.prop([
  fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 20 }),
  fc.integer({ min: -5, max: 300 }),
])('the first bar after a moment is the one that a look at each of them finds', (spans, atMs) => {
  const bars = barsOf(spans.map((span) => ['downloading', span] as const));
  const slow = bars.findIndex(({ toMs }) => toMs > atMs);
  expect(firstBarAfter(bars, atMs)).toBe(slow < 0 ? bars.length : slow);
  expect(barAt(bars, atMs)).toBe(atMs < 0 || slow < 0 ? undefined : slow);
  // A playhead at the end of the run is in the last bar.
  expect(barOver(bars, atMs)).toBe(
    atMs < 0 || bars.length === 0 ? undefined : slow < 0 ? bars.length - 1 : slow,
  );
  for (const [place, bar] of bars.entries()) expect(barOver(bars, momentIn(bar, atMs))).toBe(place);
});

test('where a container has ended there is no bar', () => {
  expect(
    barAt(
      barsOf([
        ['running', 10],
        ['ended', 10],
      ]),
      15,
    ),
  ).toBeUndefined();
});
