import type { TimeWindow } from '../ui-protocol.ts';

/** The share of what is in sight by which a key moves an edge. */
const stepShare = 1 / 20;

/** What a key that changes the picked range depends on. */
interface RangeKeyScope {
  readonly range: TimeWindow | undefined;
  readonly window: TimeWindow;
  readonly playheadMs: number;
  readonly endMs: number;
}

/**
 * Returns the range after one more step to the left or the right, as text is selected: it begins at the playhead
 * (in the middle of what is in sight, where the playhead is elsewhere), and its other edge moves. Of a range that
 * does not begin at the playhead the end moves. undefined: nothing is picked any more.
 */
export function rangeByKey(
  { range, window, playheadMs, endMs }: RangeKeyScope,
  direction: -1 | 1,
): TimeWindow | undefined {
  const isInSight = playheadMs >= window.fromMs && playheadMs <= window.toMs;
  const beginMs = isInSight ? playheadMs : (window.fromMs + window.toMs) / 2;
  const { fromMs, toMs } = range ?? { fromMs: beginMs, toMs: beginMs };
  const [fixedMs, movedMs] = toMs === playheadMs ? [toMs, fromMs] : [fromMs, toMs];
  const wantedMs = movedMs + direction * (window.toMs - window.fromMs) * stepShare;
  const otherMs = Math.min(Math.max(wantedMs, 0), endMs);
  const crosses = otherMs < fixedMs !== movedMs < fixedMs && movedMs !== fixedMs;
  if (otherMs === fixedMs || (crosses && fixedMs !== playheadMs)) return undefined;
  return { fromMs: Math.min(fixedMs, otherMs), toMs: Math.max(fixedMs, otherMs) };
}
