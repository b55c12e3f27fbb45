import type { Chart } from '../../statechart/chart.ts';

/** The states in words, the active ones marked: the diagram for people who do not see it. */
export function StateList({ chart, active }: { readonly chart: Chart; readonly active: readonly string[] }) {
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
