import type { BarView } from '../../report/run-view/run-view.ts';

/** Returns the place of the first bar that ends after `atMs`; all end before: their number. Bars are in order of time. */
export function firstBarAfter(bars: readonly BarView[], atMs: number): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const bar = bars[middle];
    if (bar !== undefined && bar.toMs <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the place of the bar at a moment; undefined where there is none, or one that shows nothing (`ended`). */
export function barAt(bars: readonly BarView[], atMs: number): number | undefined {
  const place = firstBarAfter(bars, atMs);
  const bar = bars[place];
  return bar !== undefined && bar.fromMs <= atMs && bar.phase !== 'ended' ? place : undefined;
}
