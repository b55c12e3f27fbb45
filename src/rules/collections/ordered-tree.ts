import { mixBits } from '../values/text-hash.ts';
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
    return branch(rank, sequence, value, treePriority(sequence), undefined, undefined, sum);
  if (rank === tree.rank && sequence === tree.sequence)
    return branch(rank, sequence, value, tree.priority, tree.left, tree.right, sum);
  if (isBefore(rank, sequence, tree)) {
    const leftBranch = put(tree.left, rank, sequence, value, sum);
    if (!isAbove(leftBranch, tree)) return withSides(tree, leftBranch, tree.right, sum);
    return withSides(leftBranch, leftBranch.left, withSides(tree, leftBranch.right, tree.right, sum), sum);
  }
  const rightBranch = put(tree.right, rank, sequence, value, sum);
  if (!isAbove(rightBranch, tree)) return withSides(tree, tree.left, rightBranch, sum);
  return withSides(rightBranch, withSides(tree, tree.left, rightBranch.left, sum), rightBranch.right, sum);
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
    const remainingLeft = takeOut(tree.left, rank, sequence, sum);
    return remainingLeft === tree.left ? tree : withSides(tree, remainingLeft, tree.right, sum);
  }
  const remainingRight = takeOut(tree.right, rank, sequence, sum);
  return remainingRight === tree.right ? tree : withSides(tree, tree.left, remainingRight, sum);
}

/** Returns the item of this rank and sequence, or undefined. */
export function itemAt<V, S>(tree: OrderedTree<V, S>, rank: number, sequence: number): V | undefined {
  let current = tree;
  while (current !== undefined && (current.rank !== rank || current.sequence !== sequence))
    current = isBefore(rank, sequence, current) ? current.left : current.right;
  return current?.value;
}

/** Returns the first branch, or undefined. */
export function firstBranch<V, S>(tree: OrderedTree<V, S>): OrderedBranch<V, S> | undefined {
  let first = tree;
  while (first?.left !== undefined) first = first.left;
  return first;
}

/**
 * Returns the items whose ranks are above `above` and at most `upTo`, in their order. The cost is that of
 * these items and the way to them.
 */
export function itemsBetween<V, S>(tree: OrderedTree<V, S>, above: number, upTo: number): readonly V[] {
  const selected: V[] = [];
  const walk = (subtree: OrderedTree<V, S>): void => {
    if (subtree === undefined) return;
    if (subtree.rank > above) walk(subtree.left);
    if (subtree.rank > above && subtree.rank <= upTo) selected.push(subtree.value);
    if (subtree.rank <= upTo) walk(subtree.right);
  };
  walk(tree);
  return selected;
}

/** Returns all items in their order. */
export function allItems<V, S>(tree: OrderedTree<V, S>): readonly V[] {
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

function isBefore<V, S>(rank: number, sequence: number, other: OrderedBranch<V, S>): boolean {
  return rank < other.rank || (rank === other.rank && sequence < other.sequence);
}

/** Equal hashes are rare. The order decides then, so that the shape depends only on the content. */
function isAbove<V, S>(one: OrderedBranch<V, S>, other: OrderedBranch<V, S>): boolean {
  return (
    one.priority > other.priority ||
    (one.priority === other.priority && isBefore(one.rank, one.sequence, other))
  );
}

/** Neighbouring sequence numbers must not get neighbouring priorities. */
function treePriority(sequence: number): number {
  return mixBits((sequence % 0x100000000) ^ 0x9e3779b9) >>> 0;
}
