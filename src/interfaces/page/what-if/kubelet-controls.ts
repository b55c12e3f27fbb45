import { releaseFeatureGates } from '../../../rules/kubelet/configuration/feature-gates.ts';
import { kubeletSettings } from '../../../rules/kubelet/configuration/kubelet-configuration.ts';
import type {
  KubeletField,
  KubeletFieldControl,
} from '../../../rules/kubelet/configuration/kubelet-field.ts';
import { kubeletFieldRows } from '../../../rules/kubelet/configuration/kubelet-fields.ts';
import { valueText } from '../../../rules/kubelet/configuration/value-text.ts';
import { isReleaseAtLeast } from '../../../rules/kubelet/kubelet-release.ts';

/** A field of the KubeletConfiguration that can be changed in the panel. */
export interface KubeletControl {
  /**
   * The field's name for `--set`: `serializeImagePulls`, `featureGates.ImageVolume`,
   * `crashLoopBackOff.maxContainerRestartPeriod`, `evictionHard.imagefs.available`.
   */
  readonly field: string;
  readonly kind: 'switch' | 'number' | 'duration' | 'choice' | 'text';
  /** The values of a choice. */
  readonly choices: readonly string[];
  /** The value in this release if nothing is set; empty means no limit, or nothing. */
  readonly byDefault: string;
  /** The value that is set if somebody empties the control: `null`, or what means no limit. */
  readonly cleared: string;
  /** Whether the release refuses to switch it off. */
  readonly isLocked: boolean;
  /** An explanation in plain words. */
  readonly hint: string;
}

/** Controls that belong together. */
export interface KubeletControlGroup {
  readonly title: string;
  readonly controls: readonly KubeletControl[];
}

const groups: readonly KubeletFieldControl['group'][] = [
  'Image pulls',
  'Image garbage collection',
  'Disk pressure',
  'Pods',
];

/** Returns the controls for a kubelet of this release, `1.36`, without fields that it does not have. */
export function kubeletControls(release: string): readonly KubeletControlGroup[] {
  const defaults: Readonly<Record<string, unknown>> = { ...kubeletSettings({}, release) };
  const ofRelease = kubeletFieldRows.filter(([, { since }]) => isReleaseAtLeast(release, since));
  const known = ofRelease.flatMap(([field, row]) =>
    (row.controls ?? []).map((control) => ({ field, row, control })),
  );
  const ofFields = groups.map((title) => ({
    title,
    controls: known
      .filter(({ control }) => control.group === title)
      .sort((a, b) => (a.control.place ?? 0) - (b.control.place ?? 0))
      .map(({ field, row, control }) => controlOf(field, row, control, defaults)),
  }));
  const gates = releaseFeatureGates(release).map(
    ({ gate, onByDefault, isLocked, hint }): KubeletControl => ({
      field: `featureGates.${gate}`,
      kind: 'switch',
      choices: [],
      byDefault: String(onByDefault),
      cleared: 'null',
      isLocked,
      hint,
    }),
  );
  return [...ofFields, { title: 'Feature gates', controls: gates }].filter(
    ({ controls }) => controls.length > 0,
  );
}

function controlOf(
  name: string,
  { type }: KubeletField,
  { key, hint, choices = [] }: KubeletFieldControl,
  defaults: Readonly<Record<string, unknown>>,
): KubeletControl {
  const field = key === undefined ? name : `${name}.${key}`;
  return {
    field,
    kind: choices.length > 0 ? 'choice' : kindOf(type),
    choices,
    byDefault: valueText(defaults, field),
    // Of maps, only those of thresholds have controls for single values.
    cleared: key === undefined ? 'null' : '0%',
    isLocked: false,
    hint,
  };
}

function kindOf(type: KubeletField['type']): KubeletControl['kind'] {
  if (type === 'durationMicros') return 'duration';
  return type === 'trueOrFalse' ? 'switch' : type === 'wholeNumber' ? 'number' : 'text';
}
