import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layerOrder, manifestOrder } from '../../../src/runtime/images/layer-order.ts';

test('the order is that of the manifest without draws', () => {
  expect(layerOrder(3, [])).toEqual([0, 1, 2]);
  expect(layerOrder(0, [])).toEqual([]);
});

// Fisher–Yates: the last place is drawn among all, the one before among what is left.
test.each([
  [
    [0.99, 0.99],
    [0, 1, 2],
  ],
  [
    [0, 0],
    [1, 2, 0],
  ],
  [
    [0.5, 0.5],
    [0, 2, 1],
  ],
  [
    [0, 0.99, 0.5, 0.5],
    [2, 1, 0],
  ],
])('draws %j give %j', (draws, order) => {
  expect(layerOrder(3, draws)).toEqual(order);
});

test('draws give every order equally often', () => {
  const counts = new Map<string, number>();
  for (let first = 0; first < 3; first++) {
    for (let second = 0; second < 2; second++) {
      const order = layerOrder(3, [(first + 0.5) / 3, (second + 0.5) / 2]).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
  }
  expect([...counts.values()]).toEqual([1, 1, 1, 1, 1, 1]);
});

test('of the layers that start together the last comes first, all others go by the manifest', () => {
  expect(manifestOrder(6, 3)).toEqual([2, 0, 1, 3, 4, 5]);
  expect(manifestOrder(2, 3)).toEqual([1, 0]);
  expect(manifestOrder(4, Infinity)).toEqual([3, 0, 1, 2]);
});

test('one at a time they go by the manifest', () => {
  expect(manifestOrder(4, 1)).toEqual([0, 1, 2, 3]);
  expect(manifestOrder(0, 3)).toEqual([]);
  expect(manifestOrder(1, 3)).toEqual([0]);
});

test('each layer comes once', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.integer({ min: 1, max: 24 }), (layers, together) => {
      expect(manifestOrder(layers, together).toSorted((left, right) => left - right)).toEqual(
        Array.from({ length: layers }, (_, layer) => layer),
      );
    }),
  );
});
