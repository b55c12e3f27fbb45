import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Box } from '../../../charts/statechart/chart-layout.ts';

interface PanZoom {
  readonly zoomBy: (factor: number) => void;
  /** Moves the drawing by so many px of the screen. */
  readonly panBy: (x: number, y: number) => void;
  /** Shows the whole drawing. */
  readonly showAll: () => void;
  /** Moves the drawing if this box is not visible. */
  readonly show: (box: Box) => void;
}

/**
 * The limits of the scale, and the scale below which labels cannot be read: a larger drawing begins with a
 * part of it.
 */
const scales = { min: 0.15, readable: 0.75, max: 3 };

/**
 * Makes the drawing in an SVG movable: it can be dragged, pinched and zoomed (wheel with Ctrl; the wheel
 * alone scrolls the page). At first it fits its frame.
 */
export function usePanZoom(
  svg: RefObject<SVGSVGElement | null>,
  drawing: RefObject<SVGGElement | null>,
  { width, height }: { readonly width: number; readonly height: number },
): PanZoom {
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | undefined>(undefined);
  const isTouched = useRef(false);
  const shown = useRef<Box | undefined>(undefined);
  const moves = useMemo((): PanZoom => {
    const place = (scale: number, box: Box): void => {
      const at = frame(svg);
      if (at === undefined || behaviour.current === undefined) return;
      const middle = (from: number, length: number, room: number, all: number) =>
        all * scale <= room
          ? (room - all * scale) / 2
          : Math.min(0, Math.max(room - all * scale, room / 2 - (from + length / 2) * scale));
      const x = middle(box.x, box.width, at.width, width);
      const y = middle(box.y, box.height, at.height, height);
      behaviour.current.transform(select(at.element), zoomIdentity.translate(x, y).scale(scale));
    };
    const whole = { x: 0, y: 0, width, height };
    const scaleToFit = (): number => {
      const at = frame(svg);
      return at === undefined ? 1 : Math.min(1, at.width / width, at.height / height);
    };
    return {
      zoomBy: (factor) => {
        const at = frame(svg);
        if (at !== undefined) behaviour.current?.scaleBy(select(at.element), factor);
      },
      panBy: (x, y) => {
        const at = frame(svg);
        if (at === undefined) return;
        behaviour.current?.translateBy(
          select(at.element),
          x / zoomTransform(at.element).k,
          y / zoomTransform(at.element).k,
        );
      },
      showAll: () => {
        isTouched.current = true;
        place(scaleToFit(), whole);
      },
      show: (box) => {
        shown.current = box;
        const at = frame(svg);
        if (at === undefined) return;
        if (!isTouched.current) place(Math.max(scaleToFit(), scales.readable), box);
        else if (!isInView(box, at)) place(zoomTransform(at.element).k, box);
      },
    };
  }, [width, height]);
  useEffect(() => {
    const { current: element } = svg;
    if (element === null) return;
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([scales.min, scales.max])
      .filter((event: MouseEvent) =>
        event.type === 'wheel'
          ? event.ctrlKey || event.metaKey
          : event.button === undefined || event.button === 0,
      )
      .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<SVGSVGElement, unknown>) => {
        if (sourceEvent !== null && sourceEvent !== undefined) isTouched.current = true;
        drawing.current?.setAttribute('transform', transform.toString());
      });
    behaviour.current = zooming;
    isTouched.current = false;
    select(element).call(zooming).on('dblclick.zoom', null);
    const begin = (): void => {
      if (!isTouched.current) moves.show(shown.current ?? { x: 0, y: 0, width, height });
    };
    const observer = new ResizeObserver(begin);
    observer.observe(element);
    begin();
    return () => {
      observer.disconnect();
      select(element).on('.zoom', null);
    };
  }, [moves]);
  return moves;
}

interface Frame {
  readonly element: SVGSVGElement;
  readonly width: number;
  readonly height: number;
}

/** undefined if it is not visible. */
function frame({ current }: RefObject<SVGSVGElement | null>): Frame | undefined {
  if (current === null) return undefined;
  const { clientWidth: width, clientHeight: height } = current;
  return width === 0 || height === 0 ? undefined : { element: current, width, height };
}

function isInView({ x, y, width, height }: Box, { element, width: room, height: roomBelow }: Frame): boolean {
  const { k, x: left, y: top } = zoomTransform(element);
  return (
    left + x * k >= 0 &&
    top + y * k >= 0 &&
    left + (x + width) * k <= room &&
    top + (y + height) * k <= roomBelow
  );
}
