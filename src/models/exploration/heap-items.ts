import type { Heap } from '../../collections/heap.ts';

/** Returns what is in the heap, in the order in which it would be taken. */
export function heapItems<T>(heap: Heap<T>): readonly NonNullable<Heap<T>>[] {
  if (heap === undefined) return [];
  const all = [heap, ...heapItems(heap.left), ...heapItems(heap.right)];
  return all.sort((one, other) => one.rank - other.rank || one.sequence - other.sequence);
}
