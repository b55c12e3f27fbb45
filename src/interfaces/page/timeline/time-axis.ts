import { scaleUtc } from 'd3-scale';
import { durationText } from '../../../reports/text/quantity-text.ts';
import type { TimeWindow } from '../ui-protocol.ts';

export interface Tick {
  readonly atMs: number;
  readonly text: string;
}

/**
 * Returns round moments of the window (1, 5, 15, 30 s; minutes; hours), about one in `pxMin` pixels, and none
 * that would touch the next.
 */
export function ticksOf(
  { fromMs, toMs }: TimeWindow,
  widthPx: number,
  pxMin = widthPx < 420 ? 50 : 84,
): Tick[] {
  if (!(toMs > fromMs) || widthPx <= 0) return [];
  const scale = scaleUtc([new Date(fromMs), new Date(toMs)], [0, widthPx]);
  for (let count = Math.max(2, Math.floor(widthPx / pxMin)); ; count--) {
    const ticks = scale
      .ticks(count)
      .map((moment) => ({ atMs: moment.getTime(), text: tickText(moment.getTime(), toMs) }));
    const [first, second] = ticks;
    const apartPx =
      first === undefined || second === undefined
        ? widthPx
        : ((second.atMs - first.atMs) / (toMs - fromMs)) * widthPx;
    if (count <= 2 || ticks.every(({ text }) => text.length * 6.5 + 6 <= apartPx)) return ticks;
  }
}

/** Returns a round moment exactly, in the words of `durationText`: `0`, `250 ms`, `1.5 s`, `90 s`, `2 m 30 s`, `1 h 5 m`. */
function tickText(atMs: number, endMs: number): string {
  if (atMs === 0) return '0';
  if (atMs < 1000) return `${atMs} ms`;
  // One unit for all: minutes where some moments have to be told in minutes.
  if (atMs < 60_000 || endMs < 120_000) return `${atMs / 1000} s`;
  const minutes = Math.floor(atMs / 60_000);
  const seconds = (atMs % 60_000) / 1000;
  const parts = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'm'],
    [seconds, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
}

/** Returns a moment since the run's beginning, for people: `0 s`, `4.9 s`, `2 m 31 s`. */
export function momentText(atMs: number): string {
  return atMs === 0 ? '0 s' : durationText(atMs);
}
