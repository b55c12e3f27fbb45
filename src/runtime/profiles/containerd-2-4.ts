import { errorTextOf } from '../errors/error-text-of.ts';
import { type RuntimeOptions, runtimeOptionNames } from './runtime-options.ts';
import type { RuntimeProfile } from './runtime-profile.ts';

const options: RuntimeOptions = {
  maxConcurrentDownloads: 3,
  maxConcurrentUnpacks: 1,
  concurrentLayerFetchBuffer: 0,
  imagePullProgressTimeoutMicros: 300_000_000,
  snapshotter: 'overlayfs',
  path: 'transfer',
};

/** containerd 2.4.2 with its default configuration: CRI pulls through the transfer service. */
export const containerd24: RuntimeProfile = {
  name: 'containerd://2.4',
  isMeasured: true,
  options,
  settable: runtimeOptionNames,
  unpackRates: { gzip: 110e6, stored: 450e6, tar: 620e6, filesPerSecond: 3_700, processors: 1.4 },
  intakeBytesPerCpuSecond: 325e6,
  delays: {
    beforeHead: 4_600,
    beforeManifest: 5_100,
    beforeConfig: 6_900,
    beforeLayers: 8_600,
    betweenLayers: 2_800,
    resumePerMegabyte: 800,
    slotHandOver: 1_300,
    beforeRetry: 1_000,
    commit: 7_100,
    commitPerMegabyte: 450,
    commitWrite: 1_800,
    betweenUnpacks: 3_600,
    unpack: 1_000,
    transaction: 1_400,
    beforeReply: 9_800,
    beforeReplyPresent: 6_800,
    beforeFailure: 2_000,
    beforeLayerFailure: 15_000,
  },
  blobWrites: 2,
  downloadSlots: { scope: 'node', slotsMax: 3, order: 'random' },
  requestsMax: (status) => {
    if (status === 429 || status === 408) return 5;
    return status === 500 || status === 503 || status === 504 ? 2 : 1;
  },
  // 49 times 5 ms, which is the least that a collection counts for (pause_threshold 0.02).
  collectionMicros: 245_000,
  sandboxImage: { name: 'registry.k8s.io/pause:3.10.2', isPinned: true },
  wording: 'containerd://2.4',
  errorText: errorTextOf('containerd://2.4', options),
};
