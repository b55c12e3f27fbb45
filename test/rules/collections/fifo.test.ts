import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createFifo,
  emptyFifo,
  find,
  items,
  peek,
  push,
  remove,
  shift,
} from '../../../src/rules/collections/fifo.ts';

it('serves in order of arrival, as an array does', () => {
  const steps = fc.array(fc.oneof(fc.record({ push: fc.nat() }), fc.constant('shift' as const)), {
    maxLength: 80,
  });
  fc.assert(
    fc.property(steps, (plan) => {
      let queue = emptyFifo<number>();
      let model: readonly number[] = [];
      for (const step of plan) {
        if (step !== 'shift') {
          queue = push(queue, step.push);
          model = [...model, step.push];
        } else if (model.length > 0) {
          expect(peek(queue)).toBe(model[0]);
          queue = shift(queue);
          model = model.slice(1);
        }
        expect(queue.size).toBe(model.length);
        expect(items(queue)).toEqual(model);
        const small = (one: number) => one < 5;
        expect(find(queue, small)).toBe(model.find(small));
      }
    }),
  );
});

it('removes an item that is withdrawn', () => {
  expect(items(remove(push(shift(createFifo([1, 2, 3, 4])), 5), (one) => one % 2 === 0))).toEqual([3, 5]);
});

it('refuses to serve from an empty queue', () => {
  expect(() => peek(emptyFifo())).toThrow('empty');
  expect(() => shift(emptyFifo())).toThrow('empty');
});
