import { isReleaseAtLeast } from '../kubelet-release.ts';
import type { Profile } from '../profile.ts';
import { unmetDependencies } from './feature-gate-dependencies.ts';
import { knownFeatureGates, releasesWithGates } from './known-feature-gates.ts';
import { validateKubeletSettings } from './kubelet-configuration.ts';
import { type KubeletConfigurationError, readKubeletConfiguration } from './kubelet-configuration-reader.ts';
import type { KubeletSettings } from './settings.ts';

/**
 * With which settings a kubelet of the release starts, or all for which it does not: what
 * `validateKubeletSettings` says, and what a kubelet says of gates that nothing here asks about. `release` is
 * its own, which may have no profile.
 */
export function settingsAtStart(
  raw: Readonly<Record<string, unknown>>,
  profile: Profile,
  release: string,
): { readonly settings: KubeletSettings } | { readonly errors: readonly KubeletConfigurationError[] } {
  const gateErrors = featureGateErrors(readKubeletConfiguration(raw).switches('featureGates') ?? {}, release);
  const result = validateKubeletSettings(raw, profile);
  if ('settings' in result) return gateErrors.length === 0 ? result : { errors: gateErrors };
  const gateFields = new Set(gateErrors.map(({ field }) => field));
  return { errors: [...gateErrors, ...result.errors.filter(({ field }) => !gateFields.has(field))] };
}

/**
 * Mirrors `SetFromMap` of component-base (v0.36.3, v0.37.2): what gates need is looked at only where each of
 * them is good.
 */
function featureGateErrors(
  given: Readonly<Record<string, boolean>>,
  release: string,
): readonly KubeletConfigurationError[] {
  const singleErrors = Object.entries(given).flatMap(([gate, on]) => {
    const message = featureGateError(gate, on, release);
    return message === undefined ? [] : [{ field: `featureGates.${gate}`, message, reason: message }];
  });
  if (singleErrors.length > 0) return singleErrors;
  return unmetDependencies(given, release).map(({ gate, off }) => {
    const namedGate = [...off, gate].find((one) => Object.hasOwn(given, one));
    const message = `${gate} is enabled, but depends on features that are disabled: [${off.join(' ')}]`;
    const field = namedGate === undefined ? 'featureGates' : `featureGates.${namedGate}`;
    return { field, message, reason: message };
  });
}

function featureGateError(gate: string, on: boolean, release: string): string | undefined {
  const gateReleases = knownFeatureGates.get(gate);
  if (gateReleases === undefined) return `unrecognized feature gate: ${gate}; no release known here has it`;
  const { first, last, locked } = gateReleases;
  const isIn = (one: string) => isReleaseAtLeast(one, first) && isReleaseAtLeast(last, one);
  if (!neighbours(release).some(isIn)) {
    const releases = first === last ? first : `${first} to ${last}`;
    return `unrecognized feature gate: ${gate}; kubelet ${release} does not have it, ${releases} of those known here do`;
  }
  if (locked === undefined || !isReleaseAtLeast(release, locked.since) || locked.to === on) return undefined;
  return `cannot set feature gate ${gate} to ${on}, feature is locked to ${locked.to}`;
}

/**
 * Returns the release itself, or, if its gates are not known here, the releases before and after it: it may
 * have the gates of either.
 */
function neighbours(release: string): readonly string[] {
  const before = releasesWithGates.findLast((one) => isReleaseAtLeast(release, one));
  const after = releasesWithGates.find((one) => isReleaseAtLeast(one, release));
  return [before, after].filter((one) => one !== undefined);
}
