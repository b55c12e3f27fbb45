import type { calibratedImage, calibration } from '../../reports/json/cluster.ts';
import type { Parsed } from '../../trace/record.ts';
import type { ContainerdLog } from './evidence/containerd-log.ts';
import type { ReadEvents } from './evidence/read-events.ts';
import type { PullHistogram } from './evidence/read-metrics.ts';

/** An image with its compressed size, and with its layers, base first, if a log has named them. */
export type CalibratedImage = Parsed<typeof calibratedImage>;

/**
 * The figures of a node from its logs, events and metrics. Rates are bytes per second, times microseconds.
 */
export type Calibration = Parsed<typeof calibration>;

/** The sources of calibrate: any of logs, events and metrics of real nodes. */
export interface CalibrationSources {
  readonly logs: readonly ContainerdLog[];
  readonly events: readonly ReadEvents[];
  readonly histograms: readonly PullHistogram[];
  /** `containerd://1.6`; absent for what the log says, otherwise the default profile. */
  readonly runtime?: string | undefined;
  /** Only the pulls of this node. */
  readonly node?: string | undefined;
}
