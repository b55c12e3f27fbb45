import { scaleUtc } from 'd3-scale';
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
      .map((moment) => ({ atMs: moment.getTime(), text: tickText(moment.getTime()) }));
    const [first, second] = ticks;
    const apartPx =
      first === undefined || second === undefined
        ? widthPx
        : ((second.atMs - first.atMs) / (toMs - fromMs)) * widthPx;
    if (count <= 2 || ticks.every(({ text }) => text.length * 6.5 + 6 <= apartPx)) return ticks;
  }
}

/** Returns `0`, `250 ms`, `1.5 s`, `30 s`, `2:30`, `1:05:00`. */
function tickText(atMs: number): string {
  if (atMs === 0) return '0';
  if (atMs < 1000) return `${atMs} ms`;
  if (atMs < 60_000) return `${atMs / 1000} s`;
  const seconds = Math.floor(atMs / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = `${String(seconds % 60).padStart(2, '0')}${atMs % 1000 === 0 ? '' : `.${String(atMs % 1000).padStart(3, '0')}`}`;
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

/**
 * Returns a moment as the page's clock shows it: `00:01:12.480`, always with the same length below 100 hours.
 */
export function clockText(atMs: number): string {
  const ms = Math.floor(atMs);
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ];
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(ms % 1000).padStart(3, '0')}`;
}
