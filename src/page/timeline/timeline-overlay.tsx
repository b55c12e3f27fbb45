import type { TimeWindow } from '../ui-protocol.ts';
import { clockText } from './time-axis.ts';

export interface TimelineOverlayProps {
  readonly window: TimeWindow;
  readonly widthPx: number;
  readonly playheadMs: number;
  /** The place of the pointer. */
  readonly cursorPx: number | undefined;
  readonly brush: { readonly fromPx: number; readonly toPx: number } | undefined;
  /** What is shown in place of rows if there are none. */
  readonly instead: string | undefined;
}

/** Lines above all rows: the playhead, the time at the pointer, and the part that is being chosen. */
export function TimelineOverlay({ window, widthPx, playheadMs, cursorPx, brush, instead }: TimelineOverlayProps) {
  const pxPerMs = widthPx / Math.max(window.toMs - window.fromMs, 1e-9);
  const playheadPx = (playheadMs - window.fromMs) * pxPerMs;
  return (
    <div class="timeline-overlay" style={{ width: `${widthPx}px` }} aria-hidden="true">
      {playheadPx >= 0 && playheadPx <= widthPx && <div class="timeline-playhead" style={{ transform: `translateX(${playheadPx}px)` }} />}
      {cursorPx !== undefined && (
        <div class="timeline-cursor" style={{ transform: `translateX(${cursorPx}px)` }}>
          <span>{clockText(Math.max(0, window.fromMs + cursorPx / pxPerMs))}</span>
        </div>
      )}
      {brush !== undefined && (
        <div
          class="timeline-brush"
          style={{ left: `${Math.min(brush.fromPx, brush.toPx)}px`, width: `${Math.abs(brush.toPx - brush.fromPx)}px` }}
        />
      )}
      {instead !== undefined && <p class="timeline-none">{instead}</p>}
    </div>
  );
}
