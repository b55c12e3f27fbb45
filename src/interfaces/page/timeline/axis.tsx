import type { TimeWindow } from '../ui-protocol.ts';
import { momentText, type Tick } from './time-axis.ts';
import { useDrag } from './use-drag.ts';

interface AxisProps {
  readonly ticks: readonly Tick[];
  readonly window: TimeWindow;
  readonly endMs: number;
  readonly widthPx: number;
  readonly playheadMs: number;
  readonly onSeek: (atMs: number) => void;
}

/**
 * Round moments of the window, and the handle of the playhead. Pressing anywhere moves the playhead there.
 */
export function Axis({ ticks, window, endMs, widthPx, playheadMs, onSeek }: AxisProps) {
  const pxPerMs = widthPx / Math.max(window.toMs - window.fromMs, 1e-9);
  const seek = (x: number): void => onSeek(Math.min(Math.max(window.fromMs + x / pxPerMs, 0), endMs));
  const drag = useDrag({ begin: (x) => ({ x }), move: seek, click: seek });
  const playheadPx = (playheadMs - window.fromMs) * pxPerMs;
  const isInSight = playheadPx >= -1 && playheadPx <= widthPx + 1;
  const key = (event: KeyboardEvent): void => {
    const step = (window.toMs - window.fromMs) / 100;
    const to = {
      ArrowLeft: playheadMs - step,
      ArrowDown: playheadMs - step,
      ArrowRight: playheadMs + step,
      ArrowUp: playheadMs + step,
      PageDown: playheadMs - step * 10,
      PageUp: playheadMs + step * 10,
      Home: 0,
      End: endMs,
    }[event.key];
    // With Shift the page's own keys pick a range.
    if (to === undefined || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(Math.min(Math.max(to, 0), endMs));
  };
  return (
    <div class="timeline-axis" {...drag}>
      {ticks.map(({ atMs, text }) => (
        <span
          key={atMs}
          class="timeline-tick"
          style={{ transform: `translateX(${(atMs - window.fromMs) * pxPerMs}px)` }}
          aria-hidden="true"
        >
          {(atMs - window.fromMs) * pxPerMs + text.length * 7 + 4 > widthPx ? '' : text}
        </span>
      ))}
      <div
        class={`timeline-playhead-handle${isInSight ? '' : ' timeline-playhead-away'}`}
        style={{ transform: `translateX(${Math.min(Math.max(playheadPx, 0), widthPx)}px)` }}
        role="slider"
        tabIndex={0}
        aria-label="Playhead"
        aria-valuemin={0}
        aria-valuemax={Math.round(endMs)}
        aria-valuenow={Math.round(playheadMs)}
        aria-valuetext={momentText(playheadMs)}
        onKeyDown={key}
      />
    </div>
  );
}
