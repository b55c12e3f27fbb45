import { add, type Heap, removeFirst } from '../../rules/collections/heap.ts';
import type { Changeable } from '../engine/history.ts';

/** Something that happens at a time. A cancelled entry stays in the queue and does nothing. */
export interface QueueEntry {
  readonly atMicros: number;
  readonly sequence: number;
  run: (() => void) | undefined;
}

/** An entry whose cancelling can be taken back. */
export class Scheduled implements QueueEntry, Changeable<QueueEntry['run']> {
  readonly atMicros: number;
  readonly sequence: number;
  run: QueueEntry['run'];

  constructor(atMicros: number, sequence: number, run: () => void) {
    this.atMicros = atMicros;
    this.sequence = sequence;
    this.run = run;
  }

  save(): QueueEntry['run'] {
    return this.run;
  }

  load(run: QueueEntry['run']): void {
    this.run = run;
  }
}

/** A binary heap ordered by `(time, sequence)`: what was scheduled first for an instant happens first. */
export class EventQueue implements Queue {
  readonly #heap: QueueEntry[] = [];

  /** Entries in the queue, cancelled ones included. */
  get size(): number {
    return this.#heap.length;
  }

  /** The entry that happens next, cancelled ones included. */
  get first(): QueueEntry | undefined {
    return this.#heap[0];
  }

  push(entry: QueueEntry): void {
    const heap = this.#heap;
    let index = heap.length;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = heap[parentIndex];
      if (parent === undefined || before(parent, entry)) break;
      heap[index] = parent;
      index = parentIndex;
    }
    heap[index] = entry;
  }

  /** Takes the entry that happens next out of the queue. */
  pop(): QueueEntry | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined || top === last) return top;
    let index = 0;
    for (;;) {
      const leftChild = heap[2 * index + 1];
      if (leftChild === undefined) break;
      const rightChild = heap[2 * index + 2];
      const rightIsFirst = rightChild !== undefined && before(rightChild, leftChild);
      const child = rightIsFirst ? rightChild : leftChild;
      if (before(last, child)) break;
      heap[index] = child;
      index = 2 * index + (rightIsFirst ? 2 : 1);
    }
    heap[index] = last;
    return top;
  }
}

export interface Queue {
  readonly size: number;
  readonly first: QueueEntry | undefined;
  push(entry: QueueEntry): void;
  pop(): QueueEntry | undefined;
}

/** The same order in a heap of which each version stays: slower, but kept and taken back at no cost. */
export class KeptQueue implements Queue, Changeable<readonly [Heap<QueueEntry>, number]> {
  #heap: Heap<QueueEntry>;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): QueueEntry | undefined {
    return this.#heap?.value;
  }

  push(entry: QueueEntry): void {
    this.#heap = add(this.#heap, entry.atMicros, entry.sequence, entry);
    this.#size++;
  }

  pop(): QueueEntry | undefined {
    const first = this.#heap;
    if (first === undefined) return undefined;
    this.#heap = removeFirst(first);
    this.#size--;
    return first.value;
  }

  save(): readonly [Heap<QueueEntry>, number] {
    return [this.#heap, this.#size];
  }

  load([heap, size]: readonly [Heap<QueueEntry>, number]): void {
    this.#heap = heap;
    this.#size = size;
  }
}

function before(a: QueueEntry, b: QueueEntry): boolean {
  return a.atMicros < b.atMicros || (a.atMicros === b.atMicros && a.sequence < b.sequence);
}
