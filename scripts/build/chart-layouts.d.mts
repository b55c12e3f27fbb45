import type { Plugin } from 'vite';
import type { Chart } from '../../src/charts/statechart/chart.ts';
import type { ChartGraph } from '../../src/charts/statechart/chart-graph.ts';
import type { ChartLayout } from '../../src/charts/statechart/chart-layout.ts';
import type { chartMetrics } from '../../src/charts/statechart/chart-metrics.ts';

export declare function chartLayouts(): Plugin;
export declare function drawnCharts(): Promise<
  readonly { readonly chart: Chart; readonly layout: ChartLayout }[]
>;
export declare function layoutOf(graph: ChartGraph, metrics: typeof chartMetrics): Promise<ChartLayout>;
