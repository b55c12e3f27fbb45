import type { Chart, ChartTransition } from './chart.ts';

/**
 * Returns the transitions that a drawing shows. Left out are those by which every machine reports an event that no state
 * expects: they are the same everywhere, and a run in which one is taken ends with an error.
 */
export function drawnTransitions({ transitions }: Chart): readonly ChartTransition[] {
  return transitions.filter(({ event, targets }) => event !== '*' || targets.length > 0);
}
