import type { Estimate } from './estimates/estimate.ts';
import type { RegistryEstimate } from './estimates/estimate-round-trip.ts';
import type { ContainerdLog } from './evidence/containerd-log.ts';
import type { ReadEvents } from './evidence/read-events.ts';
import type { PullHistogram } from './evidence/read-metrics.ts';

/** An image with its compressed size, and with its layers, base first, where a log has named them. */
export interface CalibratedImage {
  readonly name: string;
  readonly bytes: number;
  readonly layers?: readonly number[];
}

/** What logs, events and metrics say of a node. Rates are bytes per second, times microseconds. */
export interface Calibration {
  /** `containerd://1.7.27`, where the log says so or somebody did. */
  readonly runtime: string | undefined;
  /** The node's network link, on the wire; undefined where no pull tells of it. */
  readonly link: Estimate | undefined;
  /** Unpacked bytes per second; its value is null where it cannot be told apart from the link. */
  readonly unpack: Estimate | undefined;
  /** What the split into link and unpacking takes for granted, where the files do not tell: unpacked bytes per second. */
  readonly unpackAssumed: number | undefined;
  /** Wire bytes per second of both together: what pulls of large images come to. */
  readonly combined: Estimate | undefined;
  readonly registries: readonly RegistryEstimate[];
  /** A round trip of all registries together, from what small pulls take. */
  readonly anyRegistry: Estimate | undefined;
  /** Images whose size is known, by the name that they were pulled by. */
  readonly images: readonly CalibratedImage[];
  /** Pulls that the files tell of, and those that the figures rest on. */
  readonly pullsSeen: number;
  readonly pullsUsed: number;
  readonly thrownAway: readonly { readonly reason: string; readonly count: number }[];
  /** Sentences on how far the figures can be trusted. */
  readonly notes: readonly string[];
  /** What would make them surer. */
  readonly advice: readonly string[];
}

/** What calibrate learns from: any of logs, events and metrics of real nodes. */
export interface CalibrationSources {
  readonly logs: readonly ContainerdLog[];
  readonly events: readonly ReadEvents[];
  readonly histograms: readonly PullHistogram[];
  /** `containerd://1.6`; absent: what the log says, else the default profile. */
  readonly runtime?: string | undefined;
  /** Only the pulls of this node. */
  readonly node?: string | undefined;
}
