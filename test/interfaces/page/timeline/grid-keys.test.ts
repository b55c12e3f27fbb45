import { describe, expect, test } from 'vitest';
import { keyEffect, type Place } from '../../../../src/interfaces/page/timeline/grid-keys.ts';
import { lanesOf } from '../../../../src/interfaces/page/timeline/lanes.ts';
import { groupRows } from '../../../../src/interfaces/page/timeline/rows/row-groups.ts';
import { barsOf, rowOf, viewOf } from './sample-view.ts';

const three = barsOf([
  ['inspecting', 10],
  ['downloading', 10],
  ['running', 10],
]);
const two = barsOf([
  ['downloading', 25],
  ['running', 5],
]);
// Two rows of node a, one without a bar of node b, and node c whose twenty are folded away.
const view = viewOf(
  [
    rowOf('a', 'first', three),
    rowOf('a', 'second', two),
    rowOf('b', 'empty', []),
    ...Array.from({ length: 20 }, (_, n) => rowOf('c', `${n}`, two)),
  ],
  30,
);
const sizes = { headerPx: 10, rowPx: 10 };
const header = (group: number): Place => ({ kind: 'header', group });
const row = (number: number, bar?: number): Place => ({ kind: 'row', row: number, bar });
const a = header(0);
const b = header(1);
const c = header(2);
const go = (place: Place) => ({ kind: 'go', place });

function press(keys: string, place: Place | undefined, folded = ['c']) {
  const key = keys.replace('Control+', '');
  return keyEffect(
    key,
    key !== keys,
    place,
    lanesOf(groupRows(view, 'node'), () => true, new Set(folded), sizes),
    view.rows,
  );
}

describe('up and down go through headers and rows', () => {
  test.each<[string, Place | undefined, Place]>([
    ['ArrowDown', undefined, a],
    ['ArrowDown', a, row(0)],
    ['ArrowDown', row(0), row(1)],
    ['ArrowDown', row(1), b],
    ['ArrowDown', b, row(2)],
    ['ArrowDown', row(2), c],
    ['ArrowDown', c, c],
    ['ArrowUp', undefined, a],
    ['ArrowUp', a, a],
    ['ArrowUp', row(0), a],
    ['ArrowUp', row(1), row(0)],
    ['ArrowUp', b, row(1)],
    ['ArrowUp', c, row(2)],
    ['PageDown', a, c],
    ['PageUp', c, a],
    ['PageUp', undefined, a],
    ['Control+Home', row(2), a],
    ['Control+Home', undefined, a],
    ['Control+End', row(0), c],
    ['Control+End', undefined, c],
  ])('%s at %j to %j', (key, from, to) => {
    expect(press(key, from)).toEqual(go(to));
  });

  test('a page is twelve of them', () => {
    expect(press('PageDown', a, [])).toEqual(go(row(9)));
    expect(press('PageDown', row(22), [])).toEqual(go(row(22)));
    expect(press('PageUp', row(22), [])).toEqual(go(row(10)));
  });

  test('from a bar to the one of the same time, where the next row has bars', () => {
    expect(press('ArrowDown', row(0, 0))).toEqual(go(row(1, 0)));
    expect(press('ArrowDown', row(0, 2))).toEqual(go(row(1, 0)));
    expect(press('ArrowUp', row(1, 1))).toEqual(go(row(0, 2)));
    expect(press('ArrowUp', row(1, 0))).toEqual(go(row(0, 0)));
    expect(press('ArrowDown', row(1, 1))).toEqual(go(b));
    expect(press('PageUp', row(5, 1), [])).toEqual(go(a));
    expect(press('PageDown', row(0, 1), [])).toEqual(go(row(10, 0)));
  });

  test('in a run without anything there is nowhere to go', () => {
    const lanes = lanesOf(groupRows(viewOf([], 30), 'node'), () => true, new Set(), sizes);
    expect(keyEffect('ArrowDown', false, undefined, lanes, [])).toBeUndefined();
    expect(keyEffect('End', true, undefined, lanes, [])).toBeUndefined();
  });
});

