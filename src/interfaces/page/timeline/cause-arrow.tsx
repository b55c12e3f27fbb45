import type { BarView } from '../../../reports/run-view/run-view.ts';
import type { TimeWindow } from '../ui-protocol.ts';
import type { Lanes } from './lanes.ts';
import { barPlace } from './painter.ts';

interface CauseArrowProps {
  readonly bar: BarView;
  readonly row: number;
  readonly lanes: Lanes;
  readonly window: TimeWindow;
  readonly widthPx: number;
  readonly topPx: number;
  readonly heightPx: number;
  readonly hasGhost: boolean;
}

/**
 * An arrow to a bar from its cause in another row, at the time of the cause. Nothing if no row is the cause.
 */
export function CauseArrow({ bar, row, lanes, window, widthPx, topPx, heightPx, hasGhost }: CauseArrowProps) {
  const { cause } = bar;
  if (cause?.row === undefined) return null;
  const top = lanes.yOf(row);
  const causeTop = lanes.yOf(cause.row);
  if (top === undefined || causeTop === undefined) return null;
  const place = barPlace(lanes.sizes.rowPx, hasGhost);
  const middle = place.y + place.height / 2;
  const pxPerMs = widthPx / (window.toMs - window.fromMs);
  const xOf = (atMs: number): number => Math.min(Math.max((atMs - window.fromMs) * pxPerMs, 2), widthPx - 6);
  const fromX = xOf(cause.atMs);
  const toX = xOf(Math.min(Math.max(cause.atMs, bar.fromMs), bar.toMs));
  const fromY = causeTop - topPx + middle;
  const isBelow = top > causeTop;
  const toY = top - topPx + (isBelow ? place.y - 1 : place.y + place.height + 1);
  const bend = Math.max(18, Math.abs(toY - fromY) * 0.35);
  const path =
    cause.row === row
      ? `M ${fromX} ${fromY} L ${toX} ${toY}`
      : `M ${fromX} ${fromY} C ${fromX + 16} ${fromY + (isBelow ? bend : -bend)}, ${toX} ${toY + (isBelow ? -bend : bend)}, ${toX} ${toY}`;
  const tip = isBelow ? -6 : 6;
  return (
    <svg
      class="timeline-arrows"
      style={{ top: `${topPx}px` }}
      width={widthPx}
      height={heightPx}
      aria-hidden="true"
    >
      <path class="timeline-arrow-halo" d={path} />
      <path class="timeline-arrow" d={path} />
      <circle class="timeline-arrow-from" cx={fromX} cy={fromY} r={4} />
      <path class="timeline-arrow-tip" d={`M ${toX} ${toY} l -4 ${tip} l 8 0 z`} />
    </svg>
  );
}
