/**
 * An immutable queue: every operation returns a new one, at constant cost on average. A plain array that is
 * copied at each push would make a queue of n cost n².
 */
export interface Fifo<T> {
  readonly size: number;
  /** Newest last, oldest at `head`. */
  readonly front: Cell<T> | undefined;
  /** Newest first. It is reversed when `front` is used up. */
  readonly back: Cell<T> | undefined;
}

interface Cell<T> {
  readonly value: T;
  readonly next: Cell<T> | undefined;
}

const empty: Fifo<never> = { size: 0, front: undefined, back: undefined };

/** Returns the empty queue. */
export function emptyFifo<T>(): Fifo<T> {
  return empty;
}

/** Returns the queue of these items, the first of them at the head. */
export function createFifo<T>(items: Iterable<T>): Fifo<T> {
  let queue = emptyFifo<T>();
  for (const item of items) queue = push(queue, item);
  return queue;
}

/** Returns the queue with `value` behind all others. */
export function push<T>(queue: Fifo<T>, value: T): Fifo<T> {
  if (queue.front === undefined) return { size: 1, front: { value, next: undefined }, back: undefined };
  return { size: queue.size + 1, front: queue.front, back: { value, next: queue.back } };
}

/** Returns the oldest item. Throws if there is none, which a guard must have excluded. */
export function peek<T>(queue: Fifo<T>): T {
  if (queue.front === undefined) throw new Error('fifo: the queue is empty');
  return queue.front.value;
}

/** Returns the queue without its oldest item. Throws if there is none. */
export function shift<T>(queue: Fifo<T>): Fifo<T> {
  if (queue.front === undefined) throw new Error('fifo: the queue is empty');
  if (queue.size === 1) return emptyFifo();
  const { next } = queue.front;
  if (next !== undefined) return { size: queue.size - 1, front: next, back: queue.back };
  let front: Cell<T> | undefined;
  for (let cell = queue.back; cell !== undefined; cell = cell.next)
    front = { value: cell.value, next: front };
  return { size: queue.size - 1, front, back: undefined };
}

/** Returns the items, oldest first. */
export function items<T>(queue: Fifo<T>): readonly T[] {
  const itemList: T[] = [];
  for (let cell = queue.front; cell !== undefined; cell = cell.next) itemList.push(cell.value);
  const front = itemList.length;
  for (let cell = queue.back; cell !== undefined; cell = cell.next) itemList.push(cell.value);
  for (let low = front, high = itemList.length - 1; low < high; low++, high--)
    [itemList[low], itemList[high]] = [itemList[high] as T, itemList[low] as T];
  return itemList;
}

/**
 * Returns the first item that is wanted, oldest first. It costs the items before it; only beyond the front are
 * all of the rest put in order.
 */
export function find<T>(queue: Fifo<T>, isWanted: (item: T) => boolean): T | undefined {
  for (let cell = queue.front; cell !== undefined; cell = cell.next)
    if (isWanted(cell.value)) return cell.value;
  return queue.back === undefined
    ? undefined
    : items({ size: queue.size, front: undefined, back: queue.back }).find(isWanted);
}

/**
 * Returns the queue without the items that `unwanted` selects. The cost is the whole queue, so it is only for
 * withdrawals.
 */
export function remove<T>(queue: Fifo<T>, unwanted: (item: T) => boolean): Fifo<T> {
  return createFifo(items(queue).filter((item) => !unwanted(item)));
}
