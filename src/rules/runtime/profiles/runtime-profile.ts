import type { PullError } from '../errors/pull-error.ts';
import type { RuntimeOptions } from './runtime-options.ts';

/**
 * Everything that differs between container runtimes, as data and small named functions. Measured:
 * docs/measurements.md R2, R3, R8.
 */
export interface RuntimeProfile {
  /** The runtime's name and release, as `containerd://2.4`. */
  readonly name: string;
  /**
   * Whether its figures were measured. If not, it has documented defaults and the figures of another runtime,
   * and every output says so.
   */
  readonly isMeasured: boolean;
  /** The options in force. */
  readonly options: RuntimeOptions;
  /** The options that its configuration can set. */
  readonly settable: readonly (keyof RuntimeOptions)[];
  readonly unpackRates: UnpackRates;
  /**
   * The rate at which one processor can receive bytes: it decrypts or copies, hashes and writes. Measured on
   * two: e2, e7.
   */
  readonly intakeBytesPerCpuSecond: number;
  readonly delays: RuntimeDelays;
  /**
   * In how many transactions a blob is noted: the blob, and the label that says where it came from
   * (`AppendDistributionSourceLabel`). With 1.6 the first is nearly all of it, so that they count as one.
   */
  readonly blobWrites: number;
  /**
   * Whether the blob's fsync lies within that transaction, so that other writes wait for it:
   * `namespacedWriter.Commit` of 1.x; from 2.0 on it syncs before (metadata/content.go).
   */
  readonly syncsInWrite: boolean;
  /**
   * Whether a layer whose unpacking begins before its end was seen counts as a download for ever: the progress
   * tracker of the transfer service since `ExtractProgress` (core/transfer/local/progress.go, v2.2.0).
   */
  readonly losesUnpackedLayers: boolean;
  /**
   * Whether a request that begins after a check that found none under way has the time since that check counted
   * against the progress timeout (`prevActiveReqs` of image_pull.go ended that in 2.4.0).
   */
  readonly countsIdleTime: boolean;
  readonly downloadSlots: DownloadSlots;
  /** Returns how many requests the runtime makes before it gives up on an answer with this status. */
  readonly requestsMax: (status: number) => number;
  readonly sandboxImage: SandboxImage;
  /**
   * The interval of the garbage collector that removes what failed pulls have left; 0: they leave nothing.
   */
  readonly collectionMicros: number;
  /** What stands before the reason in the error of a container whose image volume cannot be mounted. */
  readonly volumeErrorPrefix: string;
  /** The wording of its errors. */
  readonly wording: RuntimeWording;
  /** Returns the CRI's error as the kubelet prints it, in that wording and with those options. */
  readonly errorText: (error: PullError, image: string, isIndex?: boolean) => string;
}

export type RuntimeWording =
  | 'containerd://1.6'
  | 'containerd://1.7'
  | 'containerd://2.1'
  | 'containerd://2.4'
  | 'cri-o://1.33';

/**
 * How fast one layer is unpacked if nothing else runs, in unpacked bytes (or files) per second. Measured: R5.
 */
export interface UnpackRates {
  /** The rate of a gzip layer whose content compresses. */
  readonly gzip: number;
  /** The rate of a gzip layer whose content does not compress. */
  readonly stored: number;
  /** The rate of a plain tar. */
  readonly tar: number;
  readonly filesPerSecond: number;
  /** How many processors one unpacking keeps busy. */
  readonly processors: number;
  /** A process of its own inflates (unpigz), beside the one that hashes and writes. */
  readonly inflatesApart?: true;
  /** The part of `stored` and `tar` that is hashing, where that is done beside the writing; absent: 0. */
  readonly hashShareApart?: number;
}

