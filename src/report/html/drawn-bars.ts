import type { BarView } from '../run-view/run-view.ts';

/** A bar to draw: one of the row's, or several short ones together, named after the longest of them. */
export interface DrawnBar {
  readonly bar: BarView;
  /** The index in the row of `bar`, or of the first of several. */
  readonly place: number;
  /** How many other bars it represents. */
  readonly more: number;
}

/**
 * Returns the bars of a row within `spanMs` as they are drawn on `pixels`: at most about `budget` bars. Bars shorter than a part of a pixel
 * are joined with their neighbours.
 */
export function drawnBars(bars: readonly BarView[], spanMs: number, pixels: number, budget: number): DrawnBar[] {
  const seen = bars.findIndex(({ fromMs }) => fromMs >= spanMs);
  const count = seen < 0 ? bars.length : seen;
  const leastMs = (spanMs / pixels) * (count > budget ? pixels / budget : 0.2);
  const drawn: DrawnBar[] = [];
  let short: { readonly place: number; readonly bars: BarView[] } | undefined;
  const flush = (): void => {
    const [first] = short?.bars ?? [];
    if (short === undefined || first === undefined) return;
    const longest = short.bars.reduce((most, bar) => (bar.toMs - bar.fromMs > most.toMs - most.fromMs ? bar : most), first);
    const toMs = short.bars.at(-1)?.toMs ?? first.toMs;
    drawn.push({ bar: { ...longest, fromMs: first.fromMs, toMs }, place: short.place, more: short.bars.length - 1 });
    short = undefined;
  };
  for (const [place, bar] of bars.slice(0, count).entries()) {
    if (bar.toMs - bar.fromMs >= leastMs) {
      flush();
      if (bar.phase !== 'ended') drawn.push({ bar, place, more: 0 });
    } else {
      short ??= { place, bars: [] };
      short.bars.push(bar);
      if (bar.toMs - (short.bars[0]?.fromMs ?? bar.fromMs) >= leastMs) flush();
    }
  }
  flush();
  return drawn.filter(({ bar }) => bar.phase !== 'ended');
}
