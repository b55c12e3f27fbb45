import type { Chart } from '../../statechart/chart.ts';
import type { ChartLayout } from '../../statechart/chart-layout.ts';

export interface ChartDiagramProps {
  readonly chart: Chart;
  readonly layout: ChartLayout;
  /** The ids of the active states, from `activeStates`. */
  readonly active: readonly string[];
  /** How often each transition has been taken so far. */
  readonly counts: ReadonlyMap<string, number>;
  /** The transitions of the last step. */
  readonly lastTaken: readonly string[];
  /** Called when a transition is clicked or its key is pressed. */
  readonly onTransition: (transition: string) => void;
}
