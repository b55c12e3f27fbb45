import { isFeatureGateOn } from '../../kubelet/configuration/feature-gates.ts';
import { defaultEvictionHard } from '../../kubelet/eviction/eviction-thresholds.ts';
import { formatGoDuration } from '../../kubelet/go/go-duration.ts';

/** Where the kubelet takes a constant of its own. */
const constants: Readonly<Record<string, string>> = { evictionPressureTransitionPeriod: '5m' };

/**
 * The value of a field as one writes it in a KubeletConfiguration, from settings as the trace's header has them (durations in
 * microseconds, under names that end in Micros). Empty: no limit, or nothing is said.
 */
export function valueText(settings: Readonly<Record<string, unknown>>, field: string): string {
  const [top, ...rest] = field.split('.');
  if (top === 'featureGates') {
    const given = (settings.featureGates ?? {}) as Readonly<Record<string, boolean>>;
    return String(isFeatureGateOn(rest.join('.'), String(settings.profile ?? ''), given));
  }
  // What a given evictionHard leaves out has no threshold.
  if (top === 'evictionHard') {
    const thresholds = (settings.evictionHard ?? defaultEvictionHard) as Readonly<Record<string, string>>;
    return thresholds[rest.join('.')] ?? '0%';
  }
  const name = rest.at(-1) ?? field;
  const micros = settings[`${name}Micros`];
  if (typeof micros === 'number') return shortDuration(micros);
  const value = settings[name];
  return value === undefined || value === null ? (constants[name] ?? '') : String(value);
}

/** `2m` rather than `2m0s`, `24h` rather than `24h0m0s`. */
export function shortDuration(micros: number): string {
  return formatGoDuration(micros)
    .replace(/(?<=[mh])0s$/, '')
    .replace(/(?<=h)0m$/, '');
}
