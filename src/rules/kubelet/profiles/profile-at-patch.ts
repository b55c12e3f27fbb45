import { isVersionAtLeast, parseVersion } from '../kubelet-release.ts';
import type { Profile } from '../profile.ts';
import { patchRows } from './patch-rows.ts';

/**
 * Returns a release's rules as they are in the patch release that a version names (`v1.30.5-eks-1`): without
 * what later patches changed. A version without a patch, or of another release, gets those of the last one.
 */
export function profileAtPatch(profile: Profile, version: string): Profile {
  const later = laterPatches(profile.release, version);
  return later.length === 0
    ? profile
    : later.reduce(
        (rules, { before }) => ({
          ...rules,
          ...before,
          messages: { ...rules.messages, ...before.messages },
          imageGc: { ...rules.imageGc, ...before.imageGc },
        }),
        profile,
      );
}

/** Returns the patch releases, the newest first, whose changes the version does not have yet. */
export function patchesAfter(release: string, version: string): readonly string[] {
  return laterPatches(release, version).map(({ since }) => since);
}

function laterPatches(release: string, version: string) {
  const writtenVersion = parseVersion(version);
  const { patch } = writtenVersion ?? {};
  if (patch === undefined || writtenVersion?.release !== release) return [];
  return patchRows.flatMap(({ since: patches, before }) => {
    const since = patches.find((one) => one.startsWith(`${release}.`));
    return since === undefined || isVersionAtLeast(patch, since) ? [] : [{ since, before }];
  });
}

/** The last patch release before each change in the middle of a release: `1.30.9`. */
export const patchesBeforeChanges: readonly string[] = patchRows.flatMap(({ since }) =>
  since.map((version) => {
    const dot = version.lastIndexOf('.') + 1;
    return `${version.slice(0, dot)}${Number(version.slice(dot)) - 1}`;
  }),
);
