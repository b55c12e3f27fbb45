import { countUntil } from '../../report/run-view/count-until.ts';

/** Heights in px; the style sheet has the same. */
export const rowHeight = 26;
export const detailHeight = 168;

/** Where the rows of a list are that is longer than a page can hold: each `rowHeight` high, and more where it is open. */
export class LogRows {
  readonly length: number;
  /** The rows that are open, ascending. */
  readonly #open: readonly number[];

  constructor(length: number, open: ReadonlySet<number>) {
    this.length = length;
    this.#open = [...open].filter((row) => row < length).sort((one, other) => one - other);
  }

  get height(): number {
    return this.topOf(this.length);
  }

  topOf(row: number): number {
    return row * rowHeight + countUntil(this.#open, row - 1) * detailHeight;
  }

  /** The first and the last row of which something is seen, and `extra` more on both sides. */
  seen(scrollTop: number, height: number, extra: number): { readonly from: number; readonly to: number } {
    return {
      from: Math.max(0, this.#rowAt(scrollTop) - extra),
      to: Math.min(this.length - 1, this.#rowAt(scrollTop + height) + extra),
    };
  }

  /** The row at that height, by halving. */
  #rowAt(y: number): number {
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.topOf(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }
}
