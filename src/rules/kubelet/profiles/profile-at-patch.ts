import { isVersionAtLeast, parseVersion } from '../kubelet-release.ts';
import type { Profile } from '../profile.ts';
import { type ChangedRules, patchRows } from './patch-rows.ts';

/**
 * Returns a release's rules as they are in the patch release that a version names (`v1.30.5-eks-1`): without
 * what later patches changed, and with what those after the profile's own patch have changed. A version
 * without a patch, or of another release, gets the profile as it is.
 */
export function profileAtPatch(profile: Profile, version: string): Profile {
  let rules = profile;
  for (const { changed } of changesAt(profile.release, version)) rules = withRules(rules, changed);
  return rules;
}

function withRules(profile: Profile, { messages, imageGc, ...others }: ChangedRules): Profile {
  return {
    ...profile,
    ...others,
    messages: { ...profile.messages, ...messages },
    imageGc: { ...profile.imageGc, ...imageGc },
  };
}

/** Says by which patches the rules of a version differ from the profile of its release; empty if by none. */
export function patchChangesText(release: string, version: string): string {
  const changes = changesAt(release, version);
  const missing = changes.filter(({ isMissing }) => isMissing).at(-1);
  const added = changes.find(({ isMissing }) => !isMissing);
  return [
    missing === undefined ? '' : ` as they were before ${missing.since}`,
    added === undefined ? '' : ` with what ${added.since} changed`,
  ].join('');
}

interface ChangeAtPatch {
  readonly since: string;
  readonly changed: ChangedRules;
  /** Whether the version is older than the change, which the profile has. */
  readonly isMissing: boolean;
}

function changesAt(release: string, version: string): readonly ChangeAtPatch[] {
  const writtenVersion = parseVersion(version);
  const { patch } = writtenVersion ?? {};
  if (patch === undefined || writtenVersion?.release !== release) return [];
  return patchRows.flatMap(({ since: patches, before, after }) => {
    const since = patches.find((one) => one.startsWith(`${release}.`));
    if (since === undefined) return [];
    const changed = isVersionAtLeast(patch, since) ? after : before;
    return changed === undefined ? [] : [{ since, changed, isMissing: changed === before }];
  });
}

/** The patch releases on the other side of each change than the profile of their release: `1.30.9`. */
export const patchesBesideProfiles: readonly string[] = patchRows.flatMap(({ since, after }) =>
  after === undefined ? since.map(patchBefore) : since,
);

/** Returns the patch release before this one: `1.30.9` of `1.30.10`. */
export function patchBefore(version: string): string {
  const dot = version.lastIndexOf('.') + 1;
  return `${version.slice(0, dot)}${Number(version.slice(dot)) - 1}`;
}
