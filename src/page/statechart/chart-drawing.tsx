import { chartMetrics } from '../../statechart/chart-metrics.ts';
import { arrowHead, arrowPath } from './arrow-path.ts';
import type { ChartDiagramProps } from './chart-diagram-props.ts';
import { StateBox } from './state-box.tsx';
import { TransitionLines } from './transition-lines.tsx';

/** What is inside the SVG: boxes in boxes, arrows with their labels, the dots where it begins. */
export function ChartDrawing({ chart, layout, active, counts, lastTaken, onTransition }: ChartDiagramProps) {
  const lit = new Set(active);
  const known = new Map(chart.states.map((state) => [state.id, state]));
  const shown = { chart, counts, lastTaken, onTransition };
  return (
    <>
      {layout.states.map((place) => {
        const state = known.get(place.id);
        return state === undefined ? null : <StateBox key={place.id} state={state} place={place} isActive={lit.has(place.id)} />;
      })}
      {layout.starts.map(({ state, points }) => (
        <g key={state} class="statechart-start">
          <circle cx={points[0]?.x} cy={points[0]?.y} r={chartMetrics.startDot} />
          <path d={arrowPath(points)} />
          <polygon points={arrowHead(points)} />
        </g>
      ))}
      {layout.arrows.map(({ points, lines }) => {
        const isLast = lines.some(({ transition }) => lastTaken.includes(transition));
        const isNever = lines.every(({ transition }) => !counts.has(transition));
        const kind = isLast ? 'statechart-arrow-last' : isNever ? 'statechart-arrow-never' : '';
        return (
          <g key={lines[0]?.transition} class={`statechart-arrow ${kind}`}>
            <path d={arrowPath(points)} />
            <polygon points={arrowHead(points)} />
          </g>
        );
      })}
      {[...layout.arrows, ...layout.states].map(({ lines }) => (
        <TransitionLines key={lines[0]?.transition} {...shown} lines={lines} />
      ))}
    </>
  );
}
