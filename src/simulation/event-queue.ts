/** Something that happens at a time. A cancelled entry stays in the queue and does nothing. */
export interface QueueEntry {
  readonly atMicros: number;
  readonly sequence: number;
  run: (() => void) | undefined;
}

/** A binary heap ordered by `(time, sequence)`: what was scheduled first for an instant happens first. */
export class EventQueue {
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
      const left = heap[2 * index + 1];
      if (left === undefined) break;
      const right = heap[2 * index + 2];
      const rightIsFirst = right !== undefined && before(right, left);
      const child = rightIsFirst ? right : left;
      if (before(last, child)) break;
      heap[index] = child;
      index = 2 * index + (rightIsFirst ? 2 : 1);
    }
    heap[index] = last;
    return top;
  }
}

function before(a: QueueEntry, b: QueueEntry): boolean {
  return a.atMicros < b.atMicros || (a.atMicros === b.atMicros && a.sequence < b.sequence);
}
