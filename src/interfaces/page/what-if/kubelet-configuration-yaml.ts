import { appendAll } from '../../../rules/collections/append-all.ts';
import { kubeletSettings } from '../../../rules/kubelet/configuration/kubelet-configuration.ts';
import { kubeletFieldRows } from '../../../rules/kubelet/configuration/kubelet-fields.ts';
import { settingName } from '../../../rules/kubelet/configuration/settings.ts';
import { shortDuration } from '../../../rules/kubelet/configuration/value-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the KubeletConfiguration that gives these settings (from the trace's header) on a kubelet of that
 * release: the differences from its defaults, in order of names.
 */
export function kubeletConfigurationOf(settings: Fields, release: string): Fields {
  const gates = (settings.featureGates ?? {}) as Fields;
  const defaults: Fields = { ...kubeletSettings({ featureGates: gates }, release), featureGates: {} };
  const fields = kubeletFieldRows.flatMap(([field, row]) => {
    const name = settingName(field, row);
    const value = settings[name];
    if (value === undefined || JSON.stringify(value) === JSON.stringify(defaults[name])) return [];
    const written = row.type === 'durationMicros' && typeof value === 'number' ? shortDuration(value) : value;
    const [top = field, part] = field.split('.');
    return [[top, part === undefined ? written : { [part]: written }] as const];
  });
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns this KubeletConfiguration as YAML. */
export function kubeletConfigurationYaml(settings: Fields, release: string): string {
  const lines = ['apiVersion: kubelet.config.k8s.io/v1beta1', 'kind: KubeletConfiguration'];
  for (const [field, value] of Object.entries(kubeletConfigurationOf(settings, release))) {
    if (typeof value !== 'object' || value === null) lines.push(`${field}: ${scalar(value)}`);
    else if (Array.isArray(value))
      appendAll(lines, [`${field}:`, ...value.map((item) => `  - ${scalar(item)}`)]);
    else
      appendAll(lines, [
        `${field}:`,
        ...Object.entries(value).map(([key, item]) => `  ${scalar(key)}: ${scalar(item)}`),
      ]);
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the value plainly if YAML reads it back as the same, otherwise as JSON, which is YAML too. */
function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[A-Za-z][\w./-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
