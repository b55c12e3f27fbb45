import type { Chart } from './chart.ts';

/** The value of a state in XState's form: `idle`, `{ "up": "ready" }`. */
export type ChartValue = string | { readonly [key: string]: ChartValue };

/** Returns the ids of the active states, each before those within it. Names that the chart does not have are left out. */
export function activeStates({ machine, states }: Chart, value: ChartValue): readonly string[] {
  const known = new Set(states.map(({ id }) => id));
  return idsOf(machine, value).filter((id) => known.has(id));
}

function idsOf(parent: string, value: ChartValue): readonly string[] {
  if (typeof value === 'string') return [`${parent}.${value}`];
  return Object.entries(value).flatMap(([key, below]) => [`${parent}.${key}`, ...idsOf(`${parent}.${key}`, below)]);
}
