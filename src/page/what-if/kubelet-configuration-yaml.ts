import { kubeletConfigurationOf } from './kubelet-configuration-of.ts';

/** Plain where YAML reads the same back, else as JSON writes it, which is YAML too. */
function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[A-Za-z][\w./-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value) ? value : JSON.stringify(value);
}

/** The KubeletConfiguration, as YAML, that gives these settings on a kubelet of that release. */
export function kubeletConfigurationYaml(settings: Readonly<Record<string, unknown>>, release: string): string {
  const lines = ['apiVersion: kubelet.config.k8s.io/v1beta1', 'kind: KubeletConfiguration'];
  for (const [field, value] of Object.entries(kubeletConfigurationOf(settings, release))) {
    if (typeof value !== 'object' || value === null) lines.push(`${field}: ${scalar(value)}`);
    else if (Array.isArray(value)) lines.push(`${field}:`, ...value.map((item) => `  - ${scalar(item)}`));
    else lines.push(`${field}:`, ...Object.entries(value).map(([key, item]) => `  ${scalar(key)}: ${scalar(item)}`));
  }
  return `${lines.join('\n')}\n`;
}
