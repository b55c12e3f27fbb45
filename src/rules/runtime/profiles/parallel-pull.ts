/**
 * How the SOCI snapshotter pulls an image in its mode `parallel_pull_unpack`: it asks for every layer at once, in
 * chunks of several connections, which it writes to a file, and unpacks each layer as soon as it is complete,
 * whatever is below it. 0 is no limit, and of the chunk size that a layer is one request.
 */
export interface ParallelPull {
  /** `max_concurrent_downloads`: chunks that come at once on the node. */
  readonly downloads: number;
  /** `max_concurrent_downloads_per_image`. */
  readonly downloadsPerImage: number;
  /** `concurrent_download_chunk_size`, in bytes. */
  readonly chunkBytes: number;
  /** `max_concurrent_unpacks`: layers that are unpacked at once on the node. */
  readonly unpacks: number;
  /** `max_concurrent_unpacks_per_image`. */
  readonly unpacksPerImage: number;
  /** `discard_unpacked_layers`: the compressed layer is not stored beside its files. */
  readonly discardsLayers: boolean;
  /**
   * `decompress_streams`: the program that inflates gzip, as a process of its own; absent: as containerd does on
   * this node.
   */
  readonly inflater?: Inflater;
}

/** Programs that inflate gzip in a process of their own. */
export const inflaters = ['unpigz', 'igzip'] as const;

export type Inflater = (typeof inflaters)[number];

/** The defaults of the SOCI snapshotter, which pull as containerd does (config/defaults.go, v0.14). */
export const plainParallelPull: ParallelPull = {
  downloads: 0,
  downloadsPerImage: 3,
  chunkBytes: 0,
  unpacks: 0,
  unpacksPerImage: 1,
  discardsLayers: false,
};

/**
 * What nodeadm of EKS writes with the feature gate FastImagePull (nodeadm/internal/containerd/snapshotter/
 * soci-snapshotter.config.toml, 81fec2e8 of 2026-07-23).
 */
export const fastImagePull: ParallelPull = {
  downloads: 0,
  downloadsPerImage: 20,
  chunkBytes: 16 * 2 ** 20,
  unpacks: 0,
  unpacksPerImage: 12,
  discardsLayers: true,
  inflater: 'unpigz',
};

/** Below either, nodeadm leaves the gate out of account (`UseSOCISnapshotter`). */
export const fastImagePullNeeds = { cpus: 4, memoryBytes: 7 * 2 ** 30 } as const;

/** Returns the settings in one phrase: `20 downloads of 16 MiB and 12 unpacks an image`. */
export function parallelPullText(pull: ParallelPull): string {
  const { downloads, downloadsPerImage, chunkBytes, unpacks, unpacksPerImage } = pull;
  const pieces = chunkBytes === 0 ? 'of whole layers' : `of ${sizeText(chunkBytes)}`;
  const onNode = [
    ...(downloads === 0 ? [] : [`${downloads} downloads`]),
    ...(unpacks === 0 ? [] : [`${unpacks} unpacks`]),
  ];
  const node = onNode.length === 0 ? '' : `, ${onNode.join(' and ')} on the node`;
  return `${limitText(downloadsPerImage)} downloads ${pieces} and ${limitText(unpacksPerImage)} unpacks an image${node}`;
}

function limitText(limit: number): string {
  return limit === 0 ? 'any' : String(limit);
}

function sizeText(bytes: number): string {
  return bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MiB` : `${bytes} bytes`;
}
