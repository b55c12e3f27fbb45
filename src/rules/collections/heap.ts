/**
 * An immutable heap: the item with the smallest rank comes first, equal ranks in the order of `sequence`. It
 * is a leftist heap: adding and removing cost O(log n) and share the rest.
 */
export type Heap<T> = Branch<T> | undefined;

interface Branch<T> {
  readonly rank: number;
  readonly sequence: number;
  readonly value: T;
  /** The length of the shortest way down, which is always on the right. */
  readonly depth: number;
  readonly left: Heap<T>;
  readonly right: Heap<T>;
}

/** Returns the heap with one more item. */
export function add<T>(heap: Heap<T>, rank: number, sequence: number, value: T): Heap<T> {
  return meld(heap, { rank, sequence, value, depth: 1, left: undefined, right: undefined });
}

/** Returns the heap without its first item. */
export function removeFirst<T>(heap: Branch<T>): Heap<T> {
  return meld(heap.left, heap.right);
}

/** Returns the heap without the items that `unwanted` selects, at the cost of the whole heap. */
export function without<T>(heap: Heap<T>, unwanted: (value: T) => boolean): Heap<T> {
  if (heap === undefined) return undefined;
  const leftHeap = without(heap.left, unwanted);
  const rightHeap = without(heap.right, unwanted);
  if (unwanted(heap.value)) return meld(leftHeap, rightHeap);
  return leftHeap === heap.left && rightHeap === heap.right ? heap : branch(heap, leftHeap, rightHeap);
}

function meld<T>(one: Heap<T>, other: Heap<T>): Heap<T> {
  if (one === undefined) return other;
  if (other === undefined) return one;
  const first =
    one.rank < other.rank || (one.rank === other.rank && one.sequence < other.sequence) ? one : other;
  return branch(first, first.left, meld(first.right, first === one ? other : one));
}

function branch<T>(top: Branch<T>, one: Heap<T>, other: Heap<T>): Branch<T> {
  const deeper = (one?.depth ?? 0) >= (other?.depth ?? 0);
  const right = deeper ? other : one;
  return {
    rank: top.rank,
    sequence: top.sequence,
    value: top.value,
    depth: (right?.depth ?? 0) + 1,
    left: deeper ? one : other,
    right,
  };
}
