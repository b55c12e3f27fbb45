import { errorTextOf } from '../errors/error-text-of.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import type { RuntimeProfile } from './runtime-profile.ts';

const options: RuntimeOptions = {
  maxConcurrentDownloads: 3,
  maxConcurrentUnpacks: 1,
  concurrentLayerFetchBuffer: 0,
  imagePullProgressTimeoutMicros: 0,
  snapshotter: 'overlayfs',
  path: 'local',
};

/** containerd 1.6.20 with its default configuration: the CRI plugin pulls through the client library. */
export const containerd16: RuntimeProfile = {
  name: 'containerd://1.6',
  isMeasured: true,
  options,
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
    slotHandOver: 17_700,
    beforeRetry: 1_000,
    commit: 7_600,
    commitPerMegabyte: 600,
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
  downloadSlots: { scope: 'pull', slotsMax: 3, order: 'manifest' },
  requestsMax: (status) => (status === 429 || status === 408 ? 6 : 1),
  // 49 times the average duration of a collection (pause_threshold 0.02), which was 2 ms in the recorded runs: they collected after 34 to
  // 123 ms.
  collectionMicros: 100_000,
  sandboxImage: { name: 'registry.k8s.io/pause:3.6', isPinned: false },
  wording: 'containerd://1.6',
  errorText: errorTextOf('containerd://1.6', options),
};
