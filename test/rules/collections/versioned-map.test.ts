import fc from 'fast-check';
import { expect, it } from 'vitest';
import { VersionedMap } from '../../../src/rules/collections/versioned-map.ts';

const change = fc.record({
  of: fc.nat(),
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  value: fc.integer(),
  removes: fc.boolean(),
  reads: fc.boolean(),
});

it('keeps every version as it was, in order of insertion, whichever of them is changed next', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const versions = [{ map: new VersionedMap<string, number>(), copy: new Map<string, number>() }];
      for (const { of, key, value, removes, reads } of changes) {
        const { map, copy } = versions[of % versions.length] ?? { map: new VersionedMap(), copy: new Map() };
        // Reading an old version as a whole gives it a map of its own.
        if (reads) expect([...map]).toEqual([...copy]);
        const next = new Map(copy);
        if (removes) next.delete(key);
        else next.set(key, value);
        versions.push({ map: removes ? map.without(key) : map.with(key, value), copy: next });
      }
      for (const { map, copy } of versions) {
        expect(map.size).toBe(copy.size);
        for (const key of ['a', 'b', 'c', 'd', 'e'])
          expect([map.get(key), map.has(key)]).toEqual([copy.get(key), copy.has(key)]);
      }
      for (const { map, copy } of versions) expect([...map.entries()]).toEqual([...copy]);
    }),
  );
});
