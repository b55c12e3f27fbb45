import { type LazyPull, lazyPullText } from './lazy-pull.ts';
import { type ParallelPull, parallelPullText } from './parallel-pull.ts';

/**
 * The options of the runtime's own configuration that decide about pulls. The names are its own, in camel
 * case.
 */
export interface RuntimeOptions {
  /** `max_concurrent_downloads`; 0: no limit. */
  readonly maxConcurrentDownloads: number;
  /** `max_concurrent_unpacks` (2.x); 1: one after another in each image. */
  readonly maxConcurrentUnpacks: number;
  /** `concurrent_layer_fetch_buffer` (2.x), in bytes; 0: a layer is one request. */
  readonly concurrentLayerFetchBuffer: number;
  /** `image_pull_progress_timeout`, in microseconds; 0: none. */
  readonly imagePullProgressTimeoutMicros: number;
  /** `overlayfs` or `native`; others count as overlayfs. */
  readonly snapshotter: string;
  /**
   * `transfer`: CRI pulls through the transfer service; `local`: by the client library
   * (`use_local_image_pull`, and all of 1.x). `copy`: CRI-O copies by containers/image.
   */
  readonly path: 'transfer' | 'local' | 'copy';
  /** `parallel_pull_unpack` of the SOCI snapshotter, which then fetches and unpacks in containerd's place. */
  readonly parallelPull?: ParallelPull;
  /** Images are mounted, and what containers read of them is fetched as they read it. */
  readonly lazyPull?: LazyPull;
}

/** The name of each option in the runtime's own configuration, in the order in which they are shown. */
export const runtimeOptionWords: Readonly<Record<keyof RuntimeOptions, string>> = {
  maxConcurrentDownloads: 'max_concurrent_downloads',
  maxConcurrentUnpacks: 'max_concurrent_unpacks',
  concurrentLayerFetchBuffer: 'concurrent_layer_fetch_buffer',
  imagePullProgressTimeoutMicros: 'image_pull_progress_timeout',
  snapshotter: 'snapshotter',
  path: 'use_local_image_pull',
  parallelPull: 'parallel_pull_unpack',
  lazyPull: 'lazy_pull',
};

/** Returns the name of an option in the configuration of the runtime that pulls by this path. */
export function runtimeOptionName(
  name: keyof RuntimeOptions,
  { path }: Pick<RuntimeOptions, 'path'>,
): string {
  return path === 'copy' && name === 'imagePullProgressTimeoutMicros'
    ? 'pull_progress_timeout'
    : runtimeOptionWords[name];
}

/** The options alone, in the same order. */
export const runtimeOptionNames = Object.keys(runtimeOptionWords) as readonly (keyof RuntimeOptions)[];

/** Returns the value of an option as in the runtime's own configuration: `6`, `5m0s`, `overlayfs`, `true`. */
export function runtimeOptionValue(
  name: keyof RuntimeOptions,
  value: RuntimeOptions[keyof RuntimeOptions],
): string {
  if (typeof value === 'object') return 'kind' in value ? lazyPullText(value) : parallelPullText(value);
  if (name === 'imagePullProgressTimeoutMicros') return goDuration(Number(value));
  return name === 'path' ? String(value === 'local') : String(value);
}

/** Returns a duration as Go prints it: `5m0s`, `1m30s` for 90 s, `1.5s`. */
function goDuration(micros: number): string {
  const hours = Math.floor(micros / 3_600e6);
  const minutes = Math.floor(micros / 60e6) % 60;
  const seconds = (micros % 60e6) / 1e6;
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}
