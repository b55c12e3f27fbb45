import type { Plugin } from 'vite';
import type { Chart } from '../../src/statechart/chart.ts';
import type { ChartGraph } from '../../src/statechart/chart-graph.ts';
import type { ChartLayout } from '../../src/statechart/chart-layout.ts';
import type { chartMetrics } from '../../src/statechart/chart-metrics.ts';

export declare function chartLayouts(): Plugin;
export declare function drawnCharts(): Promise<
  readonly { readonly chart: Chart; readonly layout: ChartLayout }[]
>;
export declare function layoutOf(graph: ChartGraph, metrics: typeof chartMetrics): Promise<ChartLayout>;