/** Fixed costs beside latency and transfer, in microseconds: medians over all the recorded runs. */
export interface RuntimeDelays {
  /** PullImage called → HEAD. */
  readonly beforeHead: number;
  /** HEAD answered → GET manifest (or index). */
  readonly beforeManifest: number;
  readonly beforeConfig: number;
  /** Config answered → GET of the first layers. */
  readonly beforeLayers: number;
  /**
   * GET of one of the first layers → that of the next: opening the file of a layer is a transaction of the
   * metadata.
   */
  readonly betweenLayers: number;
  /**
   * Opening a layer that came in part: for each million bytes of it, which are read again for its digest,
   * within that transaction.
   */
  readonly resumePerMegabyte: number;
  /** Last byte of a layer, which frees its slot → the GET of the layer that waited for it. */
  readonly slotHandOver: number;
  /**
   * How much later that GET comes while a layer is unpacked, where slots are of each pull. With 1.6 an
   * unpacking keeps both processors busy, and Go lets it run on for up to 10 ms before another goroutine gets
   * its turn.
   */
  readonly handOverWait: number;
  /** Failed answer → the next try of the same request. */
  readonly beforeRetry: number;
  /** Last byte of a layer → its unpacking may begin, for a layer of no size … */
  readonly commit: number;
  /** … and for each million bytes of it: the fsync of the blob. */
  readonly commitPerMegabyte: number;
  /** Of `commit`, the transaction that notes the blob in the metadata. */
  readonly commitWrite: number;
  /** One layer unpacked → the next begins: transactions that commit its snapshot and prepare the next. */
  readonly betweenUnpacks: number;
  /** Unpacking a layer without content. */
  readonly unpack: number;
  /**
   * One transaction of the metadata: those before manifest, config, layers and reply are part of what lies
   * there.
   */
  readonly transaction: number;
  /** Last layer unpacked → reply. */
  readonly beforeReply: number;
  /** HEAD answered → reply, if everything is present. */
  readonly beforeReplyPresent: number;
  /** Last answer → reply of a pull that failed. */
  readonly beforeFailure: number;
  /** The same if a layer has failed: the others are under way and have to be cancelled. */
  readonly beforeLayerFailure: number;
}

/**
 * Who may download how much at once. `pull`: each pull its own, layers in manifest order, held until the blob
 * is committed. `node`: one queue for the whole node, also for manifests and configs, layers of an image in
 * random order, freed at the last byte.
 */
interface DownloadSlots {
  readonly scope: 'pull' | 'node';
  readonly slotsMax: number;
  readonly order: 'manifest' | 'random';
  /** How many of them the layers of one image may have; absent: all. */
  readonly slotsMaxPerImage?: number;
}

/**
 * Returns how long a layer of `bytes` takes from its last byte to the moment at which it may be unpacked, in
 * microseconds.
 */
export function commitMicros(delays: RuntimeDelays, bytes: number): number {
  return delays.commit + Math.round((bytes / 1e6) * delays.commitPerMegabyte);
}

/** Returns the part of that time before the blob is entered in the metadata store, in microseconds. */
export function syncMicros({ delays, syncsInWrite }: CommitProfile, bytes: number): number {
  return Math.max(0, commitMicros(delays, syncsInWrite ? 0 : bytes) - delays.commitWrite);
}

/** Returns how long the store is busy with the blob, in microseconds. */
export function noteMicros({ delays, syncsInWrite }: CommitProfile, bytes: number): number {
  return delays.commitWrite + (syncsInWrite ? commitMicros(delays, bytes) - delays.commit : 0);
}

type CommitProfile = Pick<RuntimeProfile, 'delays' | 'syncsInWrite'>;

/** The image of pod sandboxes (pause), unless the runtime's configuration names another. */
interface SandboxImage {
  readonly name: string;
  /**
   * Whether the runtime pins it, so that the kubelet's image GC spares it (containerd 1.7 and later, CRI-O).
   */
  readonly isPinned: boolean;
}

/**
 * What each fixed cost of a runtime stands for, in the order of a pull; the names are those of
 * `RuntimeDelays`.
 */
export const runtimeDelayNames: Readonly<Record<keyof RuntimeDelays, string>> = {
  beforeHead: 'PullImage called to HEAD sent',
  beforeManifest: 'HEAD answered to GET manifest',
  beforeConfig: 'manifest answered to GET config',
  beforeLayers: 'config answered to GET of the first layers',
  betweenLayers: 'GET of one of the first layers to that of the next',
  resumePerMegabyte:
    'opening a layer that came in part, for each million bytes that are read again for its digest',
  slotHandOver: 'last byte of a layer to GET of the next',
  handOverWait: 'the same, how much later while the node unpacks a layer (slots of each pull)',
  beforeRetry: 'failed answer to the next try',
  commit: 'last byte of a layer to its unpacking',
  commitPerMegabyte: 'the same, for each million bytes (fsync)',
  commitWrite: 'noting the blob, part of its commit; a node writes one thing at a time',
  betweenUnpacks: 'one layer unpacked to the next begun',
  unpack: 'unpacking a layer of no size',
  transaction:
    'one transaction of the metadata, part of what is before manifest, config, layers and reply; a node writes one thing at a time',
  beforeReply: 'last layer unpacked to the reply',
  beforeReplyPresent: 'HEAD answered to the reply, image present',
  beforeFailure: 'last answer to the reply of a failed pull',
  beforeLayerFailure: 'the same, where layers were under way that have to be let go of',
};

/** The names alone, with their type. */
export const runtimeDelayKeys = Object.keys(runtimeDelayNames) as readonly (keyof RuntimeDelays)[];
