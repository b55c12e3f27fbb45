import fc from 'fast-check';
import { expect, it } from 'vitest';
import { manifestOrder } from '../../../src/runtime/images/manifest-order.ts';

it('of the layers that start together the last comes first, all others go by the manifest', () => {
  expect(manifestOrder(6, 3)).toEqual([2, 0, 1, 3, 4, 5]);
  expect(manifestOrder(2, 3)).toEqual([1, 0]);
  expect(manifestOrder(4, Infinity)).toEqual([3, 0, 1, 2]);
});

it('one at a time they go by the manifest', () => {
  expect(manifestOrder(4, 1)).toEqual([0, 1, 2, 3]);
  expect(manifestOrder(0, 3)).toEqual([]);
  expect(manifestOrder(1, 3)).toEqual([0]);
});

it('each layer comes once', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.integer({ min: 1, max: 24 }), (layers, together) => {
      expect(manifestOrder(layers, together).toSorted((left, right) => left - right)).toEqual(
        Array.from({ length: layers }, (_, layer) => layer),
      );
    }),
  );
});
