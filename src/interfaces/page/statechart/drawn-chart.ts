import type { Chart } from '../../../charts/statechart/chart.ts';
import type { ChartLayout } from '../../../charts/statechart/chart-layout.ts';
import { loadPart } from '../part.ts';
import { useAnswer } from '../use-answer.ts';

/** A machine's chart, and the places of its parts. */
export interface DrawnChart {
  readonly chart: Chart;
  readonly layout: ChartLayout;
}

/** By the names of their machines; one that is not there is not known to this version, as in a trace of another. */
type DrawnCharts = ReadonlyMap<string, DrawnChart>;

let charts: Promise<DrawnCharts> | undefined;
let loaded: DrawnCharts | undefined;

/** Loads the charts of all machines, once. */
function loadCharts(): Promise<DrawnCharts> {
  charts ??= loadPart('charts').then(({ drawnCharts }) => {
    loaded = new Map(drawnCharts.map((drawn) => [drawn.chart.machine, drawn]));
    return loaded;
  });
  charts.catch(() => {
    charts = undefined;
  });
  return charts;
}

/** The charts; undefined until they are loaded, and a sentence if they cannot be. */
export type LoadedCharts = DrawnCharts | string | undefined;

/** Returns the charts, which it loads if they are not there. */
export function useDrawnCharts(): LoadedCharts {
  const answer = useAnswer(loaded === undefined ? loadCharts : undefined, []);
  if (loaded !== undefined) return loaded;
  return answer.state === 'failed' ? answer.message : undefined;
}

/** Returns the chart of a machine; undefined for one that this version does not know, or before there are charts. */
export function chartIn(charts: LoadedCharts, machine: string): DrawnChart | undefined {
  return typeof charts === 'object' ? charts.get(machine) : undefined;
}
