import { expect, it, test } from 'vitest';
import { layerOrder } from '../../../src/runtime/images/layer-order.ts';

it('is that of the manifest without draws', () => {
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

it('has every order equally often', () => {
  const counts = new Map<string, number>();
  for (let first = 0; first < 3; first++) {
    for (let second = 0; second < 2; second++) {
      const order = layerOrder(3, [(first + 0.5) / 3, (second + 0.5) / 2]).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
  }
  expect([...counts.values()]).toEqual([1, 1, 1, 1, 1, 1]);
});
