import { mixBits } from './text-hash.ts';
/**
 * An immutable sorted list: the item with the smallest rank comes first, equal ranks in the order of
 * `sequence`, and no two items share both. Adding, removing and finding cost O(log n) and share the rest.
 * Each branch knows a summary of what is below it, such as a sum or the earliest of something. It is a treap
 * whose priorities are hashes of the sequence numbers: the same content has the same shape, whatever the
 * order of insertion.
 */
export type OrderedTree<V, S = undefined> = OrderedBranch<V, S> | undefined;

interface OrderedBranch<V, S> {
  readonly rank: number;
  readonly sequence: number;
  readonly value: V;
  readonly priority: number;
  readonly summary: S;
  readonly left: OrderedTree<V, S>;
  readonly right: OrderedTree<V, S>;
}

/** Returns the summary of an item and of what is left and right of it. */
type Summarise<V, S> = (value: V, left: S | undefined, right: S | undefined) => S;

/** For trees that only keep an order. */
export function noSummary(): undefined {
  return undefined;
}

/**
 * Returns the tree with one more item, or with another one in place of that with the same rank and sequence.
 */
export function put<V, S>(
  tree: OrderedTree<V, S>,
  rank: number,
  sequence: number,
  value: V,
  sum: Summarise<V, S>,
): OrderedBranch<V, S> {
  if (tree === undefined)
    return branch(rank, sequence, value, priorityOf(sequence), undefined, undefined, sum);
  if (rank === tree.rank && sequence === tree.sequence)
    return branch(rank, sequence, value, tree.priority, tree.left, tree.right, sum);
  if (isBefore(rank, sequence, tree)) {
    const left = put(tree.left, rank, sequence, value, sum);
    if (!isAbove(left, tree)) return withSides(tree, left, tree.right, sum);
    return withSides(left, left.left, withSides(tree, left.right, tree.right, sum), sum);
  }
  const right = put(tree.right, rank, sequence, value, sum);
  if (!isAbove(right, tree)) return withSides(tree, tree.left, right, sum);
  return withSides(right, withSides(tree, tree.left, right.left, sum), right.right, sum);
}

/** Returns the tree without the item of this rank and sequence; the same tree if there is none. */
export function takeOut<V, S>(
  tree: OrderedTree<V, S>,
  rank: number,
  sequence: number,
  sum: Summarise<V, S>,
): OrderedTree<V, S> {
  if (tree === undefined) return undefined;
  if (rank === tree.rank && sequence === tree.sequence) return joined(tree.left, tree.right, sum);
  if (isBefore(rank, sequence, tree)) {
    const left = takeOut(tree.left, rank, sequence, sum);
    return left === tree.left ? tree : withSides(tree, left, tree.right, sum);
  }
  const right = takeOut(tree.right, rank, sequence, sum);
  return right === tree.right ? tree : withSides(tree, tree.left, right, sum);
}

/** Returns the item of this rank and sequence, or undefined. */
export function itemAt<V, S>(tree: OrderedTree<V, S>, rank: number, sequence: number): V | undefined {
  let place = tree;
  while (place !== undefined && (place.rank !== rank || place.sequence !== sequence))
    place = isBefore(rank, sequence, place) ? place.left : place.right;
  return place?.value;
}

/** Returns the first branch, or undefined. */
export function firstBranch<V, S>(tree: OrderedTree<V, S>): OrderedBranch<V, S> | undefined {
  let place = tree;
  while (place?.left !== undefined) place = place.left;
  return place;
}

/**
 * Returns the items whose ranks are above `above` and at most `upTo`, in their order. The cost is that of
 * these items and the way to them.
 */
export function itemsBetween<V, S>(tree: OrderedTree<V, S>, above: number, upTo: number): readonly V[] {
  const found: V[] = [];
  const walk = (place: OrderedTree<V, S>): void => {
    if (place === undefined) return;
    if (place.rank > above) walk(place.left);
    if (place.rank > above && place.rank <= upTo) found.push(place.value);
    if (place.rank <= upTo) walk(place.right);
  };
  walk(tree);
  return found;
}

/** Returns all items in their order. */
export function itemsOf<V, S>(tree: OrderedTree<V, S>): readonly V[] {
  return itemsBetween(tree, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
}

function joined<V, S>(
  left: OrderedTree<V, S>,
  right: OrderedTree<V, S>,
  sum: Summarise<V, S>,
): OrderedTree<V, S> {
  if (left === undefined) return right;
  if (right === undefined) return left;
  return isAbove(left, right)
    ? withSides(left, left.left, joined(left.right, right, sum), sum)
    : withSides(right, joined(left, right.left, sum), right.right, sum);
}

function withSides<V, S>(
  top: OrderedBranch<V, S>,
  left: OrderedTree<V, S>,
  right: OrderedTree<V, S>,
  sum: Summarise<V, S>,
): OrderedBranch<V, S> {
  return branch(top.rank, top.sequence, top.value, top.priority, left, right, sum);
}

function branch<V, S>(
  rank: number,
  sequence: number,
  value: V,
  priority: number,
  left: OrderedTree<V, S>,
  right: OrderedTree<V, S>,
  sum: Summarise<V, S>,
): OrderedBranch<V, S> {
  return { rank, sequence, value, priority, summary: sum(value, left?.summary, right?.summary), left, right };
}

function isBefore<V, S>(rank: number, sequence: number, place: OrderedBranch<V, S>): boolean {
  return rank < place.rank || (rank === place.rank && sequence < place.sequence);
}

/** Equal hashes are rare. The order decides then, so that the shape depends only on the content. */
function isAbove<V, S>(one: OrderedBranch<V, S>, other: OrderedBranch<V, S>): boolean {
  return (
    one.priority > other.priority ||
    (one.priority === other.priority && isBefore(one.rank, one.sequence, other))
  );
}

/** Neighbouring sequence numbers must not get neighbouring priorities. */
function priorityOf(sequence: number): number {
  return mixBits((sequence % 0x100000000) ^ 0x9e3779b9) >>> 0;
}
