import type { RuntimeDelays } from '../profiles/runtime-profile.ts';
import { type PageCacheLimits, pieceBytes } from './page-cache.ts';

/** A kind of disk that clouds have. */
export interface DiskKind {
  /** Returns what it writes in bytes per second, by its size in bytes. */
  readonly bytesPerSecond: (sizeBytes: number) => number;
  /** What part of that it takes while files are written back; measured where it is not 1. */
  readonly writeBackShare: number;
  /** How much longer a write takes that has to be on the disk, beside the measured machine's, in µs. */
  readonly syncMicros: number;
  readonly source: string;
}

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;

/** Premium SSD v1 by the size up to which a disk counts as one of its tiers, in GiB and MB/s. */
const azureTiers = [
  [32, 25],
  [64, 50],
  [128, 100],
  [256, 125],
  [512, 150],
  [1_024, 200],
  [4_096, 250],
] as const;

/**
 * The kinds by their names. Sizes and rates are those that their clouds publish; what of it is written back and how
 * long a sync takes was measured for gp2, pd-balanced and local-ssd, and is taken for those of the same cloud.
 */
export const diskKinds = {
  gp2: {
    bytesPerSecond: (size) => (size <= 170 * gibibyte ? 128 : 250) * mebibyte,
    writeBackShare: 0.98,
    syncMicros: 0,
    source: 'Amazon EBS gp2: 128 MiB/s up to 170 GiB, 250 MiB/s above, below 334 GiB in bursts',
  },
  gp3: {
    bytesPerSecond: () => 125 * mebibyte,
    writeBackShare: 0.98,
    syncMicros: 0,
    source: 'Amazon EBS gp3: 125 MiB/s unless more is bought (diskBandwidth says so)',
  },
  'pd-standard': {
    bytesPerSecond: (size) => 0.12e6 * (size / 1e9),
    writeBackShare: 0.83,
    syncMicros: 14_000,
    source: 'Google Persistent Disk, zonal standard: 0.12 MB/s for each GB',
  },
  'pd-balanced': {
    bytesPerSecond: (size) => 140e6 + 0.28e6 * (size / 1e9),
    writeBackShare: 0.83,
    syncMicros: 14_000,
    source: 'Google Persistent Disk, balanced: 140 MB/s and 0.28 for each GB',
  },
  'pd-ssd': {
    bytesPerSecond: (size) => 240e6 + 0.48e6 * (size / 1e9),
    writeBackShare: 0.83,
    syncMicros: 14_000,
    source: 'Google Persistent Disk, SSD: 240 MB/s and 0.48 for each GB',
  },
  'hyperdisk-balanced': {
    bytesPerSecond: () => 140 * mebibyte,
    writeBackShare: 0.83,
    syncMicros: 14_000,
    source: 'Google Hyperdisk Balanced: 140 MiB/s unless more is provisioned (diskBandwidth says so)',
  },
  'local-ssd': {
    bytesPerSecond: () => 350e6,
    writeBackShare: 1,
    syncMicros: 0,
    source: 'Google Local SSD, NVMe: 350 MB/s of writes for each disk of 375 GB',
  },
  'azure-premium': {
    bytesPerSecond: (size) =>
      (azureTiers.find(([gibibytes]) => size <= gibibytes * gibibyte)?.[1] ?? 250) * 1e6,
    writeBackShare: 0.98,
    syncMicros: 0,
    source: 'Azure Premium SSD by tier: P10 (128 GiB) 100 MB/s, P15 125, P20 150, P30 200',
  },
} as const satisfies Readonly<Record<string, DiskKind>>;

export type DiskKindName = keyof typeof diskKinds;

export const diskKindNames = Object.keys(diskKinds) as readonly DiskKindName[];

export function isDiskKindName(name: string): name is DiskKindName {
  return Object.hasOwn(diskKinds, name);
}

/**
 * Returns the fixed costs of a runtime on a disk of this kind: each layer's blob, and each entry in the metadata, has
 * to be on it before the next thing happens.
 */
export function delaysOnDisk(delays: RuntimeDelays, { syncMicros }: DiskKind): Partial<RuntimeDelays> {
  if (syncMicros === 0) return {};
  return {
    commit: delays.commit + 2 * syncMicros,
    betweenUnpacks: delays.betweenUnpacks + 2 * syncMicros,
    transaction: delays.transaction + syncMicros,
    beforeReply: delays.beforeReply + syncMicros,
  };
}

/**
 * The part of a node's memory that is free or holds files, of which the kernel's ratios are taken: what the kernel
 * and the daemons of an idle node leave.
 */
const dirtyableShare = 0.95;

/** No node runs pods with less. */
const memoryBytesMin = 128e6;

/** `vm.dirty_background_ratio` and `vm.dirty_ratio`, the kernel's defaults. */
const backgroundRatio = 0.1;
const limitRatio = 0.2;

/**
 * Returns what a node's kernel lets wait in memory. With ext4 each layer's entry in the metadata waits for files
 * that are being written back (`data=ordered`), so that unpacking goes at the rate of the disk as soon as that
 * begins; with xfs only from the hard limit on. Measured on clusters: docs/fidelity-runtime.md, large images.
 */
export function pageCacheLimits(
  memoryBytes: number,
  writeBackBytesPerSecond: number,
  fileSystem: FileSystem,
): PageCacheLimits {
  const dirtyable = Math.max(memoryBytes, memoryBytesMin) * dirtyableShare;
  const backgroundBytes = Math.floor(dirtyable * backgroundRatio);
  const limitBytes =
    fileSystem === 'xfs'
      ? Math.floor(dirtyable * limitRatio)
      : backgroundBytes + pieceBytes({ backgroundBytes });
  return {
    writeBackBytesPerSecond: Math.max(1, Math.floor(writeBackBytesPerSecond)),
    backgroundBytes,
    limitBytes,
  };
}

export const fileSystems = ['ext4', 'xfs'] as const;

export type FileSystem = (typeof fileSystems)[number];

/** Operating systems whose images have their files on xfs; others have ext4. */
const xfsSystems = /^(amazon linux|red hat|rhel|rocky|almalinux|centos|oracle linux|talos)/i;

/** Returns the file system of a node's images, by the operating system that its Node names. */
export function fileSystemOfImage(osImage: string): FileSystem {
  return xfsSystems.test(osImage) ? 'xfs' : 'ext4';
}
