import { labelText, transitionLabel } from '../../statechart/transition-label.ts';
import type { ChartDiagramProps } from './chart-diagram-props.ts';
import { timesText } from './times-text.ts';

/** What the machine does in any state, beside the drawing: an arrow from every box would hide the rest. */
export function AnyStateList({ chart, layout, counts, lastTaken, onTransition }: ChartDiagramProps) {
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
          <h3>In any state</h3>
          <ul>
            {listed.map((transition) => {
              const { id, targets } = transition;
              const count = counts.get(id) ?? 0;
              const target = targets.map((one) => one.slice(chart.machine.length + 1)).join(', ');
              return (
                <li key={id} class={lastTaken.includes(id) ? 'statechart-last' : count === 0 ? 'statechart-never' : ''}>
                  <button type="button" data-transition={id} title={transition.description} onClick={() => onTransition(id)}>
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
