import type { Chart } from '../../statechart/chart.ts';
import type { ChartLayout } from '../../statechart/chart-layout.ts';

export interface ChartDiagramProps {
  readonly chart: Chart;
  readonly layout: ChartLayout;
  /** Ids of the active states, as `activeStates` gives them. */
  readonly active: readonly string[];
  /** How often each transition has been taken so far. */
  readonly counts: ReadonlyMap<string, number>;
  /** The transitions of the last step. */
  readonly lastTaken: readonly string[];
  /** A transition was clicked, or its key pressed. */
  readonly onTransition: (transition: string) => void;
}
