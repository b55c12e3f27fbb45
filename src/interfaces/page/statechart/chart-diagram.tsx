import '../style/statechart.css';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Chart } from '../../../charts/statechart/chart.ts';
import { labelText, transitionLabel } from '../../../charts/statechart/transition-label.ts';
import { type ChartDiagramProps, ChartDrawing } from './chart-drawing.tsx';
import { ChartOverview } from './chart-overview.tsx';
import { timesText } from './texts.ts';
import { usePanZoom } from './use-pan-zoom.ts';

/**
 * The statechart of one actor, with its active states highlighted and its transitions counted. It can be
 * dragged and zoomed, and the active state stays visible. A reducer has no states, so only the list of its
 * events is shown.
 */
export function ChartDiagram(props: ChartDiagramProps) {
  const { chart, layout, active } = props;
  const id = useId();
  const svg = useRef<SVGSVGElement>(null);
  const drawing = useRef<SVGGElement>(null);
  const view = useRef<SVGRectElement>(null);
  const { zoomBy, panBy, showFitting, centre, show } = usePanZoom(svg, drawing, view, layout);
  // Before the actor exists, its first state is in view.
  const innermost = active.at(-1) ?? chart.states.find(({ isInitial }) => isInitial)?.id;
  useEffect(() => {
    const place = layout.states.find((state) => state.id === innermost);
    if (place !== undefined) show(place);
  }, [innermost, layout]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = keyActions[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act({ zoomBy, panBy, showFitting });
  };
  return (
    <div class="statechart-diagram">
      {chart.states.length > 0 && (
        <section
          class="statechart-canvas"
          aria-label={`Diagram of ${chart.machine}: arrow keys move it, + and − zoom, 0 fits it`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the drawing
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          <svg ref={svg} aria-labelledby={`${id}-title`} aria-describedby={`${id}-desc`}>
            <title id={`${id}-title`}>{`Statechart ${chart.machine}`}</title>
            <desc id={`${id}-desc`}>{chart.description}</desc>
            <g ref={drawing}>
              <ChartDrawing {...props} />
            </g>
          </svg>
          <ChartOverview layout={layout} active={active} view={view} onPoint={centre} />
        </section>
      )}
      {chart.states.length > 0 && (
        <div class="statechart-zoom">
          <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => zoomBy(1.3)}>
            +
          </button>
          <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={() => zoomBy(1 / 1.3)}>
            −
          </button>
          <button
            type="button"
            aria-label="Fit: show the whole diagram, or what can be read of it"
            title="Fit (0)"
            onClick={showFitting}
          >
            Fit
          </button>
        </div>
      )}
      <AnyStateList {...props} />
      <StateList chart={chart} active={active} />
    </div>
  );
}

type Moves = Pick<ReturnType<typeof usePanZoom>, 'zoomBy' | 'panBy' | 'showFitting'>;

const keyActions: Readonly<Record<string, (moves: Moves) => void>> = {
  '+': ({ zoomBy }) => zoomBy(1.3),
  '=': ({ zoomBy }) => zoomBy(1.3),
  '-': ({ zoomBy }) => zoomBy(1 / 1.3),
  '0': ({ showFitting }) => showFitting(),
  ArrowLeft: ({ panBy }) => panBy(60, 0),
  ArrowRight: ({ panBy }) => panBy(-60, 0),
  ArrowUp: ({ panBy }) => panBy(0, 60),
  ArrowDown: ({ panBy }) => panBy(0, -60),
};

/**
 * The transitions that any state can take, in a list beside the drawing. An arrow from every box would hide
 * the rest.
 */
function AnyStateList({ chart, layout, counts, lastTaken, onTransition }: ChartDiagramProps) {
  const { beside, leftOut } = layout;
  const listed = chart.transitions.filter(({ id }) => beside.includes(id));
  const word =
    leftOut === 1
      ? 'transition reports an event that no state expects; it is'
      : 'transitions report events that no state expects; they are';
  return (
    <div class="statechart-beside">
      {listed.length > 0 && (
        <>
          <h3>{chart.states.length === 0 ? 'What it answers' : 'In any state'}</h3>
          <ul>
            {listed.map((transition) => {
              const { id, targets } = transition;
              const count = counts.get(id) ?? 0;
              const target = targets.map((one) => one.slice(chart.machine.length + 1)).join(', ');
              return (
                <li
                  key={id}
                  class={lastTaken.includes(id) ? 'statechart-last' : count === 0 ? 'statechart-never' : ''}
                >
                  <button
                    type="button"
                    data-transition={id}
                    title={transition.description}
                    onClick={() => onTransition(id)}
                  >
                    {labelText(transitionLabel(transition, chart.transitions))}
                    {target === '' ? '' : ` → ${target}`} <b>{timesText(count)}</b>
                  </button>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {leftOut > 0 && <p class="statechart-left-out">{`${leftOut} ${word} not drawn.`}</p>}
    </div>
  );
}

/** The states in words with the active ones marked, for people who do not see the diagram. */
function StateList({ chart, active }: { readonly chart: Chart; readonly active: readonly string[] }) {
  return (
    <ul class="visually-hidden" aria-label={`States of ${chart.machine}`}>
      {chart.states.map(({ id, description }) => (
        <li key={id} aria-current={active.includes(id) ? 'true' : undefined}>
          {`${id.slice(chart.machine.length + 1)}${active.includes(id) ? ' (active)' : ''}: ${description}`}
        </li>
      ))}
    </ul>
  );
}
