import { useRef } from 'preact/hooks';

export interface Drag<Began> {
  /**
   * Returns what the drag must remember; undefined if none begins here. x is in pixels from the element's
   * left edge.
   */
  readonly begin: (x: number, event: PointerEvent) => Began | undefined;
  readonly move: (x: number, began: Began) => void;
  /** Called when the pointer goes up again; `moved` is false for a click. */
  readonly end?: (x: number, began: Began) => void;
  readonly click?: (x: number, began: Began) => void;
}

/** A pointer that moved less than this has clicked. */
const clickPxMax = 4;

/** Returns the handlers for an element that is dragged from left to right, with mouse, pen or finger. */
export function useDrag<Began>({ begin, move, end, click }: Drag<Began>) {
  const under = useRef<{ began: Began; x: number; moved: boolean } | undefined>(undefined);
  const xOf = (event: PointerEvent): number =>
    event.clientX - (event.currentTarget as Element).getBoundingClientRect().left;
  return {
    onPointerDown: (event: PointerEvent): void => {
      if (event.button !== 0) return;
      const began = begin(xOf(event), event);
      if (began === undefined) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      under.current = { began, x: xOf(event), moved: false };
    },
    onPointerMove: (event: PointerEvent): void => {
      const drag = under.current;
      if (drag === undefined) return;
      const x = xOf(event);
      drag.moved ||= Math.abs(x - drag.x) >= clickPxMax;
      if (drag.moved) move(x, drag.began);
    },
    onPointerUp: (event: PointerEvent): void => {
      const drag = under.current;
      under.current = undefined;
      if (drag === undefined) return;
      if (drag.moved) end?.(xOf(event), drag.began);
      else click?.(xOf(event), drag.began);
    },
    onPointerCancel: (): void => {
      under.current = undefined;
    },
  };
}
