import { activeStates, type ChartValue } from '../../statechart/active-states.ts';
import { ChartDiagram } from '../statechart/chart-diagram.tsx';
import { drawnChart } from '../statechart/drawn-chart.ts';
import { StateList } from './state-list.tsx';
import type { Definition, WatchedActor } from './watched-actors.ts';

export interface ActorChartProps {
  readonly actor: WatchedActor;
  /** The active state, as XState writes it. */
  readonly value: unknown;
}

/** The statechart of an actor with its active states lit: drawn if the machine is one of ours, else as a list. */
export function ActorChart({ actor: { definition, counts, lastTaken }, value }: ActorChartProps) {
  const drawn = drawnOf(definition);
  if (drawn !== undefined) {
    const active = activeStates(drawn.chart, value as ChartValue);
    return <ChartDiagram {...drawn} active={active} counts={counts} lastTaken={lastTaken} onTransition={() => {}} />;
  }
  if (definition?.states === undefined) return <p class="viewer-dim">What states there are was not told.</p>;
  return <StateList states={definition.states} value={value} />;
}

/** The drawing of the machine; undefined where it has other states than ours of the same name. */
function drawnOf(definition: Definition | undefined) {
  const drawn = typeof definition?.id === 'string' ? drawnChart(definition.id) : undefined;
  const ours = drawn?.chart.states.filter(({ parent }) => parent === undefined).map(({ key }) => key) ?? [];
  return ours.join() === Object.keys(definition?.states ?? {}).join() ? drawn : undefined;
}
