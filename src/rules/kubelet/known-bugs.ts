import { isFeatureGateOn } from './configuration/feature-gates.ts';
import type { KubeletSettings } from './configuration/settings.ts';
import type { KnownBug } from './known-bug.ts';
import { credentialBugs } from './known-bugs/credential-bugs.ts';
import { eventBugs } from './known-bugs/event-bugs.ts';
import { imageGcBugs } from './known-bugs/image-gc-bugs.ts';
import { imagePullBugs } from './known-bugs/image-pull-bugs.ts';
import { imageVolumeBugs } from './known-bugs/image-volume-bugs.ts';
import { kubeadmBugs } from './known-bugs/kubeadm-bugs.ts';
import { plegBugs } from './known-bugs/pleg-bugs.ts';
import { retryBugs } from './known-bugs/retry-bugs.ts';
import { startupBugs } from './known-bugs/startup-bugs.ts';
import { isReleaseAtLeast } from './kubelet-release.ts';

/** More than 31 parallel pulls crash the kubelet for some images, always the same ones (striped-locks.ts). */
export const stripedLocksBug: KnownBug = imagePullBugs.stripedLocks;

/** Every known defect, of whatever release. */
export const knownBugs: readonly KnownBug[] = [
  imagePullBugs,
  imageVolumeBugs,
  startupBugs,
  retryBugs,
  eventBugs,
  plegBugs,
  imageGcBugs,
  credentialBugs,
  kubeadmBugs,
].flatMap((bugs): KnownBug[] => Object.values(bugs));

/** The defects of a release (`1.36`) that Windlass knows. */
export function releaseBugs(release: string): readonly KnownBug[] {
  return knownBugs.filter((bug) => hasBug(release, bug));
}

/** Whether a kubelet with these settings can meet a defect of its release: the gate and the field that it needs are on. */
export function canMeetBug(
  { release, settings }: { readonly release: string; readonly settings: KubeletSettings },
  { gate, setting }: KnownBug,
): boolean {
  return (
    (gate === undefined || isFeatureGateOn(gate, release, settings.featureGates)) &&
    (setting === undefined || settings[`${setting}Micros`] !== 0)
  );
}

/** Whether a release (`1.36`) has the defect. */
export function hasBug(release: string, { since, until }: KnownBug): boolean {
  return isReleaseAtLeast(release, since) && isReleaseAtLeast(until, release);
}
