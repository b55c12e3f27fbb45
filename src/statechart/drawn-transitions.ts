import type { Chart, ChartTransition } from './chart.ts';

/**
 * Returns the transitions that a drawing shows. Those that report an unexpected event are left out: every machine has them, and a run in
 * which one is taken ends with an error.
 */
export function drawnTransitions({ transitions }: Chart): readonly ChartTransition[] {
  return transitions.filter(({ event, targets }) => event !== '*' || targets.length > 0);
}
