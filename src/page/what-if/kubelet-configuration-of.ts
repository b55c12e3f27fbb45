import { withKubeletDefaults } from '../../kubelet/configuration/kubelet-configuration-defaults.ts';
import { kubeletConfigurationFields } from '../../kubelet/configuration/kubelet-configuration-fields.ts';
import { readKubeletConfiguration } from '../../kubelet/configuration/kubelet-configuration-reader.ts';
import { shortDuration } from './value-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The KubeletConfiguration that gives these settings (as the trace's header has them) on a kubelet of that release: what
 * differs from its defaults, in order of names.
 */
export function kubeletConfigurationOf(settings: Fields, release: string): Fields {
  const gates = (settings.featureGates ?? {}) as Fields;
  const defaults = withKubeletDefaults(readKubeletConfiguration({ featureGates: gates }), release) as unknown as Fields;
  const fields = Object.keys(kubeletConfigurationFields).sort();
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (field === 'featureGates') return Object.keys(gates).length === 0 ? [] : [[field, gates] as const];
      const value = field === 'crashLoopBackOff' ? restartPeriod(settings, defaults) : given(settings, defaults, field);
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
}

function given(settings: Fields, defaults: Fields, field: string): unknown {
  const micros = settings[`${field}Micros`];
  if (typeof micros === 'number') return micros === defaults[`${field}Micros`] ? undefined : shortDuration(micros);
  const value = settings[field];
  return JSON.stringify(value) === JSON.stringify(defaults[field]) ? undefined : value;
}

function restartPeriod(settings: Fields, defaults: Fields): unknown {
  const maxContainerRestartPeriod = given(settings, defaults, 'maxContainerRestartPeriod');
  return maxContainerRestartPeriod === undefined ? undefined : { maxContainerRestartPeriod };
}
