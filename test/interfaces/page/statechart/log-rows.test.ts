import { describe, expect, test } from 'vitest';
import { detailHeight, LogRows, rowHeight } from '../../../../src/interfaces/page/statechart/log-rows.ts';

describe('rows of a long list', () => {
  test('lie below each other, lower by the details of the open ones above', () => {
    const rows = new LogRows(10, new Set([7, 2]));
    expect([0, 2, 3, 7, 8].map((row) => rows.topOf(row))).toEqual([
      0,
      2 * rowHeight,
      3 * rowHeight + detailHeight,
      7 * rowHeight + detailHeight,
      8 * rowHeight + 2 * detailHeight,
    ]);
    expect(rows.height).toBe(10 * rowHeight + 2 * detailHeight);
  });

  test.each([
    [0, 100],
    [130, 260],
    [400, 300],
    [900, 10],
    [100_000, 50],
  ])('at %i px, the rows seen are those that are there', (scrollTop, height) => {
    const rows = new LogRows(40, new Set([3, 11, 12]));
    const { from, to } = rows.seen(scrollTop, height, 0);
    const bottomOf = (row: number) => rows.topOf(row + 1);
    for (let row = 0; row < 40; row++) {
      const isSeen = bottomOf(row) > scrollTop && rows.topOf(row) < scrollTop + height;
      if (isSeen) expect(row >= from && row <= to).toBe(true);
    }
    expect(to - from).toBeLessThan(height / rowHeight + 2);
  });

  test('of an empty list are none, and what is asked for beyond the end is not there', () => {
    expect(new LogRows(0, new Set([4])).height).toBe(0);
    expect(new LogRows(4, new Set([4, 9])).topOf(9)).toBe(9 * rowHeight);
    expect(new LogRows(9, new Set()).seen(2 * rowHeight, 0, 1)).toEqual({ from: 1, to: 3 });
    expect(new LogRows(50_001, new Set()).seen(1e9, 300, 8)).toEqual({ from: 49_992, to: 50_000 });
  });
});
