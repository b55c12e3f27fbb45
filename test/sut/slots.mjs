const serialQueueLength = 10;

/** How many pulls call the runtime at once. One that is told `false` has no slot and must fail. */
export class Slots {
  /**
   * @param {{ serializeImagePulls: boolean, maxParallelImagePulls: number | null }} kubelet @param {(name:
   * string) => boolean} mutated
   */
  constructor({ serializeImagePulls, maxParallelImagePulls }, mutated) {
    const isIgnored = mutated('slots-unlimited-above-five') && (maxParallelImagePulls ?? 0) > 5;
    const isOne = mutated('slots-zero-is-one') && maxParallelImagePulls === 0;
    const limit = isOne
      ? 1
      : maxParallelImagePulls === null || maxParallelImagePulls < 1 || isIgnored
        ? Number.POSITIVE_INFINITY
        : maxParallelImagePulls;
    const isSerial = serializeImagePulls && !(mutated('serial-with-limit') && maxParallelImagePulls !== null);
    this.free = isSerial ? 1 : limit + (mutated('slots-one-too-many') ? 1 : 0);
    this.room =
      serializeImagePulls && mutated('serial-queue-refuses') ? serialQueueLength : Number.POSITIVE_INFINITY;
    this.lastInFirstOut = mutated('slots-last-in-first-out');
    this.thirdFirst = mutated('third-waiter-first');
    /** @type {((granted: boolean) => void)[]} */
    this.waiting = [];
  }

  /** @param {(granted: boolean) => void} resume */
  request(resume) {
    if (this.free > 0) {
      this.free -= 1;
      resume(true);
    } else if (this.waiting.length >= this.room) {
      resume(false);
    } else {
      this.waiting.push(resume);
    }
  }

  release() {
    const next = this.lastInFirstOut
      ? this.waiting.pop()
      : this.thirdFirst && this.waiting.length > 2
        ? this.waiting.splice(2, 1)[0]
        : this.waiting.shift();
    if (next === undefined) this.free += 1;
    else next(true);
  }
}
