import { useRef, useState } from 'preact/hooks';
import type { RowView } from '../../../reports/run-view/run-view.ts';
import { type BandRow, isAt } from '../resources/band-row.ts';
import type { TimeWindow } from '../ui-protocol.ts';
import { bandHeight, bandRowAt, barAt, type Lanes, rowAt } from './lanes.ts';

interface Pointed {
  readonly row: number;
  readonly bar: number;
  /** The failed pull under the pointer. */
  readonly failure: number | undefined;
  readonly clientX: number;
  readonly clientY: number;
}

/** A row of the band above, and the moment in it. */
interface PointedBand {
  readonly row: BandRow;
  readonly atMs: number;
  readonly clientX: number;
  readonly clientY: number;
}

interface StagePointerOptions {
  readonly rows: readonly RowView[];
  readonly lanes: Lanes;
  readonly bandRows: readonly BandRow[];
  readonly window: TimeWindow;
  readonly widthPx: number;
  readonly onPick: (row: number | undefined, bar: number | undefined, atMs: number) => void;
  readonly onWindow: (window: TimeWindow) => void;
  readonly onRange: (range: TimeWindow) => void;
  readonly onSeek: (atMs: number) => void;
  readonly onFit: () => void;
}

/** The width of a failure's cross to each side. */
const crossPx = 5;
const clickPxMax = 4;

/**
 * Handles the pointer above the bars, except for moving the window (use-zoom.ts): it points at a bar, selects
 * one with a click, picks a range with Shift and a drag, and zooms to a bar, or back to the whole run,
 * with a double click.
 */
export function useStagePointer({
  rows,
  lanes,
  bandRows,
  window,
  widthPx,
  onPick,
  onWindow,
  onRange,
  onSeek,
  onFit,
}: StagePointerOptions) {
  const [pointed, setPointed] = useState<Pointed | undefined>(undefined);
  const [cursorPx, setCursorPx] = useState<number | undefined>(undefined);
  const [band, setBand] = useState<PointedBand | undefined>(undefined);
  const [brush, setBrush] = useState<{ readonly fromPx: number; readonly toPx: number } | undefined>(
    undefined,
  );
  const down = useRef<{ readonly x: number; readonly y: number } | undefined>(undefined);
  const msPerPx = (window.toMs - window.fromMs) / Math.max(widthPx, 1);

  const scene = { rows, lanes, bandRows, window, msPerPx };

  return {
    pointed,
    /** The row of the band under the pointer, and how much of time four pixels are. */
    band: band && { ...band, nearMs: clickPxMax * msPerPx },
    cursorPx,
    brush,
    forget: () => {
      setPointed(undefined);
      setBand(undefined);
      setCursorPx(undefined);
    },
    handlers: {
      onPointerDown: (event: PointerEvent): void => {
        const place = placeOf(event);
        down.current = place;
        if (!event.shiftKey || event.button !== 0) return;
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
        setBrush({ fromPx: place.x, toPx: place.x });
      },
      onPointerMove: (event: PointerEvent): void => {
        const { x } = placeOf(event);
        if (brush !== undefined) {
          setBrush({ fromPx: brush.fromPx, toPx: Math.min(Math.max(x, 0), widthPx) });
          return;
        }
        if (event.pointerType === 'touch') return;
        // While a button is down, the picture moves under the pointer.
        setCursorPx(event.buttons === 0 ? x : undefined);
        setPointed(event.buttons === 0 ? barUnder(event, scene) : undefined);
        setBand(event.buttons === 0 ? bandUnder(event, scene) : undefined);
      },
      onPointerUp: (): void => {
        if (brush === undefined) return;
        setBrush(undefined);
        const [left, right] = [Math.min(brush.fromPx, brush.toPx), Math.max(brush.fromPx, brush.toPx)];
        if (right - left > clickPxMax)
          onRange({ fromMs: window.fromMs + left * msPerPx, toMs: window.fromMs + right * msPerPx });
      },
      onPointerCancel: (): void => setBrush(undefined),
      onPointerLeave: (): void => {
        setPointed(undefined);
        setBand(undefined);
        setCursorPx(undefined);
      },
      onClick: (event: MouseEvent): void => {
        const { x, y } = placeOf(event);
        if (down.current !== undefined && Math.hypot(x - down.current.x, y - down.current.y) > clickPxMax)
          return;
        if (y < bandHeight(lanes.band)) {
          if (y >= (lanes.band?.headerPx ?? 0)) onSeek(window.fromMs + x * msPerPx);
          return;
        }
        const under = barUnder(event, scene);
        onPick(under?.row ?? rowAt(lanes, y), under?.bar, window.fromMs + x * msPerPx);
      },
      onDblClick: (event: MouseEvent): void => {
        const under = barUnder(event, scene);
        const above = bandUnder(event, scene);
        const bar =
          under === undefined
            ? above?.row.spans.find((span) => isAt(span, above.atMs))
            : rows[under.row]?.bars[under.bar];
        if (bar === undefined) {
          onFit();
          return;
        }
        const margin = (bar.toMs - bar.fromMs) * 0.1;
        onWindow({ fromMs: bar.fromMs - margin, toMs: bar.toMs + margin });
      },
    },
  };
}

type Scene = Pick<StagePointerOptions, 'rows' | 'lanes' | 'bandRows' | 'window'> & {
  readonly msPerPx: number;
};

/** The place of the pointer on the stage. */
function placeOf(event: MouseEvent): { readonly x: number; readonly y: number } {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function barUnder(event: MouseEvent, { rows, lanes, window, msPerPx }: Scene): Pointed | undefined {
  const { x, y } = placeOf(event);
  const row = rowAt(lanes, y);
  const view = row === undefined ? undefined : rows[row];
  if (row === undefined || view === undefined) return undefined;
  const atMs = window.fromMs + x * msPerPx;
  const failure = view.failures.findIndex((failed) => Math.abs(failed.atMs - atMs) <= crossPx * msPerPx);
  const bar =
    barAt(view.bars, atMs) ?? barAt(view.bars, atMs - 2 * msPerPx) ?? barAt(view.bars, atMs + 2 * msPerPx);
  if (bar === undefined) return undefined;
  return {
    row,
    bar,
    failure: failure < 0 ? undefined : failure,
    clientX: event.clientX,
    clientY: event.clientY,
  };
}

function bandUnder(event: MouseEvent, { lanes, bandRows, window, msPerPx }: Scene): PointedBand | undefined {
  const { x, y } = placeOf(event);
  const row = bandRows[bandRowAt(lanes, y) ?? -1];
  return row && { row, atMs: window.fromMs + x * msPerPx, clientX: event.clientX, clientY: event.clientY };
}
