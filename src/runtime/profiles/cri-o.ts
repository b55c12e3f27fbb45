import { errorTextOf } from '../errors/error-text-of.ts';
import { containerd24 } from './containerd-2-4.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import type { RuntimeProfile } from './runtime-profile.ts';

/**
 * `maxParallelDownloads` of containers/image is a constant; `pull_progress_timeout` of crio.conf is off by default; layers are
 * committed in their order, one at a time (storage/storage_dest.go).
 */
const options: RuntimeOptions = {
  maxConcurrentDownloads: 6,
  maxConcurrentUnpacks: 1,
  concurrentLayerFetchBuffer: 0,
  imagePullProgressTimeoutMicros: 0,
  snapshotter: 'overlay',
  path: 'local',
};

/**
 * CRI-O on its documented defaults: six copies at once in each pull and no limit for the node; of failed answers only a 429
 * is asked again, five times in all. Not measured: the times and rates are those of containerd 2.4, and so is the sequence of
 * requests (the real one pings the registry where containerd sends HEAD).
 */
export const criO: RuntimeProfile = {
  ...containerd24,
  name: 'cri-o://1.33',
  isMeasured: false,
  options,
  settable: ['imagePullProgressTimeoutMicros'],
  downloadSlots: { scope: 'pull', slotsMax: 6, order: 'manifest' },
  requestsMax: (status) => (status === 429 ? 5 : 1),
  // It copies into a directory that is removed with the pull (storage_dest.go). Layers that are already committed stay, which is not
  // modelled.
  collectionMicros: 0,
  sandboxImage: { name: 'registry.k8s.io/pause:3.10', isPinned: true },
  wording: 'cri-o://1.33',
  errorText: errorTextOf('cri-o://1.33', options),
};
