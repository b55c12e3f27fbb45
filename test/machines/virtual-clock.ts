interface Timer {
  readonly at: number;
  readonly sequence: number;
  readonly fire: () => void;
  cancelled: boolean;
}

/** A clock for XState in whole microseconds of virtual time: a heap of (time, sequence), cancelled lazily. */
export class VirtualClock {
  now = 0;
  private sequence = 0;
  private readonly heap: Timer[] = [];

  readonly nowMicros = () => this.now;

  readonly setTimeout = (fire: (...args: never[]) => void, delay: number): Timer => {
    if (!(delay >= 0)) throw new Error(`a delay of ${delay} µs`);
    const timer: Timer = {
      at: this.now + delay,
      sequence: this.sequence++,
      fire: fire as () => void,
      cancelled: false,
    };
    this.heap.push(timer);
    for (let index = this.heap.length - 1; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (!this.isBefore(index, parent)) break;
      this.swap(index, parent);
      index = parent;
    }
    return timer;
  };

  readonly clearTimeout = (timer: unknown): void => {
    if (timer !== undefined) (timer as Timer).cancelled = true;
  };

  /** Fires what is due until `until`, or until nothing is left; returns the number of timers fired. */
  run(until = Infinity): number {
    let fired = 0;
    for (let first = this.heap[0]; first !== undefined && first.at <= until; first = this.heap[0]) {
      this.removeFirst();
      if (first.cancelled) continue;
      this.now = first.at;
      first.fire();
      fired++;
    }
    if (until !== Infinity) this.now = until;
    return fired;
  }

  private removeFirst(): void {
    const last = this.heap.pop();
    if (last === undefined || this.heap.length === 0) return;
    this.heap[0] = last;
    for (let index = 0; ; ) {
      let least = index;
      for (const child of [2 * index + 1, 2 * index + 2])
        if (child < this.heap.length && this.isBefore(child, least)) least = child;
      if (least === index) return;
      this.swap(index, least);
      index = least;
    }
  }

  private isBefore(one: number, other: number): boolean {
    const [a, b] = [this.heap[one], this.heap[other]];
    if (a === undefined || b === undefined) throw new Error('virtual clock: outside the heap');
    return a.at < b.at || (a.at === b.at && a.sequence < b.sequence);
  }

  private swap(one: number, other: number): void {
    const [a, b] = [this.heap[one], this.heap[other]];
    if (a === undefined || b === undefined) throw new Error('virtual clock: outside the heap');
    this.heap[one] = b;
    this.heap[other] = a;
  }
}
