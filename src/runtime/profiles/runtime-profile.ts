import type { PullError } from '../errors/pull-error.ts';
import type { RuntimeOptions } from './runtime-options.ts';

/** Everything that differs between container runtimes, as data and small named functions. Measured: docs/measurements.md R2, R3, R8. */
export interface RuntimeProfile {
  /** `containerd://2.4` */
  readonly name: string;
  /** false: it runs on documented defaults and on figures of another runtime, and every output says so. */
  readonly isMeasured: boolean;
  /** Its configuration in force. */
  readonly options: RuntimeOptions;
  /** What its configuration can set at all. */
  readonly settable: readonly (keyof RuntimeOptions)[];
  readonly unpackRates: UnpackRates;
  /** What one processor takes in where nothing else is slower: it decrypts or copies, hashes and writes. Measured on two: e2, e7. */
  readonly intakeBytesPerCpuSecond: number;
  readonly delays: RuntimeDelays;
  readonly downloadSlots: DownloadSlots;
  /** How many requests are made before the runtime gives up on an answer of this status. */
  readonly requestsMax: (status: number) => number;
  readonly sandboxImage: SandboxImage;
  /** How far apart its garbage collector looks for what failed pulls have left behind; 0: they leave nothing. */
  readonly collectionMicros: number;
  /** The runtime whose wording its errors have. */
  readonly wording: RuntimeWording;
  /** The CRI's error as the kubelet prints it, in that wording and with those options. */
  readonly errorText: (error: PullError, image: string) => string;
}

export type RuntimeWording = 'containerd://1.6' | 'containerd://1.7' | 'containerd://2.4' | 'cri-o://1.33';

/** How fast one layer is unpacked where nothing else runs, in unpacked bytes (or files) per second. Measured: R5. */
export interface UnpackRates {
  /** gzip that compresses. */
  readonly gzip: number;
  /** gzip of what does not compress. */
  readonly stored: number;
  /** A plain tar. */
  readonly tar: number;
  readonly filesPerSecond: number;
  /** How many processors one unpacking keeps busy. */
  readonly processors: number;
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
  /** GET of one of the first layers → that of the next: opening the file of a layer is a transaction of the metadata. */
  readonly betweenLayers: number;
  /** Last byte of a layer, which frees its slot → the GET of the layer that waited for it. */
  readonly slotHandOver: number;
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
  /** Unpacking a layer of no size. */
  readonly unpack: number;
  /** One transaction of the metadata: those before manifest, config, layers and reply are part of what lies there. */
  readonly transaction: number;
  /** Last layer unpacked → reply. */
  readonly beforeReply: number;
  /** HEAD answered → reply, where everything is there. */
  readonly beforeReplyPresent: number;
  /** Last answer → reply of a pull that failed. */
  readonly beforeFailure: number;
  /** The same, where a layer was what failed: others are under way and have to be let go of. */
  readonly beforeLayerFailure: number;
}

/**
 * Who may download how much at once. `pull`: each pull its own, layers in manifest order, held until the blob is
 * committed. `node`: one queue for the whole node, also for manifests and configs, layers of an image in random order,
 * freed at the last byte.
 */
export interface DownloadSlots {
  readonly scope: 'pull' | 'node';
  readonly slotsMax: number;
  readonly order: 'manifest' | 'random';
}

/** Returns how long a layer of `bytes` takes from its last byte to the moment at which it may be unpacked, in microseconds. */
export function commitMicros(delays: RuntimeDelays, bytes: number): number {
  return delays.commit + Math.round((bytes / 1e6) * delays.commitPerMegabyte);
}

/** Returns how much of that comes before the blob is noted in the metadata, in microseconds. */
export function syncMicros(delays: RuntimeDelays, bytes: number): number {
  return Math.max(0, commitMicros(delays, bytes) - delays.commitWrite);
}

/** The image of pod sandboxes (pause) where the runtime's configuration names no other. */
export interface SandboxImage {
  readonly name: string;
  /** Whether the runtime pins it, so that the kubelet's image GC spares it (containerd 1.7 and later, CRI-O). */
  readonly isPinned: boolean;
}
