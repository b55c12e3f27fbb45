import { add, type Heap, removeFirst } from '../../rules/collections/heap.ts';
import type { DelayedEvent } from '../engine/engine.ts';
import type { Changeable } from '../engine/history.ts';

/** Something that happens at a time. A cancelled entry stays in the queue and does nothing. */
export interface QueueEntry {
  readonly atMicros: number;
  readonly sequence: number;
  /** What it delivers, or what it is; entries of one source, target and type keep their order. */
  readonly content?: EntryContent | undefined;
  run: (() => void) | undefined;
}

/** What an entry is: an actor's delayed event, or something from outside, by its name. */
export type EntryContent = DelayedEvent | string;

/** An entry whose cancelling can be taken back. */
export class Scheduled implements QueueEntry, Changeable<QueueEntry['run']> {
  readonly atMicros: number;
  readonly sequence: number;
  readonly content: EntryContent | undefined;
  run: QueueEntry['run'];

  constructor(atMicros: number, sequence: number, run: () => void, content?: EntryContent) {
    this.atMicros = atMicros;
    this.sequence = sequence;
    this.run = run;
    this.content = content;
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

  liveUntil(atMicros: number): QueueEntry[] {
    return this.#heap.filter((entry) => entry.run !== undefined && entry.atMicros <= atMicros).sort(inOrder);
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
  /** The entries up to this time that are not cancelled, in their order. */
  liveUntil(atMicros: number): QueueEntry[];
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

  liveUntil(atMicros: number): QueueEntry[] {
    const live: QueueEntry[] = [];
    collect(this.#heap, atMicros, live);
    return live.sort(inOrder);
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

/** Below an entry of a later time there is no earlier one. */
function collect(heap: Heap<QueueEntry>, atMicros: number, live: QueueEntry[]): void {
  if (heap === undefined || heap.rank > atMicros) return;
  if (heap.value.run !== undefined) live.push(heap.value);
  collect(heap.left, atMicros, live);
  collect(heap.right, atMicros, live);
}

function inOrder(a: QueueEntry, b: QueueEntry): number {
  return a.atMicros - b.atMicros || a.sequence - b.sequence;
}

function before(a: QueueEntry, b: QueueEntry): boolean {
  return a.atMicros < b.atMicros || (a.atMicros === b.atMicros && a.sequence < b.sequence);
}
