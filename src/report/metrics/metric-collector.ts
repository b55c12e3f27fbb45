import type { Readings } from '../../trace/readings.ts';
import type { MetricFamily } from './metric-family.ts';

/** Collects some metrics from the trace of one node. */
export interface MetricCollector {
  readonly readings: Readings;
  /** The kubelet restarts: its counters begin at zero, and what the runtime has stays. */
  restart(): void;
  /** Returns the metrics at `atMs`, which is not before the last record. */
  families(atMs: number): MetricFamily[];
}
