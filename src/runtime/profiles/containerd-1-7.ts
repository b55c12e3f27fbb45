import { errorTextOf } from '../errors/error-text-of.ts';
import { containerd16 } from './containerd-1-6.ts';
import { containerd24 } from './containerd-2-4.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import type { RuntimeProfile } from './runtime-profile.ts';

/** image_pull_progress_timeout came with 1.7, of 1m, and is 5m since 1.7.11 (pkg/cri/config). */
const options: RuntimeOptions = { ...containerd16.options, imagePullProgressTimeoutMicros: 300_000_000 };

/**
 * containerd 1.7 and 2.0, whose CRI plugin pulls through the client library with slots of each pull, as 1.6's does (read in
 * their source: pull.go, pkg/unpack). Not measured: the figures are those of 1.6.
 */
export const containerd17: RuntimeProfile = {
  ...containerd16,
  name: 'containerd://1.7',
  isMeasured: false,
  options,
  settable: ['maxConcurrentDownloads', 'imagePullProgressTimeoutMicros', 'snapshotter'],
  collectionMicros: containerd24.collectionMicros,
  sandboxImage: { name: 'registry.k8s.io/pause:3.8', isPinned: true },
  wording: 'containerd://1.7',
  errorText: errorTextOf('containerd://1.7', options),
};
