import type { Profile } from '../../kubelet/profile.ts';
import { profiles } from '../../kubelet/profiles/profiles.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { headerOf } from './run-conditions.ts';

/** Returns the profile in force on each node, by the node's name. */
export function profilesByNode(records: readonly TraceRecord[]): ReadonlyMap<string, Profile> {
  const byRelease = new Map(profiles.map((profile) => [profile.release, profile]));
  return new Map(
    (headerOf(records)?.nodes ?? []).flatMap(({ name, profile }) => {
      const found = byRelease.get(profile);
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}
