import { activeStates, type ChartValue } from '../../statechart/active-states.ts';
import { ChartDiagram } from '../statechart/chart-diagram.tsx';
import { drawnChart } from '../statechart/drawn-chart.ts';
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

interface StateListProps {
  readonly states: Readonly<Record<string, Definition>>;
  /** The active one, as XState writes it. */
  readonly value: unknown;
}

/** The states of a machine as a nested list, for machines of which there is no drawing. */
function StateList({ states, value }: StateListProps) {
  return (
    <ul class="viewer-states">
      {Object.entries(states).map(([key, state]) => {
        const below = belowOf(value, key);
        const isActive = below !== undefined;
        const inner = state?.states;
        return (
          <li key={key} class={isActive ? 'viewer-active' : ''} {...(isActive ? { 'aria-current': 'true' as const } : {})}>
            <span class="viewer-key">
              {isActive ? <span class="viewer-mark">● </span> : null}
              {key}
            </span>
            {state?.description === undefined ? null : <span class="viewer-dim"> {String(state.description)}</span>}
            {inner === undefined ? null : <StateList states={inner} value={below} />}
          </li>
        );
      })}
    </ul>
  );
}

/** What is active within a state; undefined: it is not active. */
function belowOf(value: unknown, key: string): unknown {
  if (typeof value === 'string') return value === key ? '' : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (Reflect.get(value, key) ?? '') : undefined;
}
