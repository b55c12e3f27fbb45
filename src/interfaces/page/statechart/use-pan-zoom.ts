import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Box, Point } from '../../../charts/statechart/chart-layout.ts';
import { chartMetrics } from '../../../charts/statechart/chart-metrics.ts';

interface PanZoom {
  readonly zoomBy: (factor: number) => void;
  /** Moves the drawing by so many px of the screen. */
  readonly panBy: (x: number, y: number) => void;
  /**
   * Shows the whole drawing if its labels can then be read, otherwise the part around the box that was shown
   * last, with all of its breadth if there is room.
   */
  readonly showFitting: () => void;
  /** Moves the drawing so that this point of it is in the middle. */
  readonly centre: (point: Point) => void;
  /** Moves the drawing if this box is not visible. */
  readonly show: (box: Box) => void;
}

/** The limits of the scale, and the scale at which labels are 9 px high. */
const scales = { min: 0.15, readable: 9 / chartMetrics.labelSize, max: 3 };

/** The room at the right for the drawing in small, where only a part is shown, in px; the style sheet has it. */
const overviewWidth = 52;
const margin = 8;

/**
 * Makes the drawing in an SVG movable: it can be dragged, pinched and zoomed (wheel with Ctrl); the wheel
 * alone scrolls a drawing that is longer than its frame, then the page. At first it fits its frame. `view` is the rectangle of what is in view, in a drawing
 * of the same size that is small.
 */
export function usePanZoom(
  svg: RefObject<SVGSVGElement | null>,
  drawing: RefObject<SVGGElement | null>,
  view: RefObject<SVGRectElement | null>,
  { width, height }: Size,
): PanZoom {
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | undefined>(undefined);
  const isTouched = useRef(false);
  const shown = useRef<Box | undefined>(undefined);
  const moves = useMemo((): PanZoom => {
    const place = (scale: number, box: Box): void => {
      const at = frame(svg);
      if (at === undefined || behaviour.current === undefined) return;
      const isWhole = width * scale <= at.width && height * scale <= at.height;
      // A part is shown from the left, where its text begins; the drawing in small is at the right.
      const x = isWhole ? (at.width - width * scale) / 2 : leftOf(box, at.width, scale);
      const y = topOf(box, at.height, height, scale);
      behaviour.current.transform(select(at.element), zoomIdentity.translate(x, y).scale(scale));
    };
    const whole = { x: 0, y: 0, width, height };
    const scaleToFit = (): number => {
      const at = frame(svg);
      if (at === undefined) return 1;
      const all = Math.min(1, at.width / width, at.height / height);
      if (all >= scales.readable) return all;
      return Math.max(scales.readable, Math.min(1, (at.width - overviewWidth) / width));
    };
    return {
      zoomBy: (factor) => {
        const at = frame(svg);
        isTouched.current = true;
        if (at !== undefined) behaviour.current?.scaleBy(select(at.element), factor);
      },
      panBy: (x, y) => {
        const at = frame(svg);
        if (at === undefined) return;
        isTouched.current = true;
        behaviour.current?.translateBy(
          select(at.element),
          x / zoomTransform(at.element).k,
          y / zoomTransform(at.element).k,
        );
      },
      showFitting: () => {
        isTouched.current = false;
        place(scaleToFit(), shown.current ?? whole);
      },
      centre: ({ x, y }) => {
        const at = frame(svg);
        if (at === undefined) return;
        isTouched.current = true;
        behaviour.current?.translateTo(select(at.element), x, y);
      },
      show: (box) => {
        shown.current = box;
        const at = frame(svg);
        if (at === undefined) return;
        if (!isTouched.current) place(scaleToFit(), box);
        else if (!isInView(box, at)) place(zoomTransform(at.element).k, box);
      },
    };
  }, [width, height]);
  useEffect(() => {
    const { current: element } = svg;
    if (element === null) return;
    const zooming = zoomingOf(({ transform, sourceEvent }) => {
      if (sourceEvent !== null && sourceEvent !== undefined) isTouched.current = true;
      drawing.current?.setAttribute('transform', transform.toString());
      showView(view, frame(svg), { width, height });
    });
    behaviour.current = zooming;
    isTouched.current = false;
    select(element).call(zooming).on('dblclick.zoom', null);
    const onWheel = (event: WheelEvent): void => {
      if (!scrollBy(event, zooming, { width, height }, frame(svg))) return;
      event.preventDefault();
      isTouched.current = true;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    const begin = (): void => {
      if (!isTouched.current) moves.show(shown.current ?? { x: 0, y: 0, width, height });
    };
    const observer = new ResizeObserver(begin);
    observer.observe(element);
    begin();
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheel);
      select(element).on('.zoom', null);
    };
  }, [moves]);
  return moves;
}

