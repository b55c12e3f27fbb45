import type { RegistryHost } from '../runtime/registry-host.ts';
import type { NodePlan } from './node-plan.ts';
import { runtimeConfigOfDocument } from './runtime-config-of-document.ts';

/** What is known of a runtime's configuration, from whatever place; absent: its default. Times are microseconds, sizes bytes. */
export interface RuntimeConfiguration {
  /** `max_concurrent_downloads` of containerd's CRI plugin. */
  readonly downloads?: number;
  /** Those of its transfer service, `io.containerd.transfer.v1.local`. */
  readonly transferDownloads?: number;
  readonly unpacks?: number;
  readonly transferFetchBuffer?: number;
  readonly fetchBuffer?: number;
  readonly progressTimeoutMicros?: number;
  /** CRI-O's `pull_progress_timeout`. */
  readonly crioProgressTimeoutMicros?: number;
  readonly snapshotter?: string;
  readonly useLocalImagePull?: boolean;
  /** The image of pod sandboxes: `sandbox_image`, `pinned_images.sandbox` of containerd 2, or CRI-O's `pause_image`. */
  readonly sandboxImage?: string;
  /** Another setting of the CRI plugin that the transfer service does not know, by its name: containerd pulls locally for it. */
  readonly onlyLocal?: string;
  /** Mirrors by registry, in order, the last resort with them; `_default` for all others. */
  readonly hosts?: Readonly<Record<string, readonly RegistryHost[]>>;
}

/** The later one's settings over the earlier one's; mirrors registry by registry. */
export function mergedConfigurations(configurations: readonly RuntimeConfiguration[]): RuntimeConfiguration {
  const hosts: RuntimeConfiguration['hosts'] = Object.assign({}, ...configurations.map((each) => each.hosts));
  const merged: RuntimeConfiguration = Object.assign({}, ...configurations);
  return Object.keys(hosts ?? {}).length === 0 ? merged : { ...merged, hosts: hosts ?? {} };
}

/** What holds for every node: the runtimes' own files, and options, which come before all else. */
export interface ConfiguredRuntime {
  readonly files: RuntimeConfiguration;
  readonly options: RuntimeConfiguration;
}

/** What is in force on a node: an option comes before what the Scenario says of it, that before the files, those before what it says of all. */
export function configurationOf({ named, defaults }: NodePlan, { files, options }: ConfiguredRuntime): RuntimeConfiguration {
  const written = [defaults, named].map((node) => (node?.runtimeConfig === undefined ? {} : runtimeConfigOfDocument(node.runtimeConfig)));
  const [ofAll = {}, ofThis = {}] = written;
  return mergedConfigurations([ofAll, files, ofThis, options]);
}
