import {
  isPreRelease,
  isReleaseAtLeast,
  parseVersion,
  releasesBetween,
  type WrittenVersion,
} from '../kubelet-release.ts';
import type { Profile } from '../profile.ts';
import { patchChangesText, profileAtPatch } from './profile-at-patch.ts';
import { profiles } from './profiles.ts';

/**
 * A profile for a version. `note` says in one sentence what is not exact; `isGuess`: no source describes this
 * release yet.
 */
type ProfileSelection =
  | { readonly profile: Profile; readonly note?: string; readonly isGuess?: true }
  | { readonly error: string };

/**
 * Chooses the profile for a kubelet version as nodes report it (`v1.33.2-gke.1`) or people write it (`1.36`):
 * the nearest release (the older of two), without what later patches of that release changed. Nothing is said
 * where the profile was measured on that very release (the patch may be left out). A text that is no version,
 * and one older than the oldest profile, is an error.
 */
export function selectProfile(version: string): ProfileSelection {
  const writtenVersion = parseVersion(version);
  if (writtenVersion === undefined) {
    return { error: `${JSON.stringify(version)} is not a kubelet version; write it like 1.36 or v1.36.3` };
  }
  const profile = nearestProfile(writtenVersion.release);
  if (profile === undefined) {
    return {
      error: `kubelet ${version} is older than ${profiles[0].release}, the oldest release known here`,
    };
  }
  const isGuess = profile === profiles[profiles.length - 1] && writtenVersion.release !== profile.release;
  const note = selectionNote(version, writtenVersion, profile, isGuess);
  return {
    profile: profileAtPatch(profile, version),
    ...(note === undefined ? {} : { note }),
    ...(isGuess ? { isGuess } : {}),
  };
}

/** Returns the profile of the release, or the nearest one, the older of two; undefined if all are newer. */
function nearestProfile(release: string): Profile | undefined {
  const older = profiles.findLast((candidate) => isReleaseAtLeast(release, candidate.release));
  const newer = profiles.find((candidate) => isReleaseAtLeast(candidate.release, release));
  if (older === undefined || newer === undefined) return older;
  return releasesBetween(release, newer.release) < releasesBetween(older.release, release) ? newer : older;
}

function selectionNote(
  version: string,
  { release, patch }: WrittenVersion,
  profile: Profile,
  isGuess: boolean,
): string | undefined {
  const onlyRead =
    profile.evidence === 'source' ? ', which are read from its source, not held against recorded traces' : '';
  if (release !== profile.release) {
    const why = isGuess
      ? `is newer than ${profile.release}, the newest release known here`
      : 'has no profile of its own';
    return `kubelet ${version} ${why}: the rules of ${profile.version} are used${onlyRead}`;
  }
  if (isPreRelease(profile.version)) {
    return `kubelet ${version} runs with the rules of ${profile.version}, which came before the release and may differ from it`;
  }
  const isSamePatch = patch === undefined || patch === profile.version;
  return isSamePatch && onlyRead === ''
    ? undefined
    : `kubelet ${version} runs with the rules of ${profile.version}${patchChangesText(release, version)}${onlyRead}`;
}
