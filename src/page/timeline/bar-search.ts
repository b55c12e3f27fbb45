import type { BarView } from '../../report/run-view/run-view.ts';

/** Returns the index of the first bar that ends after `atMs`; the number of bars if all end before. Bars are in order of time. */
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

/** Returns the index of the bar at the playhead. At the end of the run it is the last one; before the first one there is none. */
export function barOver(bars: readonly BarView[], atMs: number): number | undefined {
  const place = Math.min(firstBarAfter(bars, atMs), bars.length - 1);
  const bar = bars[place];
  return bar !== undefined && bar.fromMs <= atMs ? place : undefined;
}

/** Times are exact to the microsecond. */
const microMs = 0.001;

/** Returns the moment of a bar that is nearest to `atMs`. At the end of a bar, the next one has begun. */
export function momentIn({ fromMs, toMs }: BarView, atMs: number): number {
  return Math.min(Math.max(atMs, fromMs), toMs - microMs);
}

/** Returns the index of the bar at a moment; undefined if there is none, or one that shows nothing (`ended`). */
export function barAt(bars: readonly BarView[], atMs: number): number | undefined {
  const place = firstBarAfter(bars, atMs);
  const bar = bars[place];
  return bar !== undefined && bar.fromMs <= atMs && bar.phase !== 'ended' ? place : undefined;
}
