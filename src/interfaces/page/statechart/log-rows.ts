import { countUntil } from '../../../reports/run-view/series-builder.ts';
import { lowerBound } from '../../../rules/collections/lower-bound.ts';

/** Heights of a line of the event log in px; the style sheet has the same. */
export const rowHeight = 26;
export const detailHeight = 168;

/**
 * The places of the rows in a list that is longer than a page can hold. All have one height in px, and open
 * ones are higher.
 */
export class LogRows {
  readonly length: number;
  readonly rowHeight: number;
  /** The open rows, ascending. */
  readonly #open: readonly number[];

  constructor(length: number, open: ReadonlySet<number>, height = rowHeight) {
    this.length = length;
    this.rowHeight = height;
    this.#open = [...open].filter((row) => row < length).sort((one, other) => one - other);
  }

  get height(): number {
    return this.topOf(this.length);
  }

  topOf(row: number): number {
    return row * this.rowHeight + countUntil(this.#open, row - 1) * detailHeight;
  }

  /** Returns the first and the last visible row, with `extra` more on both sides. */
  seen(scrollTop: number, height: number, extra: number): { readonly from: number; readonly to: number } {
    return {
      from: Math.max(0, this.#rowAt(scrollTop) - extra),
      to: Math.min(this.length - 1, this.#rowAt(scrollTop + height) + extra),
    };
  }

  /** Returns the row at that height. */
  #rowAt(y: number): number {
    return Math.max(0, lowerBound(this.length, (row) => this.topOf(row) > y) - 1);
  }
}
