import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entries, get, remove, type SortedMap, set, sortedMapOf, valuesUnder } from '../../src/runtime/sorted-map.ts';

const steps = fc.array(fc.record({ key: fc.string({ maxLength: 3 }), value: fc.option(fc.nat(), { nil: undefined }) }), { maxLength: 60 });

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

it('has one shape for one content, whatever the way there', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 30 }), fc.string(), (keys, extra) => {
      fc.pre(!keys.includes(extra));
      const forward = sortedMapOf(keys.map((key) => [key, key.length] as const));
      const backward = sortedMapOf([...keys].reverse().map((key) => [key, key.length] as const));
      expect(backward).toEqual(forward);
      expect(remove(set(forward, extra, 1), extra)).toEqual(forward);
    }),
  );
});

it('finds the values under a prefix, in the order of their keys', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 });
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { maxLength: 30 }),
      fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 2 }),
      (keys, prefix) => {
        const map = sortedMapOf(keys.map((one) => [one, one] as const));
        expect(valuesUnder(map, prefix)).toEqual(keys.filter((one) => one.startsWith(prefix)).sort());
      },
    ),
  );
});
