import { lowerBound } from '../../rules/collections/lower-bound.ts';
import { isPulling } from '../phases/container-phases.ts';
import type { RunRow } from './run-rows.ts';

/** The time in which a pull held a slot. */
interface PullInterval {
  readonly row: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The pulls that held a node's slots during a wait. */
export interface PullsAhead {
  readonly count: number;
  /** The pull that took most of the wait; of equal ones the earliest. */
  readonly longest: PullInterval;
  readonly longestMs: number;
}

/**
 * The pulls of one node, for questions about spans of time. Each question costs the logarithm of their number
 * and the pulls at the span's edges.
 */
export class PullIntervals {
  /** In order of their beginnings. */
  readonly #pulls: readonly PullInterval[];
  readonly #ends: readonly number[];
  /**
   * Heaps in arrays over `#pulls`: for each stretch of them, the index of the longest pull, and the latest
   * end.
   */
  readonly #longest: Int32Array;
  readonly #latestEnd: Float64Array;
  readonly #size: number;

  constructor(pulls: readonly PullInterval[]) {
    this.#pulls = pulls.toSorted((a, b) => a.fromMs - b.fromMs || a.row - b.row);
    this.#ends = pulls.map(({ toMs }) => toMs).sort((a, b) => a - b);
    let size = 1;
    while (size < pulls.length) size *= 2;
    this.#size = size;
    this.#longest = new Int32Array(2 * size).fill(-1);
    this.#latestEnd = new Float64Array(2 * size).fill(Number.NEGATIVE_INFINITY);
    this.#pulls.forEach(({ toMs }, index) => {
      this.#longest[size + index] = index;
      this.#latestEnd[size + index] = toMs;
    });
    for (let at = size - 1; at > 0; at--) {
      this.#longest[at] = this.#longer(this.#longest[2 * at] ?? -1, this.#longest[2 * at + 1] ?? -1);
      this.#latestEnd[at] = Math.max(this.#latestEnd[2 * at] ?? 0, this.#latestEnd[2 * at + 1] ?? 0);
    }
  }

  /** Returns the pulls that held a slot between these times; undefined if there are none. */
  within(fromMs: number, toMs: number): PullsAhead | undefined {
    const before = lowerBound(this.#pulls.length, (index) => (this.#pulls[index]?.fromMs ?? 0) >= fromMs);
    const until = lowerBound(this.#pulls.length, (index) => (this.#pulls[index]?.fromMs ?? 0) >= toMs);
    const ended = lowerBound(this.#ends.length, (index) => (this.#ends[index] ?? 0) > fromMs);
    const count = until - ended;
    let longest: PullInterval | undefined;
    let longestMs = 0;
    const consider = (index: number) => {
      const pull = this.#pulls[index];
      if (pull === undefined) return;
      const sharedMs = Math.min(pull.toMs, toMs) - Math.max(pull.fromMs, fromMs);
      const isEarlier = sharedMs === longestMs && longest !== undefined && pull.fromMs < longest.fromMs;
      if (sharedMs > longestMs || isEarlier) {
        longest = pull;
        longestMs = sharedMs;
      }
    };
    this.#eachEndingAfter(fromMs, 1, 0, before, consider);
    // Of those that begin within the wait, the longest counts in full, unless it continues after the wait.
    const stretches: [number, number][] = [[before, until]];
    for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
      const [from, to] = stretch;
      const index = this.#longestIn(from, to);
      const pull = this.#pulls[index];
      if (pull === undefined || pull.toMs - pull.fromMs < longestMs) continue;
      consider(index);
      if (pull.toMs > toMs) stretches.push([from, index], [index + 1, to]);
    }
    return longest === undefined ? undefined : { count, longest, longestMs };
  }

  #longer(one: number, other: number): number {
    if (one < 0 || other < 0) return Math.max(one, other);
    return this.#lengthOf(other) > this.#lengthOf(one) ? other : one;
  }

  #lengthOf(index: number): number {
    const pull = this.#pulls[index];
    return pull === undefined ? 0 : pull.toMs - pull.fromMs;
  }

  #longestIn(from: number, to: number): number {
    let left = -1;
    let right = -1;
    for (let low = from + this.#size, high = to + this.#size; low < high; low >>= 1, high >>= 1) {
      if (low % 2 === 1) left = this.#longer(left, this.#longest[low++] ?? -1);
      if (high % 2 === 1) right = this.#longer(this.#longest[--high] ?? -1, right);
    }
    return this.#longer(left, right);
  }

  /**
   * Visits the pulls at indices below `limit` that end after `afterMs`, from the node `at` of the heap on.
   */
  #eachEndingAfter(
    afterMs: number,
    at: number,
    first: number,
    limit: number,
    visit: (index: number) => void,
  ): void {
    if (first >= limit || (this.#latestEnd[at] ?? 0) <= afterMs) return;
    if (at >= this.#size) {
      visit(first);
      return;
    }
    const width = this.#size / 2 ** (Math.floor(Math.log2(at)) + 1);
    this.#eachEndingAfter(afterMs, 2 * at, first, limit, visit);
    this.#eachEndingAfter(afterMs, 2 * at + 1, first + width, limit, visit);
  }
}

/** Returns when the pulls of these rows held a slot. */
export function pullIntervalsOf(rows: Iterable<readonly [number, RunRow]>): PullIntervals {
  const pulls: PullInterval[] = [];
  for (const [row, { container }] of rows) {
    let fromMs: number | undefined;
    let endMs = 0;
    for (const phase of container.phases) {
      if (fromMs !== undefined && (!isPulling(phase.phase) || phase.fromMs > endMs)) {
        pulls.push({ row, fromMs, toMs: endMs });
        fromMs = undefined;
      }
      if (isPulling(phase.phase)) {
        fromMs ??= phase.fromMs;
        endMs = phase.toMs;
      }
    }
    if (fromMs !== undefined) pulls.push({ row, fromMs, toMs: endMs });
  }
  return new PullIntervals(pulls);
}
