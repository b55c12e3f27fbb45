import { settingsAtStart } from '../../rules/kubelet/configuration/settings-at-start.ts';
import { selectProfile } from '../../rules/kubelet/profiles/select-profile.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the fields without those that a kubelet of one of these versions would refuse, over what it has
 * already. Of feature gates only those are left out that are refused.
 */
export function acceptableSettings(fields: Fields, versions: readonly string[], below: Fields = {}): Fields {
  const refused = versions.flatMap((version) => {
    const selection = selectProfile(version);
    if ('error' in selection) throw new Error(selection.error);
    const result = settingsAtStart({ ...below, ...fields }, selection.profile, selection.profile.release);
    return 'errors' in result ? result.errors.map(({ field }) => field) : [];
  });
  if (refused.length === 0) return fields;
  const gates = refused.flatMap((field) => (field.startsWith('featureGates.') ? [field.split('.')[1]] : []));
  const kept = Object.entries(fields).flatMap(([field, value]) => {
    const isRefused = refused.some(
      (name) => name === field || (field !== 'featureGates' && name.startsWith(`${field}.`)),
    );
    if (isRefused) return [];
    return [[field, field === 'featureGates' ? without(value as Fields, gates) : value] as const];
  });
  const left = Object.fromEntries(kept);
  // What is left goes with nothing that is below: such as one of two thresholds.
  return JSON.stringify(left) === JSON.stringify(fields) ? {} : acceptableSettings(left, versions, below);
}

function without(fields: Fields, names: readonly (string | undefined)[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
