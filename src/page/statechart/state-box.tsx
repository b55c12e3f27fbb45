import type { ChartState } from '../../statechart/chart.ts';
import type { StateBox as Place } from '../../statechart/chart-layout.ts';
import { chartMetrics } from '../../statechart/chart-metrics.ts';

interface StateBoxProps {
  readonly state: ChartState;
  readonly place: Place;
  readonly isActive: boolean;
}

/** The box of one state: lit where it is active, with a double border where it is final. What it means is its tooltip. */
export function StateBox({ state, place, isActive }: StateBoxProps) {
  const { x, y, width, height } = place;
  const { key, description, isFinal, entry, exit, tags } = state;
  const more = [list('tags', tags), list('on entry', entry), list('on exit', exit)].filter((line) => line !== '');
  return (
    <g class={`statechart-state ${isActive ? 'statechart-state-lit' : ''}`} data-state={state.id} data-active={isActive}>
      <title>{[`${key}${isActive ? ' (active)' : ''}`, description, ...more].join('\n')}</title>
      <rect class="statechart-box" x={x} y={y} width={width} height={height} rx="8" />
      {isFinal && <rect class="statechart-box-inner" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx="6" />}
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
