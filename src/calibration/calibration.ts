import type { Estimate } from './estimates/estimate.ts';
import type { RegistryEstimate } from './estimates/estimate-round-trip.ts';
import type { ContainerdLog } from './evidence/containerd-log.ts';
import type { ReadEvents } from './evidence/read-events.ts';
import type { PullHistogram } from './evidence/read-metrics.ts';

/** An image with its compressed size, and with its layers, base first, if a log has named them. */
export interface CalibratedImage {
  readonly name: string;
  readonly bytes: number;
  readonly layers?: readonly number[];
}

/** The figures of a node from its logs, events and metrics. Rates are bytes per second, times microseconds. */
export interface Calibration {
  /** The runtime, `containerd://1.7.27`, if the log or somebody says so. */
  readonly runtime: string | undefined;
  /** The node's network link, on the wire; undefined if no pull tells it. */
  readonly link: Estimate | undefined;
  /** Unpacked bytes per second. Its value is null if it cannot be separated from the link. */
  readonly unpack: Estimate | undefined;
  /** The assumption behind the split into link and unpacking, if the files do not tell: unpacked bytes per second. */
  readonly unpackAssumed: number | undefined;
  /** Processors, as unpackings side by side show them; its value is null if they show only a bound. */
  readonly cpus: Estimate | undefined;
  /** Wire bytes per second of both together, from pulls of large images. */
  readonly combined: Estimate | undefined;
  readonly registries: readonly RegistryEstimate[];
  /** The round trip of all registries together, from the times of small pulls. */
  readonly anyRegistry: Estimate | undefined;
  /** Images of known size, by the name under which they were pulled. */
  readonly images: readonly CalibratedImage[];
  /** The number of pulls in the files, and of those behind the figures. */
  readonly pullsSeen: number;
  readonly pullsUsed: number;
  readonly thrownAway: readonly { readonly reason: string; readonly count: number }[];
  /** Sentences about how reliable the figures are. */
  readonly notes: readonly string[];
  /** What would make them more reliable. */
  readonly advice: readonly string[];
}

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
