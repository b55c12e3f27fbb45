// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus; the rows say in words what it shows
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { durationText } from '../../../reports/text/quantity-text.ts';
import type { TimeWindow } from '../ui-protocol.ts';
import { paintBars, type Scene } from './painter.ts';
import { type Paints, paintsOf } from './phase-paint.ts';
import { momentText } from './time-axis.ts';

type BarsCanvasProps = Omit<Scene, 'paints' | 'ratio'> & { readonly theme: number };

/**
 * The visible bars, painted again when anything in the scene changes. The rows' labels have the words for
 * them.
 */
export function BarsCanvas({ theme, ...scene }: BarsCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ratio = devicePixelRatio;
  const paints = useRef<{ readonly theme: number; readonly paints: Paints } | undefined>(undefined);
  const { widthPx, heightPx } = scene;
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    // Setting a canvas' size clears it, so it is set only if it changes.
    const [width, height] = [Math.round(widthPx * ratio), Math.round(heightPx * ratio)];
    if (canvas.current.width !== width) canvas.current.width = width;
    if (canvas.current.height !== height) canvas.current.height = height;
    const context = canvas.current.getContext('2d');
    if (context === null || widthPx <= 0 || scene.window.toMs <= scene.window.fromMs) return;
    if (paints.current?.theme !== theme) paints.current = { theme, paints: paintsOf(canvas.current, ratio) };
    canvas.current.dataset.bars = String(
      paintBars(context, { ...scene, ratio, paints: paints.current.paints }),
    );
  }, [theme, ratio, ...Object.values(scene)]);
  const style = useMemo(
    () => ({ top: `${scene.topPx}px`, width: `${widthPx}px`, height: `${heightPx}px` }),
    [scene.topPx, widthPx, heightPx],
  );
  return <canvas ref={canvas} class="timeline-canvas" style={style} aria-hidden="true" />;
}

interface TimelineOverlayProps {
  readonly window: TimeWindow;
  readonly widthPx: number;
  readonly playheadMs: number;
  /** The place of the pointer. */
  readonly cursorPx: number | undefined;
  readonly brush: { readonly fromPx: number; readonly toPx: number } | undefined;
  /** The part of the run that is picked. */
  readonly range: TimeWindow | undefined;
  /** What is shown in place of rows if there are none, from this height on. */
  readonly insteadPx: number;
  readonly instead: string | undefined;
}

/** Lines above all rows: the playhead, the time at the pointer, and the part that is being chosen. */
export function TimelineOverlay({
  window,
  widthPx,
  playheadMs,
  cursorPx,
  brush,
  range,
  insteadPx,
  instead,
}: TimelineOverlayProps) {
  const pxPerMs = widthPx / Math.max(window.toMs - window.fromMs, 1e-9);
  const playheadPx = (playheadMs - window.fromMs) * pxPerMs;
  const picked = range && {
    fromPx: Math.max((range.fromMs - window.fromMs) * pxPerMs, -2),
    toPx: Math.min((range.toMs - window.fromMs) * pxPerMs, widthPx + 2),
  };
  const between = brush ?? picked;
  return (
    <div class="timeline-overlay" style={{ width: `${widthPx}px` }} aria-hidden="true">
      {playheadPx >= 0 && playheadPx <= widthPx && (
        <div class="timeline-playhead" style={{ transform: `translateX(${playheadPx}px)` }} />
      )}
      {cursorPx !== undefined && (
        <div class="timeline-cursor" style={{ transform: `translateX(${cursorPx}px)` }}>
          <span>{momentText(Math.max(0, window.fromMs + cursorPx / pxPerMs))}</span>
        </div>
      )}
      {between !== undefined && (
        <div
          class={`timeline-brush${brush === undefined ? ' timeline-brush-picked' : ''}`}
          style={{
            left: `${Math.min(between.fromPx, between.toPx)}px`,
            width: `${Math.abs(between.toPx - between.fromPx)}px`,
          }}
        >
          {brush !== undefined && (
            <span>{durationText(Math.abs(brush.toPx - brush.fromPx) / Math.max(pxPerMs, 1e-9))}</span>
          )}
        </div>
      )}
      {instead !== undefined && (
        <p class="timeline-none" style={{ paddingTop: `${insteadPx}px` }}>
          {instead}
        </p>
      )}
    </div>
  );
}
