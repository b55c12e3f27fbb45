import type { Chart, ChartState } from '../../../charts/statechart/chart.ts';
import type { Arrow, ChartLayout, StateBox as Place } from '../../../charts/statechart/chart-layout.ts';
import { chartMetrics } from '../../../charts/statechart/chart-metrics.ts';
import { arrowHead, arrowPath } from './arrow-path.ts';
import { TransitionLines } from './transition-lines.tsx';

export interface ChartDiagramProps {
  readonly chart: Chart;
  readonly layout: ChartLayout;
  /** The ids of the active states, from `activeStates`. */
  readonly active: readonly string[];
  /** How often each transition has been taken so far. */
  readonly counts: ReadonlyMap<string, number>;
  /** The transitions of the last step. */
  readonly lastTaken: readonly string[];
  /** Called when a transition is clicked or its key is pressed. */
  readonly onTransition: (transition: string) => void;
}

/** The content of the SVG: boxes within boxes, arrows with their labels, and the dots at the first states. */
export function ChartDrawing({ chart, layout, active, counts, lastTaken, onTransition }: ChartDiagramProps) {
  const lit = new Set(active);
  const known = new Map(chart.states.map((state) => [state.id, state]));
  const shown = { chart, counts, lastTaken, onTransition };
  return (
    <>
      {layout.states.map((place) => {
        const state = known.get(place.id);
        return state === undefined ? null : (
          <StateBox key={place.id} state={state} place={place} isActive={lit.has(place.id)} />
        );
      })}
      {layout.starts.map(({ state, points }) => (
        <g key={state} class="statechart-start">
          <circle cx={points[0]?.x} cy={points[0]?.y} r={chartMetrics.startDot} />
          <path d={arrowPath(points)} />
          <polygon points={arrowHead(points)} />
        </g>
      ))}
      {arrowsInOrder(layout.arrows, shown).map(({ arrow: { points, transitions }, kind }) => (
        <g key={transitions.join()} class={`statechart-arrow ${kind}`}>
          <path d={arrowPath(points)} />
          <polygon points={arrowHead(points)} />
        </g>
      ))}
      {[...layout.arrows, ...layout.states].map(({ lines }) => (
        <TransitionLines key={lines[0]?.transition} {...shown} lines={lines} />
      ))}
    </>
  );
}

const arrowKinds = ['statechart-arrow-never', '', 'statechart-arrow-last'] as const;

/** Returns the arrows with their kinds: what was taken is drawn over what was not, the last step over all. */
function arrowsInOrder(
  arrows: readonly Arrow[],
  { counts, lastTaken }: Pick<ChartDiagramProps, 'counts' | 'lastTaken'>,
): readonly { readonly arrow: Arrow; readonly kind: (typeof arrowKinds)[number] }[] {
  const ranked = arrows.map((arrow) => {
    const isLast = arrow.transitions.some((transition) => lastTaken.includes(transition));
    return { arrow, rank: isLast ? 2 : arrow.transitions.some((one) => counts.has(one)) ? 1 : 0 };
  });
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .map(({ arrow, rank }) => ({ arrow, kind: arrowKinds[rank] ?? '' }));
}

interface StateBoxProps {
  readonly state: ChartState;
  readonly place: Place;
  readonly isActive: boolean;
}

/**
 * The box of one state: highlighted if it is active, with a double border if it is final. Its description is
 * the tooltip.
 */
function StateBox({ state, place, isActive }: StateBoxProps) {
  const { x, y, width, height } = place;
  const { key, description, isFinal, entry, exit, tags } = state;
  const more = [list('tags', tags), list('on entry', entry), list('on exit', exit)].filter(
    (line) => line !== '',
  );
  return (
    <g
      class={`statechart-state ${isActive ? 'statechart-state-lit' : ''}`}
      data-state={state.id}
      data-active={isActive}
    >
      <title>{[`${key}${isActive ? ' (active)' : ''}`, description, ...more].join('\n')}</title>
      <rect class="statechart-box" x={x} y={y} width={width} height={height} rx="8" />
      {isFinal && (
        <rect class="statechart-box-inner" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx="6" />
      )}
      <text class="statechart-name" x={x + chartMetrics.inset} y={y + chartMetrics.nameBaseline}>
        {key}
      </text>
      {isActive && <circle class="statechart-dot" cx={x + width - 9} cy={y + 9} r="3.5" />}
    </g>
  );
}

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${title}: ${items.join(', ')}`;
}
