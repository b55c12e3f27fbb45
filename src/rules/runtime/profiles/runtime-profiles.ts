import { selectErrorText } from '../errors/select-error-text.ts';
import type { ParallelPull } from './parallel-pull.ts';
import { type RuntimeOptions, runtimeOptionNames } from './runtime-options.ts';
import type { RuntimeProfile } from './runtime-profile.ts';

/** A profile without what follows from its options. */
interface ProfileRow extends Omit<RuntimeProfile, 'downloadSlots' | 'errorText'> {
  readonly downloadSlots: Omit<RuntimeProfile['downloadSlots'], 'slotsMax' | 'slotsMaxPerImage'>;
}

/** Returns the profile with what follows from its options; 0 downloads are no limit. */
export function completeProfile(row: ProfileRow): RuntimeProfile {
  const slotsMax = row.options.maxConcurrentDownloads || Number.POSITIVE_INFINITY;
  const profile = {
    ...row,
    downloadSlots: { ...row.downloadSlots, slotsMax },
    errorText: selectErrorText(row.wording, row.options),
  };
  const { parallelPull } = row.options;
  return parallelPull === undefined ? profile : withParallelPull(profile, parallelPull);
}

/**
 * A chunk is written to its place in a file that is never flushed, whose digest is checked beside the unpacking
 * (fs/parallel_artifact_fetcher.go of the SOCI snapshotter, v0.14). containerd sees no request, and so no lack of
 * progress either.
 */
function withParallelPull(profile: RuntimeProfile, pull: ParallelPull): RuntimeProfile {
  return {
    ...profile,
    options: { ...profile.options, imagePullProgressTimeoutMicros: 0, maxConcurrentUnpacks: 1 },
    unpackRates: { ...profile.unpackRates, processors: parallelProcessors },
    delays: { ...profile.delays, commit: 0, commitPerMegabyte: 0, commitWrite: 0 },
    downloadSlots: {
      scope: 'node',
      order: 'manifest',
      slotsMax: pull.downloads || Number.POSITIVE_INFINITY,
      slotsMaxPerImage: pull.downloadsPerImage || Number.POSITIVE_INFINITY,
    },
  };
}

/**
 * How many processors an unpacking of the SOCI snapshotter keeps busy: one inflates, one hashes, one writes, of
 * which the slowest is always busy. By the rates of each, for text and for zeros alike.
 */
const parallelProcessors = 1.8;

/** What all runtimes have by default. */
const plainOptions: Omit<RuntimeOptions, 'path'> = {
  maxConcurrentDownloads: 3,
  maxConcurrentUnpacks: 1,
  concurrentLayerFetchBuffer: 0,
  imagePullProgressTimeoutMicros: 0,
  snapshotter: 'overlayfs',
};

/** containerd 1.6.20 with its default configuration: the CRI plugin pulls through the client library. */
export const containerd16 = completeProfile({
  name: 'containerd://1.6',
  isMeasured: true,
  options: { ...plainOptions, path: 'local' },
  settable: ['maxConcurrentDownloads', 'snapshotter'],
  unpackRates: { gzip: 77e6, stored: 290e6, tar: 290e6, filesPerSecond: 2_270, processors: 1.85 },
  intakeBytesPerCpuSecond: 145e6,
  delays: {
    beforeHead: 4_600,
    beforeManifest: 5_500,
    beforeConfig: 6_100,
    beforeLayers: 8_400,
    betweenLayers: 2_800,
    resumePerMegabyte: 3_000,
    slotHandOver: 10_400,
    handOverWait: 6_000,
    beforeRetry: 1_000,
    commit: 7_600,
    commitPerMegabyte: 480,
    commitWrite: 5_300,
    betweenUnpacks: 3_900,
    unpack: 500,
    transaction: 1_400,
    beforeReply: 12_000,
    beforeReplyPresent: 10_200,
    beforeFailure: 2_000,
    beforeLayerFailure: 15_000,
  },
  blobWrites: 1,
  syncsInWrite: true,
  losesUnpackedLayers: false,
  countsIdleTime: true,
  downloadSlots: { scope: 'pull', order: 'manifest' },
  requestsMax: (status) => (status === 429 || status === 408 ? 6 : 1),
  // 49 times the average duration of a collection (pause_threshold 0.02), which was 2 ms in the recorded
  // runs: they collected after 34 to 123 ms.
  collectionMicros: 100_000,
  sandboxImage: { name: 'registry.k8s.io/pause:3.6', isPinned: false },
  volumeErrorPrefix: 'failed to mount image volume: ',
  wording: 'containerd://1.6',
});

