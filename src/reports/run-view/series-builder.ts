import { lowerBound } from '../../rules/collections/lower-bound.ts';

/** Builds a step function from its changes. Times must not fall. It begins at 0. */
export class SeriesBuilder {
  readonly #atMs: number[] = [0];
  readonly #values: number[];

  constructor(first: number) {
    this.#values = [first];
  }

  get value(): number {
    return this.#values.at(-1) ?? 0;
  }

  /** Of several values at one time the last one counts. A value that is no change adds no point. */
  set(atMs: number, value: number): void {
    const last = this.#atMs.length - 1;
    if (value === this.#values[last]) return;
    if (atMs > (this.#atMs[last] ?? 0)) {
      this.#atMs.push(atMs);
      this.#values.push(value);
      return;
    }
    this.#values[last] = value;
    if (last > 0 && this.#values[last - 1] === value) {
      this.#atMs.pop();
      this.#values.pop();
    }
  }

  add(atMs: number, change: number): void {
    this.set(atMs, this.value + change);
  }

  finish(): Series {
    return { atMs: this.#atMs, values: this.#values };
  }
}

/** A step function: `values[i]` holds from `atMs[i]` until `atMs[i + 1]`. The first time is 0. */
export interface Series {
  readonly atMs: readonly number[];
  readonly values: readonly number[];
}

/** Returns the value of a series at that time: its first value before its beginning, and 0 if it is empty. */
export function valueAt(series: Series, atMs: number): number {
  return series.values[indexAt(series, atMs)] ?? 0;
}

/** Returns the index of the point that holds at that time, at least 0. */
export function indexAt({ atMs: times }: Series, atMs: number): number {
  return Math.max(0, countUntil(times, atMs) - 1);
}

/**
 * Returns how many of these numbers, which never fall, are at most `limit`. The cost is the logarithm of
 * their number.
 */
export function countUntil(ascending: ArrayLike<number>, limit: number): number {
  return lowerBound(ascending.length, (index) => (ascending[index] ?? Number.POSITIVE_INFINITY) > limit);
}
