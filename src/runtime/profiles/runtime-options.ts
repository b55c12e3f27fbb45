/** The options of the runtime's own configuration that decide about pulls. The names are its own, in camel case. */
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
  /** `transfer`: CRI pulls through the transfer service; `local`: by the client library (`use_local_image_pull`, and all of 1.x). */
  readonly path: 'transfer' | 'local';
}

/** The names of the options, in the order in which they are shown. */
export const runtimeOptionNames = [
  'maxConcurrentDownloads',
  'maxConcurrentUnpacks',
  'concurrentLayerFetchBuffer',
  'imagePullProgressTimeoutMicros',
  'snapshotter',
  'path',
] as const satisfies readonly (keyof RuntimeOptions)[];
