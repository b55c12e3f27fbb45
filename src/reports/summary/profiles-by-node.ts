import type { Profile } from '../../rules/kubelet/profile.ts';
import { profiles } from '../../rules/kubelet/profiles/profiles.ts';
import type { HeaderRecord } from '../../trace/record.ts';

/** Returns the profile of each node's kubelet, by the node's name. */
export function profilesByNode(header: HeaderRecord | undefined): ReadonlyMap<string, Profile> {
  const byRelease = new Map(profiles.map((profile) => [profile.release, profile]));
  return new Map(
    (header?.nodes ?? []).flatMap(({ name, profile }) => {
      const found = byRelease.get(profile);
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}
