import type { Chart } from './chart.ts';

/** A state's value as XState writes it: `idle`, `{ "up": "ready" }`. */
export type ChartValue = string | { readonly [key: string]: ChartValue };

/** Returns the ids of the states that are active, a state before those within it; names that the chart does not know are left out. */
export function activeStates({ machine, states }: Chart, value: ChartValue): readonly string[] {
  const known = new Set(states.map(({ id }) => id));
  return idsOf(machine, value).filter((id) => known.has(id));
}

function idsOf(parent: string, value: ChartValue): readonly string[] {
  if (typeof value === 'string') return [`${parent}.${value}`];
  return Object.entries(value).flatMap(([key, below]) => [`${parent}.${key}`, ...idsOf(`${parent}.${key}`, below)]);
}
