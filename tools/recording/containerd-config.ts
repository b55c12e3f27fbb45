import type { RecordedHeader } from '../validation/recorded-run.ts';

/** Where a containerd that is recorded has its files. */
export interface ContainerdPaths {
  readonly root: string;
  readonly state: string;
  readonly socket: string;
  /** The folder with a `hosts.toml` for each registry (`config_path`). */
  readonly registries: string;
}

/** Returns the `hosts.toml` of a registry that speaks no TLS: without it 2.x tries TLS first on the loopback. */
export function registryHosts(host: string): string {
  return `server = "http://${host}"\n`;
}

/** The default of `max_concurrent_downloads` everywhere. */
const downloadsDefault = 3;

/**
 * Returns the configuration file of a containerd for a recorded run: its own defaults but for what the run sets. It tells
 * all that happens, and as JSON.
 */
export function containerdConfig(config: RecordedHeader['config'], paths: ContainerdPaths): string {
  const isOld = config.runtime.startsWith('1.');
  const { snapshotter, maxConcurrentDownloads: downloads, progressTimeout, fetchBuffer, path } = config;
  const timeout = progressTimeout && { image_pull_progress_timeout: progressTimeout };
  const sections: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>> = isOld
    ? {
        "plugins.'io.containerd.grpc.v1.cri'": { max_concurrent_downloads: downloads, ...timeout },
        "plugins.'io.containerd.grpc.v1.cri'.containerd": { snapshotter },
        "plugins.'io.containerd.grpc.v1.cri'.registry": { config_path: paths.registries },
      }
    : {
        "plugins.'io.containerd.cri.v1.images'": {
          snapshotter,
          ...timeout,
          // Another limit than the default makes CRI take the local path by itself.
          ...(path === 'transfer'
            ? {}
            : downloads === downloadsDefault
              ? { use_local_image_pull: true }
              : { max_concurrent_downloads: downloads }),
        },
        "plugins.'io.containerd.cri.v1.images'.registry": { config_path: paths.registries },
        "plugins.'io.containerd.transfer.v1.local'": {
          ...(path === 'transfer' ? { max_concurrent_downloads: downloads } : {}),
          ...(fetchBuffer === undefined ? {} : { concurrent_layer_fetch_buffer: fetchBuffer }),
          ...(config.maxConcurrentUnpacks === undefined
            ? {}
            : { max_concurrent_unpacks: config.maxConcurrentUnpacks }),
        },
      };
  return [
    `version = ${isOld ? 2 : 3}`,
    `root = ${tomlValue(paths.root)}`,
    `state = ${tomlValue(paths.state)}`,
    ...Object.entries({
      grpc: { address: paths.socket },
      debug: { level: 'trace', format: 'json' },
      ...sections,
    }).flatMap(([name, values]) => [
      '',
      `[${name}]`,
      ...Object.entries(values).map(([key, value]) => `${key} = ${tomlValue(value)}`),
    ]),
    '',
  ].join('\n');
}

function tomlValue(value: string | number | boolean): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
