import type { Profile } from '../profile.ts';
import { v1_36 } from '../profiles/v1-36.ts';
import { isReleaseAtLeast } from '../release-order.ts';
import { isFeatureGateLockedOn } from './feature-gates.ts';
import { withKubeletDefaults } from './kubelet-configuration-defaults.ts';
import { kubeletConfigurationFields } from './kubelet-configuration-fields.ts';
import { kubeletConfigurationRanges } from './kubelet-configuration-ranges.ts';
import { readKubeletConfiguration } from './kubelet-configuration-reader.ts';
import { kubeletConfigurationRules } from './kubelet-configuration-rules.ts';
import { kubeletFieldTypes, valueAt } from './kubelet-configuration-types.ts';
import type { KubeletConfigurationError, KubeletConfigurationValues } from './kubelet-configuration-values.ts';
import type { KubeletSettings } from './settings.ts';

/** The settings of the newest kubelet known here with an empty KubeletConfiguration. */
export const defaultKubeletSettings: KubeletSettings = settingsOf(withKubeletDefaults(readKubeletConfiguration({}), v1_36.release));

/**
 * Reads a KubeletConfiguration (v1beta1, already parsed) for the profile's release (1.36 when not given), fills in defaults,
 * and returns the settings of its image fields, or everything that is wrong with it.
 *
 * The kubelet's own complaints are word for word those of `ValidateKubeletConfiguration`. A value of the wrong type and a field
 * that the release does not have are worded here: a real kubelet stops at the first of the former, and only warns of the latter.
 * Of fields that have nothing to do with images only their types and ranges are looked at.
 */
export function validateKubeletSettings(
  raw: Readonly<Record<string, unknown>>,
  profile: Profile = v1_36,
): { readonly settings: KubeletSettings } | { readonly errors: readonly KubeletConfigurationError[] } {
  const reader = readKubeletConfiguration(raw);
  const values = withKubeletDefaults(reader, profile.release);
  for (const field of kubeletFieldTypes.keys()) {
    if (!Object.hasOwn(kubeletConfigurationFields, field.split('.')[0] ?? field)) valueAt(reader, field);
  }
  const refused = [...unknownFields(raw, profile.release), ...reader.errors];
  const unreadable = new Set(refused.map((error) => error.field));
  const broken = [...kubeletConfigurationRanges, ...kubeletConfigurationRules].flatMap(({ fields, check }) => {
    const message = fields.some((field) => unreadable.has(field)) ? undefined : check(values, reader);
    return message === undefined ? [] : [{ field: fields[0], message: `invalid configuration: ${message}` }];
  });
  const errors = [...refused, ...lockedGates(values), ...broken];
  return errors.length === 0 ? { settings: settingsOf(values) } : { errors };
}

function unknownFields(raw: Readonly<Record<string, unknown>>, release: string): KubeletConfigurationError[] {
  return Object.entries(kubeletConfigurationFields)
    .filter(([field, since]) => raw[field] != null && !isReleaseAtLeast(release, since))
    .map(([field, since]) => ({
      field,
      message: `invalid configuration: unknown field ${JSON.stringify(field)}: kubelet ${release} does not have it, ${since} does`,
    }));
}

// FeatureGate.SetFromMap of component-base
function lockedGates(values: KubeletConfigurationValues): KubeletConfigurationError[] {
  return Object.entries(values.featureGates)
    .filter(([gate, on]) => !on && isFeatureGateLockedOn(gate, values.release))
    .map(([gate]) => ({
      field: `featureGates.${gate}`,
      message: `cannot set feature gate ${gate} to false, feature is locked to true`,
    }));
}

function settingsOf(values: KubeletConfigurationValues): KubeletSettings {
  const { nodeStatusMaxImages, preloadedImagesVerificationAllowlist, release, ...settings } = values;
  return preloadedImagesVerificationAllowlist.length === 0 ? settings : { ...settings, preloadedImagesVerificationAllowlist };
}