/** Returns what zooms a drawing and says each time where it is then. */
function zoomingOf(
  onZoom: (event: D3ZoomEvent<SVGSVGElement, unknown>) => void,
): ZoomBehavior<SVGSVGElement, unknown> {
  return zoom<SVGSVGElement, unknown>()
    .scaleExtent([scales.min, scales.max])
    .filter((event: MouseEvent) =>
      event.type === 'wheel'
        ? event.ctrlKey || event.metaKey
        : event.button === undefined || event.button === 0,
    )
    .on('zoom', onZoom);
}

/** Scrolls a drawing that is longer than its frame; returns false where the page is to scroll. */
function scrollBy(
  { ctrlKey, metaKey, deltaY }: WheelEvent,
  zooming: ZoomBehavior<SVGSVGElement, unknown>,
  all: Size,
  at: Frame | undefined,
): boolean {
  if (ctrlKey || metaKey || at === undefined) return false;
  const { k, y } = zoomTransform(at.element);
  const to = Math.min(0, Math.max(at.height - all.height * k, y - deltaY));
  if (all.height * k <= at.height || to === y) return false;
  zooming.translateBy(select(at.element), 0, (to - y) / k);
  return true;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Frame extends Size {
  readonly element: SVGSVGElement;
}

/** undefined if it is not visible. */
function frame({ current }: RefObject<SVGSVGElement | null>): Frame | undefined {
  if (current === null) return undefined;
  const { clientWidth: width, clientHeight: height } = current;
  return width === 0 || height === 0 ? undefined : { element: current, width, height };
}

/** Returns where the left end of the drawing is, so that the box is in view. */
function leftOf({ x, width }: Box, room: number, scale: number): number {
  return Math.max(-x * scale, Math.min(0, room - margin - (x + width) * scale));
}

/** Returns where the top of the drawing is, so that the box is in the middle, or its top is in view. */
function topOf({ y, height }: Box, room: number, all: number, scale: number): number {
  if (all * scale <= room) return (room - all * scale) / 2;
  const at = height * scale > room ? margin - y * scale : room / 2 - (y + height / 2) * scale;
  return Math.min(0, Math.max(room - all * scale, at));
}

/** Marks in the drawing in small what is in view; the small one is hidden where all is. */
function showView({ current }: RefObject<SVGRectElement | null>, at: Frame | undefined, all: Size): void {
  const overview = current?.ownerSVGElement;
  if (current === null || overview == null || at === undefined) return;
  const { k, x, y } = zoomTransform(at.element);
  const [left, top] = [Math.max(0, -x / k), Math.max(0, -y / k)];
  const right = Math.min(all.width, (at.width - x) / k);
  const bottom = Math.min(all.height, (at.height - y) / k);
  const isWhole = left === 0 && top === 0 && right === all.width && bottom === all.height;
  overview.toggleAttribute('hidden', isWhole);
  current.setAttribute('x', String(left));
  current.setAttribute('y', String(top));
  current.setAttribute('width', String(Math.max(0, right - left)));
  current.setAttribute('height', String(Math.max(0, bottom - top)));
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
