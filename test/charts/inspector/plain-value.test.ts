import { describe, expect, it } from 'vitest';
import {
  depthMax,
  entriesMax,
  fieldTextMax,
  plainRecord,
  plainValue,
  textMax,
} from '../../../src/charts/inspector/plain-value.ts';
import { createFifo } from '../../../src/rules/collections/fifo.ts';
import { add, type Heap } from '../../../src/rules/collections/heap.ts';
import { createSortedMap } from '../../../src/rules/collections/sorted-map.ts';
import { profiles } from '../../../src/rules/kubelet/profiles/profiles.ts';

const nobody = () => undefined;
const plain = (value: unknown) => plainValue(value, nobody);

describe('a plain value', () => {
  it('has maps as objects, and sets, queues and heaps as lists in their order', () => {
    let heap: Heap<string>;
    for (const [rank, name] of [
      [3, 'c'],
      [1, 'a'],
      [2, 'b'],
    ] as const)
      heap = add(heap, rank, rank, name);
    expect(
      plain(
        new Map([
          ['b', 1],
          ['a', 2],
        ]),
      ),
    ).toEqual({ b: 1, a: 2 });
    expect(
      plain(
        createSortedMap([
          ['b', [1]],
          ['a', { x: null }],
        ]),
      ),
    ).toEqual({ a: { x: null }, b: [1] });
    expect(plain(new Set(['x', 'y']))).toEqual(['x', 'y']);
    expect(plain(createFifo(['first', 'second', 'third']))).toEqual(['first', 'second', 'third']);
    expect(plain(createFifo([]))).toEqual([]);
    expect(plain(heap)).toEqual(['a', 'b', 'c']);
  });

  it('has another actor as its path, and leaves out what only listens', () => {
    const actor = { send: () => {}, getSnapshot: () => ({ secret: 1 }) };
    const pathOf = (found: object) => (found === actor ? 'node-1/images' : undefined);
    expect(plainRecord({ to: actor, all: [actor], recorder: { send: () => {} } }, pathOf)).toEqual({
      to: '→ node-1/images',
      all: ['→ node-1/images'],
    });
  });

  it('leaves out functions and clocks, and keeps the name of a rule book', () => {
    class Clock {
      readonly #now = 1;
      readonly nowMicros = () => this.#now;
    }
    class Sealed {
      readonly #now = 1;
      get now() {
        return this.#now;
      }
    }
    expect(
      plainRecord(
        { clock: new Clock(), sealed: new Sealed(), act: () => {}, gone: undefined, empty: {} },
        nobody,
      ),
    ).toEqual({
      empty: {},
    });
    expect(plain(profiles.find(({ release }) => release === '1.36'))).toEqual({ release: '1.36' });
    expect(plain({ name: 'containerd://2.4', delays: { commit: 1 }, errorText: () => '' })).toEqual({
      name: 'containerd://2.4',
    });
    expect(plain({ isStrict: true, check: () => true })).toEqual({ isStrict: true });
  });

  it('can be written as JSON: no infinity, no negative zero, no hole', () => {
    for (const value of [
      plain({ a: Number.POSITIVE_INFINITY, b: [undefined, Number.NaN], c: -0, d: new Error('boom') }),
    ])
      expect(JSON.parse(JSON.stringify(value))).toEqual(value);
    expect(plain([Number.POSITIVE_INFINITY, undefined, new Error('boom')])).toEqual([
      'Infinity',
      null,
      'boom',
    ]);
  });

  it('has fields of any name as data', () => {
    const hostile = JSON.parse('{"__proto__":{"x":1},"constructor":"y"}') as object;
    expect(JSON.stringify(plain(new Map(Object.entries(hostile))))).toBe(JSON.stringify(hostile));
  });
});

describe('the limits of a plain value', () => {
  const numbers = Array.from({ length: entriesMax + 190 }, (_, index) => index);

  it('say how much is left out of lists, tables and texts', () => {
    expect(plain(numbers)).toEqual([...numbers.slice(0, entriesMax), '… 190 more']);
    expect(plain(numbers.slice(0, entriesMax))).toEqual(numbers.slice(0, entriesMax));
    expect(plain(new Map(numbers.map((n) => [`k${n}`, n])))).toMatchObject({
      k0: 0,
      k19: 19,
      '…': '… 190 more',
    });
    expect(plain(Object.fromEntries(numbers.map((n) => [`k${n}`, n])))).toMatchObject({
      k19: 19,
      '…': '… 190 more',
    });
    expect(plain(createSortedMap(numbers.map((n) => [`k${n}`, n])))).toMatchObject({ '…': '… more' });
    expect(plain('x'.repeat(textMax + 5))).toBe(`${'x'.repeat(textMax)}… 5 more`);
    expect(plain('x'.repeat(textMax))).toBe('x'.repeat(textMax));
  });

  it('stand for what lies too deep, also where it never ends', () => {
    const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);
    expect(JSON.stringify(plain(nested(depthMax)))).toBe(JSON.stringify(nested(depthMax)));
    expect(JSON.stringify(plain(nested(depthMax + 1)))).toBe('[[[["…"]]]]');
    const ring: Record<string, unknown> = { name: 'a' };
    ring.next = ring;
    expect(JSON.stringify(plain(ring))).toContain('"next":"…"');
  });

  it('apply to the whole of a field, however it is composed', () => {
    const wide = numbers.map((n) =>
      Object.fromEntries(numbers.map((m) => [`key-${n}-${m}`, 'v'.repeat(40)])),
    );
    expect(JSON.stringify(plain(wide)).length).toBeLessThan(2 * fieldTextMax);
    expect(
      JSON.stringify(plain(new Map(numbers.map((n) => ['k'.repeat(200) + n, numbers])))).length,
    ).toBeLessThan(2 * fieldTextMax);
  });

  it('keep a large table from being read as a whole', () => {
    let read = 0;
    const counting = { size: 1_000_000, front: undefined, back: undefined };
    const cell = (value: number): unknown => ({
      value,
      get next() {
        read++;
        return cell(value + 1);
      },
    });
    expect(plain({ ...counting, front: cell(0) })).toHaveLength(entriesMax + 1);
    expect(read).toBeLessThanOrEqual(entriesMax);
  });
});
