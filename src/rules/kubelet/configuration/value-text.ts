import { formatGoDuration } from '../go/go-duration.ts';
import { isFeatureGateOn } from './feature-gates.ts';
import { kubeletFieldRows, topLevelField } from './kubelet-fields.ts';
import { settingName } from './settings.ts';

/**
 * The value of a field as one writes it in a KubeletConfiguration, from settings as the trace's header has
 * them (durations in microseconds, under names that end in Micros). Empty: no limit, or nothing is said.
 */
export function valueText(settings: Readonly<Record<string, unknown>>, field: string): string {
  const top = topLevelField(field);
  const key = field.slice(top.length + 1);
  if (top === 'featureGates') {
    const writtenGates = (settings.featureGates ?? {}) as Readonly<Record<string, boolean>>;
    return String(isFeatureGateOn(key, String(settings.profile ?? ''), writtenGates));
  }
  const [name, row] = kubeletFieldRows.find(([each]) => each === field || each === top) ?? [];
  if (name === undefined || row === undefined) return '';
  const value = settings[settingName(name, row)] ?? row.constant;
  // A signal that the given evictionHard leaves out has no threshold.
  if (row.type === 'textsByName') return (value as Readonly<Record<string, string>>)[key] ?? '0%';
  if (row.type === 'durationMicros') return typeof value === 'number' ? shortDuration(value) : '';
  return value === undefined || value === null ? '' : String(value);
}

/** `2m` rather than `2m0s`, `24h` rather than `24h0m0s`. */
export function shortDuration(micros: number): string {
  return formatGoDuration(micros)
    .replace(/(?<=[mh])0s$/, '')
    .replace(/(?<=h)0m$/, '');
}
