import type { Profile } from '../profile.ts';
import { isReleaseAtLeast } from '../release-order.ts';
import { profiles } from './profiles.ts';

/** A profile for a version. `note` says in one sentence what is not exact. */
export type ProfileSelection = { readonly profile: Profile; readonly exact: boolean; readonly note?: string } | { readonly error: string };

/**
 * Chooses the profile for a kubelet version as nodes report it (`v1.33.2-gke.1`) or people write it (`1.36`): the nearest
 * release that is not newer. Exact means that the profile was measured on that very release (the patch may be left out);
 * a profile that is only read from its release's source never is.
 * A text that is no version, and one older than the oldest profile, is an error.
 */
export function selectProfile(version: string): ProfileSelection {
  const match = /^v?([0-9]+)\.([0-9]+)(?:\.([0-9]+))?(?:[-+].*)?$/.exec(version);
  if (match === null) {
    return { error: `${JSON.stringify(version)} is not a kubelet version; write it like 1.36 or v1.36.3` };
  }
  const release = `${Number(match[1])}.${Number(match[2])}`;
  const profile = profiles.findLast((candidate) => isReleaseAtLeast(release, candidate.release));
  if (profile === undefined) {
    return { error: `kubelet ${version} is older than ${profiles[0].release}, the oldest release known here` };
  }
  const note = noteOf(version, release, match[3], profile);
  return note === undefined ? { profile, exact: true } : { profile, exact: false, note };
}

function noteOf(version: string, release: string, patch: string | undefined, profile: Profile): string | undefined {
  const onlyRead = profile.evidence === 'source' ? ', which are read from its source, not held against recorded traces' : '';
  const newest = profiles[profiles.length - 1] ?? profile;
  if (release !== profile.release) {
    const why = profile === newest ? `is newer than ${profile.release}, the newest release known here` : 'has no profile of its own';
    return `kubelet ${version} ${why}: the rules of ${profile.version} are used${onlyRead}`;
  }
  const isSamePatch = patch === undefined || `${release}.${Number(patch)}` === profile.version;
  return isSamePatch && onlyRead === '' ? undefined : `kubelet ${version} runs with the rules of ${profile.version}${onlyRead}`;
}
