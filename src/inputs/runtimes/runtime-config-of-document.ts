import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import { bytes, micros } from '../scenario/quantity-shapes.ts';
import { type ConfiguredHost, registryItself } from './configured-host.ts';
import type { CrioRegistry } from './crio-registries.ts';
import { type AskedLazyPull, lazyPullOfDocument } from './lazy/lazy-pull-shape.ts';
import { hostOfUrl } from './registry-mirrors.ts';
import type { RuntimeConfigDocument } from './runtime-config-shape.ts';
import { type AskedParallelPull, parallelPullOfDocument } from './soci/parallel-pull-shape.ts';

/**
 * Returns the content of a checked `runtimeConfig` of a Scenario or an option. Its mirrors end with the
 * registry itself.
 */
export function runtimeConfigOfDocument(document: RuntimeConfigDocument): RuntimeConfiguration {
  const {
    max_concurrent_unpacks,
    concurrent_layer_fetch_buffer,
    pull_progress_timeout,
    parallel_pull_unpack,
    lazy_pull,
    hosts,
  } = document;
  return {
    ...settingsOfCri(document),
    ...settingsOfTransfer({
      max_concurrent_unpacks,
      concurrent_layer_fetch_buffer,
      ...document['io.containerd.transfer.v1.local'],
    }),
    ...omitUndefined({
      crioProgressTimeoutMicros: timeoutMicros(pull_progress_timeout),
      parallelPull:
        parallel_pull_unpack === undefined ? undefined : parallelPullOfDocument(parallel_pull_unpack),
      lazyPull: lazy_pull === undefined ? undefined : lazyPullOfDocument(lazy_pull),
      hosts: hosts && hostsOf(hosts),
    }),
  };
}

/**
 * Returns what settings of containerd's CRI plugin say, in its own file as in a Scenario. Empty texts are the
 * default.
 */
export function settingsOfCri(plugin: Pick<RuntimeConfigDocument, CriSetting>): RuntimeConfiguration {
  return omitUndefined({
    downloads: plugin.max_concurrent_downloads,
    fetchBuffer: bufferBytes(plugin.concurrent_layer_fetch_buffer),
    progressTimeoutMicros: timeoutMicros(plugin.image_pull_progress_timeout),
    snapshotter: plugin.snapshotter || undefined,
    useLocalImagePull: plugin.use_local_image_pull,
    sandboxImage: plugin.sandbox_image || undefined,
  });
}

type CriSetting =
  | 'max_concurrent_downloads'
  | 'concurrent_layer_fetch_buffer'
  | 'image_pull_progress_timeout'
  | 'snapshotter'
  | 'use_local_image_pull'
  | 'sandbox_image';

/** Returns what settings of its transfer service say. */
export function settingsOfTransfer(
  plugin: NonNullable<RuntimeConfigDocument['io.containerd.transfer.v1.local']>,
): RuntimeConfiguration {
  return omitUndefined({
    transferDownloads: plugin.max_concurrent_downloads,
    unpacks: plugin.max_concurrent_unpacks,
    transferFetchBuffer: bufferBytes(plugin.concurrent_layer_fetch_buffer),
  });
}

function bufferBytes(written: string | number | undefined): number | undefined {
  return written === undefined ? undefined : bytes(written);
}

/** Returns the microseconds of a timeout; an empty text is none, as 0. */
export function timeoutMicros(written: string | 0 | undefined): number | undefined {
  return written === undefined ? undefined : micros(String(written || 0));
}

function hostsOf(
  hosts: NonNullable<RuntimeConfigDocument['hosts']>,
): Readonly<Record<string, readonly ConfiguredHost[]>> {
  return Object.fromEntries(
    Object.entries(hosts).map(([registry, mirrors]) => {
      const entries = mirrors.map((mirror) => (typeof mirror === 'string' ? { host: mirror } : mirror));
      return [
        hostOfUrl(registry) ?? registry,
        withItself(
          registry,
          entries.flatMap(({ host, capabilities }) => mirrorOf(host, capabilities)),
        ),
      ];
    }),
  );
}

