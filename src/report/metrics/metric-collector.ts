import type { ActorRecord } from '../../trace/record.ts';
import type { MetricFamily } from './metric-family.ts';

/** What the trace of one node tells of some metrics. Records come in order. */
export interface MetricCollector {
  note(record: ActorRecord): void;
  /** The kubelet starts anew: its counters begin at zero, what the runtime has stays. */
  restart(): void;
  /** As of `atMs`, at or after the last record. */
  families(atMs: number): MetricFamily[];
}
