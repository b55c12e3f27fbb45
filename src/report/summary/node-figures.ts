import type { TraceRecord } from '../../trace/record.ts';

/** What happened to the nodes beside pulls. */
export interface NodeFigures {
  /** By image GC. */
  readonly imagesRemoved: number;
  /** What that took off the disks, which is less than what image GC believes where layers are shared. */
  readonly freedBytes: number;
  readonly believedBytes: number;
  /** Rounds of image GC that failed. */
  readonly gcFailures: number;
  /** Times that a node became NotReady, and that it came under disk pressure. */
  readonly notReady: number;
  readonly diskPressure: number;
  readonly podsDeleted: number;
}

/** Returns the figures up to `endMs`. */
export function nodeFigures(records: readonly TraceRecord[], endMs: number): NodeFigures {
  const figures = { imagesRemoved: 0, freedBytes: 0, believedBytes: 0, gcFailures: 0, notReady: 0, diskPressure: 0, podsDeleted: 0 };
  for (const record of records) {
    if (record.at > endMs) break;
    if (record.type === 'pod' && record.state === 'deleted') figures.podsDeleted += 1;
    else if (record.type === 'condition') {
      if (record.condition === 'Ready' && record.status !== 'True') figures.notReady += 1;
      if (record.condition === 'DiskPressure' && record.status === 'True') figures.diskPressure += 1;
    } else if (record.type === 'imageGC') {
      if (record.state === 'removed') {
        figures.imagesRemoved += 1;
        figures.freedBytes += record.freedBytes ?? 0;
        figures.believedBytes += record.believedBytes ?? 0;
      } else if (record.state === 'finished' && record.error !== undefined) figures.gcFailures += 1;
    }
  }
  return figures;
}