/** containerd 2.4.2 with its default configuration: CRI pulls through the transfer service. */
export const containerd24 = completeProfile({
  name: 'containerd://2.4',
  isMeasured: true,
  options: { ...plainOptions, imagePullProgressTimeoutMicros: 300_000_000, path: 'transfer' },
  settable: runtimeOptionNames.filter((name) => name !== 'parallelPull' && name !== 'lazyPull'),
  unpackRates: { gzip: 110e6, stored: 530e6, tar: 620e6, filesPerSecond: 3_700, processors: 1.4 },
  intakeBytesPerCpuSecond: 300e6,
  delays: {
    beforeHead: 4_600,
    beforeManifest: 5_100,
    beforeConfig: 6_900,
    beforeLayers: 8_600,
    betweenLayers: 2_800,
    resumePerMegabyte: 800,
    slotHandOver: 1_300,
    handOverWait: 0,
    beforeRetry: 1_000,
    commit: 5_400,
    commitPerMegabyte: 450,
    commitWrite: 1_800,
    betweenUnpacks: 3_600,
    unpack: 600,
    transaction: 1_400,
    beforeReply: 9_800,
    beforeReplyPresent: 6_800,
    beforeFailure: 2_000,
    beforeLayerFailure: 15_000,
  },
  blobWrites: 2,
  syncsInWrite: false,
  losesUnpackedLayers: true,
  countsIdleTime: false,
  downloadSlots: { scope: 'node', order: 'random' },
  requestsMax: (status) => {
    if (status === 429 || status === 408) return 5;
    return status === 500 || status === 503 || status === 504 ? 2 : 1;
  },
  // 49 times 5 ms, which is the least that a collection counts for (pause_threshold 0.02).
  collectionMicros: 245_000,
  sandboxImage: { name: 'registry.k8s.io/pause:3.10.2', isPinned: true },
  volumeErrorPrefix: 'failed to mount image volume: ImageVolumeMountFailed: ',
  wording: 'containerd://2.4',
});

/**
 * containerd 2.1.9 with its default configuration, recorded as 2.4.2 was: the same but for what 2.2 and 2.3.4 brought.
 */
export const containerd21 = completeProfile({
  ...containerd24,
  name: 'containerd://2.1',
  // max_concurrent_unpacks came with 2.2 (plugins/transfer).
  settable: containerd24.settable.filter((name) => name !== 'maxConcurrentUnpacks'),
  // ExtractProgress did as well.
  losesUnpackedLayers: false,
  countsIdleTime: true,
  requestsMax: (status) => (status === 429 || status === 408 ? 6 : containerd24.requestsMax(status)),
  sandboxImage: { name: 'registry.k8s.io/pause:3.10', isPinned: true },
  // ErrImageVolumeMountFailed came with 2.2 (internal/cri/server/container_image_mount.go).
  volumeErrorPrefix: containerd16.volumeErrorPrefix,
  wording: 'containerd://2.1',
});

/**
 * containerd 1.7 and 2.0, whose CRI plugin pulls through the client library with slots of each pull, as 1.6's does:
 * recorded with 1.7.35. It unpacks as 2.4 does, for both are built with a Go that hashes by the processor's own
 * instructions (since Go 1.21), as 1.6.20 is not; measured on clusters, too: docs/fidelity-runtime.md, large images.
 */
export const containerd17 = completeProfile({
  ...containerd16,
  name: 'containerd://1.7',
  unpackRates: containerd24.unpackRates,
  // image_pull_progress_timeout came with 1.7, of 1m, and is 5m since 1.7.11 (pkg/cri/config).
  options: { ...containerd16.options, imagePullProgressTimeoutMicros: 300_000_000 },
  settable: ['maxConcurrentDownloads', 'imagePullProgressTimeoutMicros', 'snapshotter'],
  collectionMicros: containerd24.collectionMicros,
  sandboxImage: { name: 'registry.k8s.io/pause:3.8', isPinned: true },
  wording: 'containerd://1.7',
});

/**
 * CRI-O on its documented defaults: six copies at once in each pull and no limit for the node; of failed
 * answers only a 429 is asked again, five times in all. Not measured: the times and rates are those of
 * containerd 2.4, and so is the sequence of requests (the real one pings the registry where containerd sends
 * HEAD).
 */
export const criO = completeProfile({
  ...containerd24,
  name: 'cri-o://1.33',
  isMeasured: false,
  // `maxParallelDownloads` of containers/image is a constant; layers are committed in their order, one at a
  // time (storage/storage_dest.go).
  options: { ...plainOptions, maxConcurrentDownloads: 6, snapshotter: 'overlay', path: 'copy' },
  losesUnpackedLayers: false,
  settable: ['imagePullProgressTimeoutMicros'],
  downloadSlots: { scope: 'pull', order: 'manifest' },
  requestsMax: (status) => (status === 429 ? 5 : 1),
  // It copies into a directory that is removed with the pull (storage_dest.go). Layers that are already
  // committed stay, which is not modelled.
  collectionMicros: 0,
  sandboxImage: { name: 'registry.k8s.io/pause:3.10', isPinned: true },
  volumeErrorPrefix: 'ImageVolumeMountFailed: ',
  wording: 'cri-o://1.33',
});
