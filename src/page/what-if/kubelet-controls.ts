import { featureGatesOf } from '../../kubelet/configuration/feature-gates.ts';
import { withKubeletDefaults } from '../../kubelet/configuration/kubelet-configuration-defaults.ts';
import { kubeletConfigurationFields } from '../../kubelet/configuration/kubelet-configuration-fields.ts';
import { readKubeletConfiguration } from '../../kubelet/configuration/kubelet-configuration-reader.ts';
import { verificationPolicyNames } from '../../kubelet/configuration/verification-policy-names.ts';
import { isReleaseAtLeast } from '../../kubelet/release-order.ts';
import { fieldHints } from './field-hints.ts';
import type { KubeletControl, KubeletControlGroup } from './kubelet-control.ts';
import { valueText } from './value-text.ts';

/** The order of the panel. Which of them a release has, their types and defaults come from the kubelet's own tables. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Image pulls': [
    'serializeImagePulls',
    'maxParallelImagePulls',
    'registryPullQPS',
    'registryBurst',
    'imagePullCredentialsVerificationPolicy',
  ],
  'Image garbage collection': ['imageGCHighThresholdPercent', 'imageGCLowThresholdPercent', 'imageMinimumGCAge', 'imageMaximumGCAge'],
  'Disk pressure': ['evictionHard.imagefs.available', 'evictionHard.nodefs.available', 'evictionPressureTransitionPeriod'],
  Pods: ['maxPods', 'syncFrequency', 'crashLoopBackOff.maxContainerRestartPeriod'],
};

/** A list, and what changes nothing here: they are for the file, or for `--set`. */
export const fieldsWithoutControl: readonly string[] = ['nodeStatusMaxImages', 'preloadedImagesVerificationAllowlist'];

/** The controls for a kubelet of this release, `1.36`; fields that it does not have are left out. */
export function kubeletControls(release: string): readonly KubeletControlGroup[] {
  const defaults = withKubeletDefaults(readKubeletConfiguration({}), release) as unknown as Readonly<Record<string, unknown>>;
  const ofFields = Object.entries(groups).map(([title, fields]) => ({
    title,
    controls: fields.filter((field) => hasField(field, release)).map((field) => controlOf(field, defaults)),
  }));
  const gates = featureGatesOf(release).map(
    ({ gate, onByDefault, isLocked }): KubeletControl => ({
      field: `featureGates.${gate}`,
      kind: 'switch',
      choices: [],
      byDefault: String(onByDefault),
      cleared: 'null',
      isLocked,
      hint: fieldHints[gate] ?? '',
    }),
  );
  return [...ofFields, { title: 'Feature gates', controls: gates }].filter(({ controls }) => controls.length > 0);
}

function hasField(field: string, release: string): boolean {
  const since = kubeletConfigurationFields[field.split('.')[0] ?? ''];
  return since !== undefined && isReleaseAtLeast(release, since);
}

function controlOf(field: string, defaults: Readonly<Record<string, unknown>>): KubeletControl {
  const choices = field === 'imagePullCredentialsVerificationPolicy' ? verificationPolicyNames : [];
  return {
    field,
    kind: choices.length > 0 ? 'choice' : kindOf(field, defaults),
    choices,
    byDefault: valueText(defaults, field),
    cleared: isThreshold(field) ? '0%' : 'null',
    isLocked: false,
    hint: fieldHints[field] ?? '',
  };
}

/** The settings have durations under names that end in Micros; a number may be absent, for no limit. */
function kindOf(field: string, defaults: Readonly<Record<string, unknown>>): KubeletControl['kind'] {
  if (isThreshold(field)) return 'text';
  const name = field.slice(field.lastIndexOf('.') + 1);
  if (`${name}Micros` in defaults || name === 'evictionPressureTransitionPeriod') return 'duration';
  const type = typeof defaults[name];
  return type === 'boolean' ? 'switch' : type === 'string' ? 'text' : 'number';
}

function isThreshold(field: string): boolean {
  return field.startsWith('evictionHard.');
}
