import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  allItems,
  firstBranch,
  itemAt,
  itemsBetween,
  noSummary,
  type OrderedTree,
  put,
  takeOut,
} from '../../../src/rules/collections/ordered-tree.ts';

type Sums = OrderedTree<number, number>;

const sum = (value: number, left = 0, right = 0) => value + left + right;

const change = fc.record({
  rank: fc.integer({ min: 0, max: 6 }),
  sequence: fc.nat(20),
  value: fc.nat(9),
  isOut: fc.boolean(),
});

// A sorted array is the plain second implementation.
it('keeps its items in the order of rank and sequence, finds them, and sums them up', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 60, size: 'max' }),
      fc.integer({ min: -1, max: 7 }),
      fc.integer({ min: -1, max: 7 }),
      (changes, above, upTo) => {
        let tree: Sums;
        let plain: (typeof changes)[number][] = [];
        for (const one of changes) {
          const others = plain.filter(({ rank, sequence }) => rank !== one.rank || sequence !== one.sequence);
          plain = one.isOut
            ? others
            : [...others, one].sort((a, b) => a.rank - b.rank || a.sequence - b.sequence);
          const before = allItems(tree);
          const after: Sums = one.isOut
            ? takeOut(tree, one.rank, one.sequence, sum)
            : put(tree, one.rank, one.sequence, one.value, sum);
          expect(allItems(tree)).toEqual(before);
          if (one.isOut && others.length === before.length) expect(after).toBe(tree);
          tree = after;
          expect(allItems(tree)).toEqual(plain.map(({ value }) => value));
          expect(itemAt(tree, one.rank, one.sequence)).toBe(one.isOut ? undefined : one.value);
          expect(tree?.summary ?? 0).toBe(plain.reduce((total, { value }) => total + value, 0));
          expect(firstBranch(tree)?.value).toBe(plain[0]?.value);
        }
        const between = plain.filter(({ rank }) => rank > above && rank <= upTo);
        expect(itemsBetween(tree, above, upTo)).toEqual(between.map(({ value }) => value));
      },
    ),
  );
});

it('has one shape for one content, and is never deep', () => {
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);
  const made = (order: readonly number[]) =>
    order.reduce<OrderedTree<number>>(
      (tree, index) => put(tree, index % 10, index, index, noSummary),
      undefined,
    );
  const tree = made(numbers);
  expect(made(numbers.toReversed())).toEqual(tree);
  const depth = (place: OrderedTree<number>): number =>
    place === undefined ? 0 : 1 + Math.max(depth(place.left), depth(place.right));
  expect(depth(tree)).toBeLessThan(4 * Math.log2(numbers.length));
});

// Items of one sequence number have the same priority.
it('has one shape also where priorities are the same', () => {
  const ranks = Array.from({ length: 8 }, (_, rank) => rank);
  const made = (order: readonly number[]) =>
    order.reduce<OrderedTree<number>>((tree, rank) => put(tree, rank, 5, rank, noSummary), undefined);
  expect(made(ranks.toReversed())).toEqual(made(ranks));
  expect(made([3, 1, 7, 0, 5, 2, 6, 4])).toEqual(made(ranks));
  expect(takeOut(made(ranks), 3, 5, noSummary)).toEqual(made(ranks.filter((rank) => rank !== 3)));
});
