import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { TimeWindow } from '../ui-protocol.ts';

/** The narrowest window, in ms. */
const windowMsMin = 0.1;

interface ZoomOptions {
  readonly stage: RefObject<HTMLElement | null>;
  readonly widthPx: number;
  readonly endMs: number;
  readonly window: TimeWindow;
  /** Whether the rows scroll. If they do not, the wheel alone zooms. */
  readonly scrolls: () => boolean;
  readonly onWindow: (window: TimeWindow) => void;
}

function transformOf({ fromMs, toMs }: TimeWindow, endMs: number, widthPx: number): ZoomTransform {
  const scale = endMs / (toMs - fromMs);
  return zoomIdentity.translate((-fromMs / endMs) * widthPx * scale, 0).scale(scale);
}

/**
 * Lets a drag move the window; two fingers, a double click and the wheel with Ctrl, ⌘ or Alt zoom it; Shift
 * or a sideways wheel moves it. d3-zoom keeps a transform of its own, which follows the given window.
 */
export function useZoom({ stage, widthPx, endMs, window, scrolls, onWindow }: ZoomOptions): void {
  const latest = useRef({ window, onWindow, scrolls });
  latest.current = { window, onWindow, scrolls };
  const behaviour = useRef<ReturnType<typeof zoom<HTMLElement, unknown>> | undefined>(undefined);

  useEffect(() => {
    const element = stage.current;
    if (element === null || widthPx <= 0 || endMs <= 0) return;
    const zooming = zoom<HTMLElement, unknown>()
      .extent([
        [0, 0],
        [widthPx, 1],
      ])
      .translateExtent([
        [0, Number.NEGATIVE_INFINITY],
        [widthPx, Number.POSITIVE_INFINITY],
      ])
      .scaleExtent([1, Math.max(1, endMs / windowMsMin)])
      .filter((event: MouseEvent | WheelEvent) => {
        if (event.type === 'wheel') return zooms(event as WheelEvent, latest.current.scrolls());
        return !event.shiftKey && (event.button === 0 || event.button === undefined);
      })
      .wheelDelta((event) => -event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002) * (event.ctrlKey ? 4 : 2))
      .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
        // This event comes from the code below.
        if (sourceEvent === null || sourceEvent === undefined) return;
        const span = endMs / transform.k;
        const fromMs = (-transform.x / transform.k / widthPx) * endMs;
        latest.current.onWindow({ fromMs, toMs: fromMs + span });
      });
    behaviour.current = zooming;
    const selection = select(element);
    selection.call(zooming).on('dblclick.zoom', null);
    const pan = (event: WheelEvent): void => {
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (
        zooms(event, latest.current.scrolls()) ||
        Math.abs(sideways) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))
      )
        return;
      event.preventDefault();
      const { fromMs, toMs } = latest.current.window;
      const shift = (sideways / widthPx) * (toMs - fromMs);
      const from = Math.min(Math.max(fromMs + shift, 0), endMs - (toMs - fromMs));
      latest.current.onWindow({ fromMs: from, toMs: from + toMs - fromMs });
    };
    element.addEventListener('wheel', pan, { passive: false });
    return () => {
      behaviour.current = undefined;
      selection.on('.zoom', null);
      element.removeEventListener('wheel', pan);
    };
  }, [stage, widthPx, endMs]);

  // The transform is set before the next event; otherwise it would undo steps of a gesture.
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null || behaviour.current === undefined || endMs <= 0 || window.toMs <= window.fromMs)
      return;
    const now = zoomTransform(element);
    const wanted = transformOf(window, endMs, widthPx);
    // A current gesture has set it already.
    if (Math.abs(now.k / wanted.k - 1) < 1e-9 && Math.abs(now.x - wanted.x) < 1e-6) return;
    select(element).call(behaviour.current.transform, wanted);
  }, [stage, widthPx, endMs, window.fromMs, window.toMs]);
}

/** A pinch on a touch pad arrives as a wheel event with Ctrl. */
function zooms(event: WheelEvent, canScroll: boolean): boolean {
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return false;
  return event.ctrlKey || event.metaKey || event.altKey || !canScroll;
}
