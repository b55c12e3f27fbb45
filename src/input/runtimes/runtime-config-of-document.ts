import type { RegistryHost } from '../../runtime/registry/registry-host.ts';
import { bytes, micros } from '../scenario/quantity-shapes.ts';
import { hostOfUrl } from './registry-mirrors.ts';
import type { RuntimeConfigDocument } from './runtime-config-shape.ts';

/** Returns the content of a checked `runtimeConfig` of a Scenario or an option. Its mirrors end with the registry itself. */
export function runtimeConfigOfDocument(document: RuntimeConfigDocument): RuntimeConfiguration {
  const transfer = document['io.containerd.transfer.v1.local'];
  const timeout = document.image_pull_progress_timeout;
  const crioTimeout = document.pull_progress_timeout;
  const buffer = document.concurrent_layer_fetch_buffer;
  const transferBuffer = transfer?.concurrent_layer_fetch_buffer ?? buffer;
  const unpacks = transfer?.max_concurrent_unpacks ?? document.max_concurrent_unpacks;
  return {
    ...(document.max_concurrent_downloads === undefined ? {} : { downloads: document.max_concurrent_downloads }),
    ...(transfer?.max_concurrent_downloads === undefined ? {} : { transferDownloads: transfer.max_concurrent_downloads }),
    ...(unpacks === undefined ? {} : { unpacks }),
    ...(buffer === undefined ? {} : { fetchBuffer: bytes(buffer) }),
    ...(transferBuffer === undefined ? {} : { transferFetchBuffer: bytes(transferBuffer) }),
    ...(timeout === undefined ? {} : { progressTimeoutMicros: micros(String(timeout)) }),
    ...(crioTimeout === undefined ? {} : { crioProgressTimeoutMicros: micros(String(crioTimeout)) }),
    ...(document.snapshotter === undefined ? {} : { snapshotter: document.snapshotter }),
    ...(document.use_local_image_pull === undefined ? {} : { useLocalImagePull: document.use_local_image_pull }),
    ...(document.sandbox_image === undefined ? {} : { sandboxImage: document.sandbox_image }),
    ...(document.hosts === undefined ? {} : { hosts: hostsOf(document.hosts) }),
  };
}

function hostsOf(hosts: NonNullable<RuntimeConfigDocument['hosts']>): Readonly<Record<string, readonly RegistryHost[]>> {
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

/** Returns one entry of a list of mirrors; nothing if pulls are not allowed there, or the address is invalid. */
export function mirrorOf(address: string, capabilities: readonly string[] | undefined): readonly RegistryHost[] {
  const host = hostOfUrl(address);
  const asked =
    capabilities === undefined || capabilities.length === 0 ? ['resolve', 'pull'] : capabilities.map((name) => name.toLowerCase());
  const known = (['resolve', 'pull'] as const).filter((name) => asked.includes(name));
  return host === undefined || known.length === 0 ? [] : [{ host, capabilities: known }];
}

/** Returns the list with the registry itself as the last resort, unless it contains it. For `_default` it is added for each registry. */
export function withItself(registry: string, mirrors: readonly RegistryHost[]): readonly RegistryHost[] {
  const host = hostOfUrl(registry) ?? registry;
  if (registry === '_default' || mirrors.some((mirror) => mirror.host === host)) return mirrors;
  return [...mirrors, { host, capabilities: ['resolve', 'pull'] }];
}

/** What is known of a runtime's configuration, from any source; absent fields have the default. Times are microseconds, sizes bytes. */
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
  readonly useLocalImagePull?: boolean;
  /** The image of pod sandboxes: `sandbox_image`, `pinned_images.sandbox` of containerd 2, or CRI-O's `pause_image`. */
  readonly sandboxImage?: string;
  /** `discard_unpacked_layers`, for which containerd pulls locally. */
  readonly discards?: boolean;
  /** The name of another setting of the CRI plugin that the transfer service does not support, so that containerd pulls locally. */
  readonly onlyLocal?: string;
  /** Where containerd looks for hosts.toml files, with the file that says so. */
  readonly hostsFolder?: string;
  /** Mirrors by registry in order, including the last resort; `_default` for all others. */
  readonly hosts?: Readonly<Record<string, readonly RegistryHost[]>>;
}

/**
 * Returns the hosts at which a node looks for the images of each of these registries, including the registry itself. Registries without
 * mirrors are left out. `_default` is for registries that have no mirrors of their own.
 */
export function registryHostsOf(
  mirrors: NonNullable<RuntimeConfiguration['hosts']>,
  registries: readonly string[],
): Readonly<Record<string, readonly RegistryHost[]>> {
  return Object.fromEntries(
    registries.flatMap((registry) => {
      const own = Object.hasOwn(mirrors, registry) ? mirrors[registry] : undefined;
      const places = own ?? withItself(registry, mirrors._default ?? []);
      return places.every(({ host }) => host === registry) ? [] : [[registry, places] as const];
    }),
  );
}
