import { type NearestProfile, nearestRuntimeProfile } from './nearest-runtime-profile.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import { withRuntimeOptions } from './with-runtime-options.ts';

/**
 * Returns the profile for what `Node.status.nodeInfo.containerRuntimeVersion` or an option says (`containerd://2.1.3`), with
 * these options of its configuration in force instead of its defaults. The note says what was not measured.
 */
export function selectRuntimeProfile(runtime: string, options: Partial<RuntimeOptions> = {}): NearestProfile {
  const { profile, note } = nearestRuntimeProfile(runtime);
  return { profile: { ...withRuntimeOptions(profile, options), isMeasured: note === undefined }, note };
}