/**
 * Returns one mirror of a Scenario, of which the host alone counts; nothing if pulls are not allowed there, or
 * the address is invalid.
 */
function mirrorOf(address: string, capabilities: readonly string[] | undefined): readonly ConfiguredHost[] {
  const host = hostOfUrl(address);
  const asked =
    capabilities === undefined || capabilities.length === 0
      ? ['resolve', 'pull']
      : capabilities.map((name) => name.toLowerCase());
  const known = (['resolve', 'pull'] as const).filter((name) => asked.includes(name));
  return host === undefined || known.length === 0 ? [] : [{ host, capabilities: known }];
}

/** Returns the list with the registry itself as the last resort, unless it contains it. */
export function withItself(registry: string, mirrors: readonly ConfiguredHost[]): readonly ConfiguredHost[] {
  const host = hostOfUrl(registry) ?? registry;
  return mirrors.some((mirror) => mirror.host === host) ? mirrors : [...mirrors, registryItself];
}

/**
 * What is known of a runtime's configuration, from any source; absent fields have the default. Times are
 * microseconds, sizes bytes.
 */
export interface RuntimeConfiguration {
  /** `max_concurrent_downloads` of containerd's CRI plugin. */
  readonly downloads?: number;
  /** The same setting of its transfer service, `io.containerd.transfer.v1.local`. */
  readonly transferDownloads?: number;
  readonly unpacks?: number;
  readonly transferFetchBuffer?: number;
  readonly fetchBuffer?: number;
  readonly progressTimeoutMicros?: number;
  /** CRI-O's `pull_progress_timeout`. */
  readonly crioProgressTimeoutMicros?: number;
  readonly snapshotter?: string;
  /** What a Scenario or an option says of the SOCI snapshotter's `parallel_pull_unpack`. */
  readonly parallelPull?: AskedParallelPull;
  /** What a Scenario, an option or the document of a pool says of pulling lazily. */
  readonly lazyPull?: AskedLazyPull;
  /** What that snapshotter's own file, or Bottlerocket's settings, say of it. */
  readonly sociPull?: AskedParallelPull;
  /** The feature gate FastImagePull of nodeadm, which sets it on machines that are large enough. */
  readonly hasFastImagePull?: boolean;
  readonly useLocalImagePull?: boolean;
  /**
   * The image of pod sandboxes: `sandbox_image`, `pinned_images.sandbox` of containerd 2, or CRI-O's
   * `pause_image`.
   */
  readonly sandboxImage?: string;
  /** `discard_unpacked_layers`, for which containerd pulls locally. */
  readonly discards?: boolean;
  /**
   * The name of another setting of the CRI plugin that the transfer service does not support, so that
   * containerd pulls locally.
   */
  readonly onlyLocal?: string;
  /** Where containerd looks for hosts.toml files, with the file that says so. */
  readonly hostsFolder?: string;
  /** The same as it is written: folders with colons between them. */
  readonly hostsPath?: string;
  /** Whether containerd's config.toml is given, so that what it does not set has the default. */
  readonly hasConfigFile?: boolean;
  /** Whether a document of the cluster has a part of it. */
  readonly hasConfigPart?: boolean;
  /** The registries of registries.conf, and what OpenShift makes of mirror sets; only CRI-O reads them. */
  readonly registriesConf?: readonly CrioRegistry[];
  /** `unqualified-search-registries` of registries.conf. */
  readonly searchRegistries?: readonly string[];
  /** The names in `[aliases]` of registries.conf. */
  readonly shortNameAliases?: readonly string[];
  /** CRI-O's `short_name_mode`. */
  readonly shortNameMode?: string;
  /** The registries, or parts of them, whose images CRI-O's policy lets run; absent: all. */
  readonly allowedRegistries?: readonly string[];
  /** Mirrors by registry in order, including the last resort; `_default` for all others. */
  readonly hosts?: Readonly<Record<string, readonly ConfiguredHost[]>>;
}
