import { validateKubeletSettings } from '../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import { selectProfile } from '../../src/rules/kubelet/profiles/select-profile.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the fields without those that a kubelet of one of these versions would refuse, over what it has
 * already.
 */
export function acceptableSettings(fields: Fields, versions: readonly string[], below: Fields = {}): Fields {
  const refused = versions.flatMap((version) => {
    const selection = selectProfile(version);
    if ('error' in selection) throw new Error(selection.error);
    const result = validateKubeletSettings({ ...below, ...fields }, selection.profile);
    return 'errors' in result ? result.errors.map(({ field }) => field.split('.')[0] ?? '') : [];
  });
  const kept = Object.entries(fields).filter(([field]) => !refused.includes(field));
  if (kept.length < Object.keys(fields).length)
    return acceptableSettings(Object.fromEntries(kept), versions, below);
  // What is left goes with nothing that is below: such as one of two thresholds.
  return refused.length === 0 ? fields : {};
}
