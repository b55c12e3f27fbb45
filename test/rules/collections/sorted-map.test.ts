import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createSortedMap,
  entries,
  get,
  remove,
  type SortedMap,
  set,
  valuesUnder,
} from '../../../src/rules/collections/sorted-map.ts';

const steps = fc.array(
  fc.record({ key: fc.string({ maxLength: 3 }), value: fc.option(fc.nat(), { nil: undefined }) }),
  {
    maxLength: 60,
    size: 'max',
  },
);

it('holds what a Map holds, and changes no earlier version', () => {
  fc.assert(
    fc.property(steps, (changes) => {
      const model = new Map<string, number>();
      let map: SortedMap<number>;
      for (const { key, value } of changes) {
        const before = entries(map);
        const next = value === undefined ? remove(map, key) : set(map, key, value);
        expect(entries(map)).toEqual(before);
        map = next;
        if (value === undefined) model.delete(key);
        else model.set(key, value);
        expect(get(map, key)).toBe(value);
      }
      expect(entries(map)).toEqual([...model].sort(([one], [other]) => (one < other ? -1 : 1)));
    }),
  );
});

it('has one shape for one content, independent of its history', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 30, size: 'max' }), fc.string(), (keys, extra) => {
      fc.pre(!keys.includes(extra));
      const forward = createSortedMap(keys.map((key) => [key, key.length] as const));
      const backward = createSortedMap([...keys].reverse().map((key) => [key, key.length] as const));
      expect(backward).toEqual(forward);
      expect(remove(set(forward, extra, 1), extra)).toEqual(forward);
    }),
  );
});

it('finds the values under a prefix, in the order of their keys', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 });
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { maxLength: 30, size: 'max' }),
      fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 2 }),
      (keys, prefix) => {
        const map = createSortedMap(keys.map((one) => [one, one] as const));
        expect(valuesUnder(map, prefix)).toEqual(keys.filter((one) => one.startsWith(prefix)).sort());
      },
    ),
  );
});

it('is never deep', () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `pod-${index}`);
  const depth = (map: SortedMap<string>): number =>
    map === undefined ? 0 : 1 + Math.max(depth(map.left), depth(map.right));
  expect(depth(createSortedMap(names.map((name) => [name, name])))).toBeLessThan(4 * Math.log2(names.length));
});

// These pairs have the same hash.
it('has one shape also where keys have the same priority', () => {
  const pairs = ['pod-250176', 'pod-1254140', 'pod-250177', 'pod-1254141', 'pod-250174', 'pod-1254142'];
  const all = pairs.map((key) => [key, key] as const);
  expect(createSortedMap(all.toReversed())).toEqual(createSortedMap(all));
  const [first, second, third] = all.map(([key]) => createSortedMap(all.filter(([other]) => other !== key)));
  expect(pairs.slice(0, 3).map((key) => remove(createSortedMap(all), key))).toEqual([first, second, third]);
});

it('is the same map, not another, after a key goes that it does not have', () => {
  const map = createSortedMap(['a', 'b', 'c', 'd', 'e'].map((key) => [key, key] as const));
  for (const key of ['', 'bb', 'f']) expect(remove(map, key)).toBe(map);
});
