/** The ways to start a container before its image is there, by the names that configurations have for them. */
export const lazyPullKinds = ['gke', 'stargz', 'soci', 'nydus', 'overlaybd'] as const;

export type LazyPullKind = (typeof lazyPullKinds)[number];

/** How a node pulls lazily: an image is mounted, and what containers read of it is fetched as they read it. */
export interface LazyPull {
  readonly kind: LazyPullKind;
  /**
   * Only images that say so are made for it, as on nodes whose configuration names the snapshotter; absent: all are
   * taken to be.
   */
  readonly onlyMarkedImages?: true;
  /** The part of an image that a container reads at its start, from 0 to 1; absent: the published mean. */
  readonly readAtStart?: number;
}

/** A way to pull lazily, as data. Times are microseconds; a gigabyte is 10^9 unpacked bytes. */
export interface LazyPullRow {
  /** The snapshotter, or the provider's name for it. */
  readonly words: string;
  /** What an image must be made into, so that it can be read in parts; absent: any image can be. */
  readonly format?: string;
  /** The registries whose images are pulled so, by the ends of their hosts; absent: any. */
  readonly hostEnds?: readonly string[];
  /** A smaller layer is pulled whole. */
  readonly layerBytesMin: number;
  /** What the pull reads of a layer (its table of contents), as a part of the compressed bytes. */
  readonly indexShare: number;
  /** Mounting a layer. */
  readonly mountMicros: number;
  /** What the pull takes beside that, by the image's size; absent: nothing. */
  readonly pull?: {
    readonly microsPerGigabyte: number;
    /** What each pull takes at first, which is less for images below a size. */
    readonly firstMicrosMax: number;
    readonly firstMicrosPerGigabyte: number;
  };
  /** Reading through the file system, beside the transfer, for each million unpacked bytes. */
  readonly readMicrosPerMegabyte: number;
  /** How it fetches what has not been read; absent: it does not. */
  readonly behind?: {
    /** The time from the last read at the start to the first byte. */
    readonly afterMicros: number;
    readonly bytesPerSecondMax?: number;
  };
  readonly sources: readonly string[];
}

/**
 * The part of an image that a container reads at its start: 6.4 % in the mean of 57 applications (Harter et al.,
 * Slacker, FAST 2016); 1 to 5 % of a large image in tests of eStargz (blog.vertexcover.io, 2025). They do not say
 * of what yours reads.
 */
export const readAtStartPublished = { share: 0.064, low: 0.01, high: 0.064 } as const;

/** eStargz: all of an image of 8 GB was read in 79 to 88 s instead of 45 to 54 (blog.vertexcover.io, 2025). */
const readMicrosPerMegabyte = 4_250;

const shared = { layerBytesMin: 0, indexShare: 0.005, mountMicros: 5_000, readMicrosPerMegabyte };

const readingSource =
  'reading beside the transfer: blog.vertexcover.io, 2025 (eStargz); assumed for the others';
const indexSource = 'table of contents 0.5 % of the layer, and 5 ms to mount it: assumed';

/** Every way to pull lazily. */
export const lazyPullRows: Readonly<Record<LazyPullKind, LazyPullRow>> = {
  gke: {
    ...shared,
    words: 'Image streaming of GKE',
    hostEnds: ['.pkg.dev'],
    indexShare: 0,
    mountMicros: 0,
    // Fitted to three sizes of six, and held against the others: docs/measurements.md R11.
    pull: { microsPerGigabyte: 689_000, firstMicrosMax: 4_700_000, firstMicrosPerGigabyte: 1_800_000 },
    behind: { afterMicros: 0 },
    sources: [
      'cloud.google.com/kubernetes-engine/docs/how-to/image-streaming: Artifact Registry only, the whole image is loaded behind',
      'docs/measurements.md R11: what a pull takes',
      readingSource,
    ],
  },
  stargz: {
    ...shared,
    words: 'The stargz snapshotter',
    format: 'eStargz',
    behind: { afterMicros: 0 },
    sources: [
      'containerd/stargz-snapshotter fs/config/config.go (17930afd): background fetch is on',
      readingSource,
      indexSource,
    ],
  },
  soci: {
    ...shared,
    words: 'The SOCI snapshotter with an index',
    format: 'a SOCI index',
    layerBytesMin: 10 * 2 ** 20,
    behind: { afterMicros: 30_000_000, bytesPerSecondMax: 8 * 2 ** 20 },
    sources: [
      'awslabs/soci-snapshotter config/defaults.go (1277bbb5): a span (4 MiB) each 500 ms, after 30 s; layers below 10 MiB have no index',
      readingSource,
      indexSource,
    ],
  },
  nydus: {
    ...shared,
    words: 'The nydus snapshotter',
    format: 'RAFS',
    sources: ['what is not read is not fetched unless prefetch is set: assumed', readingSource, indexSource],
  },
  overlaybd: {
    ...shared,
    words: 'Artifact streaming of AKS (overlaybd)',
    format: 'overlaybd',
    hostEnds: ['.azurecr.io'],
    sources: [
      'learn.microsoft.com/azure/aks/artifact-streaming: images of Azure Container Registry for which it is switched on',
      readingSource,
      indexSource,
    ],
  },
};

/** Returns the settings in one phrase: `stargz, 6.4 % read at start`. */
export function lazyPullText({ kind, onlyMarkedImages, readAtStart }: LazyPull): string {
  const marked = onlyMarkedImages === true ? ' for images that are made for it' : '';
  return `${kind}${marked}, ${percentText(readAtStart ?? readAtStartPublished.share)} read at start`;
}

/** Returns a share as `6.4 %`. */
export function percentText(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}
