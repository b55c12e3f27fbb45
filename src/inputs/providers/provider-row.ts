/**
 * What a provider's node image sets for image pulls: fields of KubeletConfiguration under their own names,
 * options of the runtime under theirs, and what concerns the sandbox image.
 */
export const providerColumns = [
  'serializeImagePulls',
  'maxParallelImagePulls',
  'registryPullQPS',
  'registryBurst',
  'imageGCHighThresholdPercent',
  'imageGCLowThresholdPercent',
  'imageMinimumGCAge',
  'imageMaximumGCAge',
  'evictionHard',
  'evictionMinimumReclaim',
  'maxPods',
  'runtimeRequestTimeout',
  'credentialProviders',
  'runtime',
  'runtimeVersions',
  'snapshotter',
  'discard_unpacked_layers',
  'use_local_image_pull',
  'max_concurrent_downloads',
  'concurrent_layer_fetch_buffer',
  'image_pull_progress_timeout',
  'sandboxImage',
  'sandboxImageOnDisk',
  'sandboxImagePinned',
  'config_path',
  'mirrors',
  'unpigz',
  'boot',
  'registration',
  'network',
  'networkSettle',
  'parallel_pull_unpack',
] as const;

export type ProviderColumn = (typeof providerColumns)[number];

/** A value as its file has it. */
export type PlainValue =
  | boolean
  | number
  | string
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/** What on a Node has the version of a node image: a text of its nodeInfo, or a label. */
export type VersionedText = 'kubeletVersion' | 'osImage' | 'containerRuntimeVersion' | `label ${string}`;

export type CellValue =
  | PlainValue
  /** Values by the kubelet's version, each from that version on; `''` is the first. */
  | { readonly byRelease: Readonly<Record<string, PlainValue>> }
  /** Values by a label of the Node. */
  | {
      readonly byLabel: {
        readonly label: string;
        readonly values: Readonly<Record<string, PlainValue>>;
        readonly otherwise: PlainValue;
      };
    }
  /** Values by the version that a text of the Node has, each from that version on; `''` is the first. */
  | {
      readonly byVersion: {
        readonly in: VersionedText;
        readonly since: Readonly<Record<string, PlainValue>>;
        /** Where that text has no version. */
        readonly otherwise: PlainValue;
      };
    }
  /** A rule in words, which a run does not apply. */
  | { readonly rule: string }
  /** The pods for which the network interfaces of an instance type have addresses, at most so many. */
  | { readonly podsOfInterfaces: { readonly atMost?: number } };

/** One fact. `unset` means that the provider writes nothing, so that the upstream default holds. */
export interface ProviderCell {
  readonly value: CellValue;
  /** Names of the row's sources. */
  readonly from: readonly string[];
  /** Absent: read in the source. `medium`: derived, or read at another version; `low`: weak. */
  readonly confidence?: 'medium' | 'low';
}

/** What a Node says. All parts that are named must match; `*` stands for any text. */
export interface NodeSign {
  readonly kubeletVersion?: string;
  readonly osImage?: string;
  readonly providerID?: string;
  /** `key`, or `key=value`. */
  readonly label?: string;
}

/** A provider's node image. A column without a cell is unknown: no public source says it. */
export interface ProviderRow {
  /** As `--provider` takes it. */
  readonly id: string;
  readonly name: string;
  /** Rows of one provider have the same family. */
  readonly family: string;
  /** Any of these signs tells such a node. */
  readonly signs: readonly NodeSign[];
  readonly facts: Partial<Readonly<Record<ProviderColumn, ProviderCell>>>;
  /** Repository, file, line, commit and date of each source. */
  readonly sources: Readonly<Record<string, string>>;
}

/** A provider of several node images, where a Node does not say which. */
export interface ProviderFamily {
  readonly id: string;
  readonly name: string;
  /** A node of the provider, whatever its image. */
  readonly signs: readonly NodeSign[];
  /** A machine of the same cloud, which need not be the provider's. */
  readonly resembles: readonly NodeSign[];
}
