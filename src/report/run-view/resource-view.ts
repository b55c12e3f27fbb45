/** What pulls compete for, over time; a function of the trace. Times in virtual ms. */
export interface ResourceView {
  readonly nodes: readonly NodeResources[];
  readonly registries: readonly RegistryResources[];
}

export interface NodeResources {
  readonly node: string;
  /** Pulls that hold one of the kubelet's slots, and those that wait for one. */
  readonly slotsInUse: Series;
  readonly slotsWaiting: Series;
  /** undefined: no limit. */
  readonly slotsMax?: number;
  /** Level of the token bucket of registryPullQPS; absent: no throttle. */
  readonly tokens?: Series;
  readonly tokensMax?: number;
  /** Bytes per second that come in over the node's link. */
  readonly link: Series;
  readonly linkMax?: number;
  /** Bytes that images and their layers take of the disk. */
  readonly disk: Series;
  readonly diskMax?: number;
  readonly gcHighBytes?: number;
  readonly gcLowBytes?: number;
  readonly images: readonly ImageStay[];
  readonly backOffs: readonly BackOffKey[];
}

export interface RegistryResources {
  readonly host: string;
  /** Bytes per second that it sends to all nodes together. */
  readonly egress: Series;
  readonly egressMax?: number;
}

/** A step function: `values[i]` holds from `atMs[i]` until `atMs[i + 1]`. The first time is 0. */
export interface Series {
  readonly atMs: readonly number[];
  readonly values: readonly number[];
}

export interface ImageStay {
  readonly image: string;
  readonly fromMs: number;
  /** Absent: still there at the end. */
  readonly toMs?: number;
  readonly bytes?: number;
}

/** The back-off of one pod and image, as the kubelet keys it. */
export interface BackOffKey {
  readonly key: string;
  readonly pod: string;
  readonly image: string;
  readonly windows: readonly { readonly fromMs: number; readonly untilMs: number; readonly windowMs: number }[];
}
