import { drawnCharts } from 'virtual:chart-layouts';
import type { Chart } from '../../../charts/statechart/chart.ts';
import type { ChartLayout } from '../../../charts/statechart/chart-layout.ts';

/** A machine's chart, and the places of its parts. */
export interface DrawnChart {
  readonly chart: Chart;
  readonly layout: ChartLayout;
}

const byMachine = new Map(drawnCharts.map((drawn) => [drawn.chart.machine, drawn]));

/**
 * Returns the chart of a machine; undefined for a machine that this version does not know, as in a trace of
 * another version.
 */
export function drawnChart(machine: string): DrawnChart | undefined {
  return byMachine.get(machine);
}
