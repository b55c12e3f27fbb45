import type { Profile } from '../../rules/kubelet/profile.ts';
import { selectProfile } from '../../rules/kubelet/profiles/select-profile.ts';

/**
 * Returns the rules of a kubelet's release: `1.36`, `v1.33.2` or `v1.33.2-gke.1`. A release without a profile
 * has that of the nearest one. Throws a `RangeError` for a text that is no version, and for a version older
 * than the oldest profile.
 */
export function profileOf(release: string): Profile {
  const selection = selectProfile(release);
  if ('error' in selection) throw new RangeError(selection.error);
  return selection.profile;
}
