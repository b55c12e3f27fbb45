// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus; the rows say in words what it shows
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RunView } from '../../../reports/run-view/run-view.ts';
import type { TimeWindow } from '../ui-protocol.ts';
import { drawPhaseCounts } from './drawn-phase-counts.ts';
import { momentText } from './time-axis.ts';
import { useDrag } from './use-drag.ts';
import { useSize } from './use-size.ts';

interface OverviewProps {
  readonly view: RunView;
  readonly endMs: number;
  readonly window: TimeWindow;
  readonly playheadMs: number;
  readonly theme: number;
  readonly onWindow: (window: TimeWindow) => void;
}

type Part = 'from' | 'to' | 'window' | 'new';

/**
 * The whole run in a strip: how many containers are in which phase, and the window of time that is shown
 * below.
 */
export function Overview({ view, endMs, window, playheadMs, theme, onWindow }: OverviewProps) {
  const strip = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(strip);

  useLayoutEffect(() => {
    if (canvas.current !== null) drawPhaseCounts(canvas.current, { width, height }, view, endMs);
  }, [view, endMs, width, height, theme]);

  const pxPerMs = endMs > 0 ? width / endMs : 0;
  const fromPx = window.fromMs * pxPerMs;
  const toPx = Math.max(window.toMs * pxPerMs, fromPx + 2);
  const drag = useDrag<{ part: Part; atMs: number; window: TimeWindow }>({
    begin: (x) => {
      const near = (px: number): boolean => Math.abs(x - px) < 8;
      const isWhole = toPx - fromPx >= width - 1;
      const part: Part = isWhole
        ? 'new'
        : near(fromPx)
          ? 'from'
          : near(toPx)
            ? 'to'
            : x > fromPx && x < toPx
              ? 'window'
              : 'new';
      return { part, atMs: x / pxPerMs, window };
    },
    move: (x, { part, atMs, window: began }) => {
      const nowMs = Math.min(Math.max(x / pxPerMs, 0), endMs);
      if (part === 'from') onWindow({ fromMs: Math.min(nowMs, began.toMs), toMs: began.toMs });
      else if (part === 'to') onWindow({ fromMs: began.fromMs, toMs: Math.max(nowMs, began.fromMs) });
      else if (part === 'window')
        onWindow({ fromMs: began.fromMs + nowMs - atMs, toMs: began.toMs + nowMs - atMs });
      else onWindow({ fromMs: Math.min(atMs, nowMs), toMs: Math.max(atMs, nowMs) });
    },
    click: (x) => {
      const half = (window.toMs - window.fromMs) / 2;
      onWindow({ fromMs: x / pxPerMs - half, toMs: x / pxPerMs + half });
    },
  });

  const handle = (part: 'from' | 'to') => {
    const atMs = part === 'from' ? window.fromMs : window.toMs;
    const key = (event: KeyboardEvent): void => {
      const step = (window.toMs - window.fromMs) / 20;
      const by = { ArrowLeft: -step, ArrowRight: step, ArrowDown: -step, ArrowUp: step }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      onWindow(
        part === 'from' ? { ...window, fromMs: window.fromMs + by } : { ...window, toMs: window.toMs + by },
      );
    };
    return (
      <div
        class="timeline-overview-handle"
        style={{ transform: `translateX(${(part === 'from' ? fromPx : toPx) - 4}px)` }}
        role="slider"
        tabIndex={0}
        aria-label={part === 'from' ? 'Beginning of the window of time' : 'End of the window of time'}
        aria-valuemin={0}
        aria-valuemax={Math.round(endMs)}
        aria-valuenow={Math.round(atMs)}
        aria-valuetext={momentText(atMs)}
        onKeyDown={key}
      />
    );
  };

  return (
    <div class="timeline-overview" ref={strip} {...drag}>
      <canvas ref={canvas} class="timeline-overview-canvas" aria-hidden="true" />
      <div class="timeline-overview-shade" style={{ left: 0, width: `${Math.max(0, fromPx)}px` }} />
      <div class="timeline-overview-shade" style={{ left: `${toPx}px`, right: 0 }} />
      <div class="timeline-overview-window" style={{ left: `${fromPx}px`, width: `${toPx - fromPx}px` }} />
      <div
        class="timeline-overview-playhead"
        style={{ transform: `translateX(${playheadMs * pxPerMs}px)` }}
      />
      {handle('from')}
      {handle('to')}
    </div>
  );
}
