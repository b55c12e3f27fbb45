import type { Fifo } from '../../rules/collections/fifo.ts';
import { type Heap, removeFirst } from '../../rules/collections/heap.ts';
import type { SortedMap } from '../../rules/collections/sorted-map.ts';
import { VersionedMap } from '../../rules/collections/versioned-map.ts';

/** The items of a collection in order. Reading the first few costs only those. */
export interface Collection<T> {
  readonly items: Iterable<T>;
  /**
   * undefined for a tree, which does not count its items; counting them at every change would cost too much.
   */
  readonly size: number | undefined;
}

/** Returns the items of a list, set, queue or heap; undefined for anything else. */
export function itemsOf(value: object): Collection<unknown> | undefined {
  if (Array.isArray(value)) return { items: value, size: value.length };
  if (value instanceof Set) return { items: value, size: value.size };
  if (isFifo(value)) return { items: fifoItems(value), size: value.size };
  if (isHeap(value)) return { items: heapItems(value), size: undefined };
  return undefined;
}

/** Returns the entries of a map of either kind; undefined for anything else. */
export function tableOf(value: object): Collection<readonly [string, unknown]> | undefined {
  if (value instanceof Map || value instanceof VersionedMap)
    return { items: mapEntries(value), size: value.size };
  if (isSortedMap(value)) return { items: sortedEntries(value), size: undefined };
  return undefined;
}

function isFifo(value: object): value is Fifo<unknown> {
  return 'size' in value && 'front' in value && 'back' in value;
}

function isHeap(value: object): value is NonNullable<Heap<unknown>> {
  return 'rank' in value && 'sequence' in value && 'depth' in value && 'left' in value;
}

function isSortedMap(value: object): value is NonNullable<SortedMap<unknown>> {
  return 'key' in value && 'priority' in value && 'left' in value && 'right' in value;
}

function* fifoItems({ front, back }: Fifo<unknown>): Generator<unknown> {
  for (let cell = front; cell !== undefined; cell = cell.next) yield cell.value;
  const newest: unknown[] = [];
  for (let cell = back; cell !== undefined; cell = cell.next) newest.push(cell.value);
  yield* newest.reverse();
}

function* heapItems(heap: NonNullable<Heap<unknown>>): Generator<unknown> {
  for (let rest: Heap<unknown> = heap; rest !== undefined; rest = removeFirst(rest)) yield rest.value;
}

function* mapEntries(map: ReadonlyMap<unknown, unknown>): Generator<readonly [string, unknown]> {
  for (const [key, value] of map) yield [String(key), value];
}

function* sortedEntries(map: SortedMap<unknown>): Generator<readonly [string, unknown]> {
  if (map === undefined) return;
  yield* sortedEntries(map.left);
  yield [map.key, map.value];
  yield* sortedEntries(map.right);
}
