import type { KnownBug } from './known-bug.ts';
import { isReleaseAtLeast } from './release-order.ts';

/** More than 31 parallel pulls crash the kubelet for some images, always the same ones (striped-locks.ts). */
export const stripedLocksBug: KnownBug = {
  id: 'striped-locks',
  since: '1.33',
  until: '1.36',
  effect:
    'with the gate KubeletEnsureSecretPulledImages on and maxParallelImagePulls above 31 the kubelet panics for some images, always the same ones',
  source: 'pkg/kubelet/images/pullmanager/locks.go (v1.36.3), kubernetes#138935',
};

/** Every known defect, of whatever release. */
export const knownBugs: readonly KnownBug[] = [stripedLocksBug];

/** The defects of a release (`1.36`) that Windlass knows and shows. */
export function knownBugsOf(release: string): readonly KnownBug[] {
  return knownBugs.filter(({ since, until }) => isReleaseAtLeast(release, since) && isReleaseAtLeast(until, release));
}
