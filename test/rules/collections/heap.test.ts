import fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, type Heap, removeFirst, without } from '../../../src/rules/collections/heap.ts';

/** Takes everything out, first to last. */
function drain<T>(heap: Heap<T>): readonly T[] {
  const taken: T[] = [];
  for (let rest = heap; rest !== undefined; rest = removeFirst(rest)) taken.push(rest.value);
  return taken;
}

const ranks = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40, size: 'max' });
const heapOf = (all: readonly number[]) =>
  all.reduce<Heap<number>>((heap, rank, sequence) => add(heap, rank, sequence, sequence), undefined);

// A stable sort is the plain second implementation.
it('gives the smallest rank first, and equal ranks in the order of their sequence', () => {
  fc.assert(
    fc.property(ranks, (all) => {
      const sorted = all.map((_, index) => index).sort((a, b) => (all[a] ?? 0) - (all[b] ?? 0));
      expect(drain(heapOf(all))).toEqual(sorted);
    }),
  );
});

it('without some of its items has the others in their order, and the heap before is as it was', () => {
  fc.assert(
    fc.property(ranks, fc.integer({ min: 1, max: 4 }), (all, every) => {
      const heap = heapOf(all);
      const unwanted = (value: number) => value % every === 0;
      const before = drain(heap);
      expect(drain(without(heap, unwanted))).toEqual(before.filter((value) => !unwanted(value)));
      expect(drain(heap)).toEqual(before);
    }),
  );
  const heap = heapOf([3, 1, 2]);
  expect(without(heap, () => false)).toBe(heap);
});

/** How long the way down on the right is, and how many items there are; checks both of all that is below. */
function measured(heap: Heap<number>): { readonly depth: number; readonly size: number } {
  if (heap === undefined) return { depth: 0, size: 0 };
  const [left, right] = [measured(heap.left), measured(heap.right)];
  const depth = right.depth + 1;
  const size = left.size + right.size + 1;
  expect(heap.depth).toBe(depth);
  expect(depth).toBeLessThanOrEqual(Math.log2(size + 1));
  return { depth, size };
}

// A leftist heap: the way down on the right is short, whatever comes in.
it('has no right side deeper than the logarithm of its size', () => {
  const rising = Array.from({ length: 1_000 }, (_, index) => index);
  for (const all of [rising, rising.toReversed()]) expect(measured(heapOf(all)).size).toBe(1_000);
  fc.assert(
    fc.property(ranks, (all) => {
      expect(measured(heapOf(all)).size).toBe(all.length);
    }),
  );
});
