/** What a run is made of beside the manifests: what the command line, a link or the what-if panel sets. Plain data. */
export interface RunSettings {
  readonly seed?: number;
  readonly kubeletVersion?: string;
  /** `15m` */
  readonly horizon?: string;
  readonly runtime?: string;
  /** Options of the runtime's own configuration, `max_concurrent_downloads=6`; absent: none. */
  readonly runtimeConfig?: readonly string[];
  /** Fields of the KubeletConfiguration, `serializeImagePulls=false`. */
  readonly set: readonly string[];
  readonly imageSizes: readonly string[];
  /** Every node's link, `1Gbit/s`. */
  readonly link?: string;
  /** In the words of a Scenario: `registryDown registry=ghcr.io from=0s until=40s`. */
  readonly faults: readonly string[];
}

export const noSettings: RunSettings = { set: [], imageSizes: [], faults: [] };
