import type { RefObject } from 'preact';
import type { ChartLayout, Point } from '../../../charts/statechart/chart-layout.ts';

interface ChartOverviewProps {
  readonly layout: ChartLayout;
  /** The ids of the active states. */
  readonly active: readonly string[];
  /** The rectangle of what is in view; `usePanZoom` moves it. */
  readonly view: RefObject<SVGRectElement | null>;
  /** Moves the drawing so that this point of it is in the middle. */
  readonly onPoint: (point: Point) => void;
}

/**
 * The whole drawing in small, beside a part of it: its states, which of them are active, and what is in view.
 * It is for the pointer only; the keys of the drawing move it as well.
 */
export function ChartOverview({ layout, active, view, onPoint }: ChartOverviewProps) {
  const { width, height, states } = layout;
  const lit = new Set(active);
  const point = (event: PointerEvent): void => {
    if (event.buttons !== 1 || !(event.currentTarget instanceof SVGSVGElement)) return;
    const matrix = event.currentTarget.getScreenCTM();
    if (matrix === null) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    onPoint({ x, y });
  };
  return (
    <svg
      class="statechart-overview"
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMaxYMin meet"
      onPointerDown={point}
      onPointerMove={point}
    >
      <rect class="statechart-overview-whole" width={width} height={height} />
      {states.map(({ id, x, y, width: wide, height: high }) => (
        <rect
          key={id}
          class={`statechart-overview-state ${lit.has(id) ? 'statechart-overview-lit' : ''}`}
          x={x}
          y={y}
          width={wide}
          height={high}
        />
      ))}
      <rect ref={view} class="statechart-overview-view" />
    </svg>
  );
}