test('a row before another that ends early keeps its last bar', () => {
  const early = viewOf([rowOf('a', 'long', three), rowOf('a', 'short', barsOf([['downloading', 5]]))], 30);
  const lanes = lanesOf(groupRows(early, 'node'), () => true, new Set(), sizes);
  expect(keyEffect('ArrowDown', false, row(0, 2), lanes, early.rows)).toEqual(go(row(1, 0)));
  const empty = viewOf([rowOf('a', 'long', three), rowOf('a', 'none', [])], 30);
  expect(
    keyEffect(
      'ArrowDown',
      false,
      row(0, 2),
      lanesOf(groupRows(empty, 'node'), () => true, new Set(), sizes),
      empty.rows,
    ),
  ).toEqual(go(row(1)));
});

test.each([
  ['Enter', a, true],
  ['Enter', c, true],
  ['ArrowLeft', a, true],
  ['ArrowLeft', c, false],
  ['ArrowRight', a, false],
  ['ArrowRight', c, true],
  ['Home', a, false],
  ['c', a, false],
] as const)('%s at the header %j folds or unfolds its node: %s', (key, place, isToggled) => {
  expect(press(key, place)).toEqual(
    isToggled ? { kind: 'toggle', group: place.kind === 'header' ? place.group : -1 } : undefined,
  );
});

test.each([
  ['ArrowRight', row(0), go(row(0, 0))],
  ['ArrowRight', row(0, 1), go(row(0, 2))],
  ['ArrowRight', row(0, 2), go(row(0, 2))],
  ['ArrowRight', row(2), undefined],
  ['ArrowLeft', row(0, 2), go(row(0, 1))],
  ['ArrowLeft', row(0, 0), go(row(0))],
  ['ArrowLeft', row(0), go(a)],
  ['ArrowLeft', row(2), go(b)],
  // Folded away while the keyboard was there.
  ['ArrowLeft', row(3), undefined],
  ['Home', row(0, 2), go(row(0, 0))],
  ['Home', row(2), go(row(2))],
  ['End', row(0), go(row(0, 2))],
  ['End', row(2), go(row(2))],
  ['Enter', row(0), { kind: 'pick', row: 0, bar: undefined }],
  ['Enter', row(0, 1), { kind: 'pick', row: 0, bar: 1 }],
  ['c', row(0, 1), { kind: 'cause', row: 0, bar: 1 }],
  ['c', row(0), undefined],
  ['x', row(0, 1), undefined],
])('%s at %j within a row', (key, place, effect) => {
  expect(press(key, place)).toEqual(effect);
});

test.each(['Home', 'Enter', 'c'])('%s does nothing while the keyboard is not in the timeline', (key) => {
  expect(press(key, undefined)).toBeUndefined();
});

describe('the band above', () => {
  const band = { headerPx: 10, rowPx: 10, rows: 2 };
  const at = (key: string, place: Place | undefined, rows = band.rows) =>
    keyEffect(
      key,
      false,
      place,
      lanesOf(groupRows(view, 'node'), () => true, new Set(['c']), sizes, { ...band, rows }),
      view.rows,
    );
  const line = (number: number): Place => ({ kind: 'band', line: number });

  test.each<[string, Place | undefined, Place]>([
    ['ArrowDown', undefined, a],
    ['ArrowUp', a, line(2)],
    ['ArrowUp', line(1), line(0)],
    ['ArrowUp', line(0), line(0)],
    ['ArrowDown', line(0), line(1)],
    ['ArrowDown', line(2), a],
  ])('%s from %j goes to %j', (key, from, to) => {
    expect(at(key, from)).toEqual(go(to));
  });

  test('is opened and closed at its header, and rows with parts where they are', () => {
    expect(at('Enter', line(2))).toEqual({ kind: 'toggleBand', line: 2 });
    expect(at('ArrowLeft', line(0))).toEqual({ kind: 'toggleBand', line: 0 });
    expect(at('ArrowRight', line(0), 0)).toEqual({ kind: 'toggleBand', line: 0 });
    expect([at('ArrowRight', line(0)), at('ArrowLeft', line(1))]).toEqual([undefined, undefined]);
  });
});
