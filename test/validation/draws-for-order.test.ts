import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layerOrder } from '../../src/rules/runtime/images/layer-chunks.ts';
import { drawsForOrder } from '../../tools/validation/draws-for-order.ts';

const permutations = fc.integer({ min: 0, max: 12 }).chain((count) =>
  fc.shuffledSubarray(
    Array.from({ length: count }, (_, place) => place),
    { minLength: count, maxLength: count },
  ),
);

it('the draws that are found make that order, and there is one fewer than layers', () => {
  fc.assert(
    fc.property(permutations, (order) => {
      const draws = drawsForOrder(order);
      expect(layerOrder(order.length, draws)).toEqual(order);
      expect(draws).toHaveLength(Math.max(0, order.length - 1));
      for (const draw of draws) expect(draw >= 0 && draw < 1).toBe(true);
    }),
  );
});

it('there are none for what is no order', () => {
  expect(() => drawsForOrder([0, 0, 2])).toThrow('no order of 3 layers: 0, 0, 2');
  expect(() => drawsForOrder([0, 1, 3])).toThrow('no order of 3 layers: 0, 1, 3');
});
