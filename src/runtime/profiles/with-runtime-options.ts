import { errorTextOf } from '../errors/error-text-of.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import type { RuntimeProfile } from './runtime-profile.ts';

/**
 * Returns the profile with these options in force, as far as the runtime can be set so: others stay as they are. Only the
 * transfer service unpacks several layers at once; 0 downloads are no limit.
 */
export function withRuntimeOptions(profile: RuntimeProfile, given: Partial<RuntimeOptions>): RuntimeProfile {
  const asked = Object.fromEntries(profile.settable.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  const all: RuntimeOptions = { ...profile.options, ...asked };
  const options = all.path === 'local' ? { ...all, maxConcurrentUnpacks: 1 } : all;
  const { maxConcurrentDownloads } = options;
  const slotsMax = maxConcurrentDownloads === 0 ? Number.POSITIVE_INFINITY : maxConcurrentDownloads;
  return {
    ...profile,
    options,
    downloadSlots: { ...profile.downloadSlots, slotsMax },
    errorText: errorTextOf(profile.wording, options),
  };
}
