import { optionScalar } from '../../../inputs/documents/option-words.ts';
import { expectedOf, type RunRequest, runRequestRows } from '../../../inputs/run-request.ts';
import { parseDuration } from '../../../inputs/scenario/quantities.ts';
import { validateKubeletSettings } from '../../../rules/kubelet/configuration/kubelet-configuration.ts';
import { selectProfile } from '../../../rules/kubelet/profiles/select-profile.ts';
import { fieldOf, setField } from './changed-settings.ts';
import { kubeletConfigurationOf } from './kubelet-configuration-yaml.ts';
import { runtimeControls } from './runtime-control.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns what is wrong with settings before a run is requested, by control: a field of the
 * KubeletConfiguration, or `seed`, `horizon`, `link`, `runtime`, `kubeletVersion`, or an option of the
 * runtime's configuration. The rules and the words are the kubelet's own. `inForce` are the values of the run
 * as loaded.
 */
export function settingProblems(settings: RunRequest, inForce: Fields): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  const { set = [], runtime, kubeletVersion = String(inForce.kubeletVersion ?? '') } = settings;
  for (const [name] of runRequestRows) {
    const value = settings[name];
    const expected =
      typeof value === 'string' || typeof value === 'number' ? expectedOf(name, value) : undefined;
    if (expected !== undefined) problems.set(name, expected);
  }
  for (const { name, kind } of runtimeControls(runtime ?? String(inForce.runtime ?? ''))) {
    const value = setField(settings, name, 'runtimeConfig');
    if (value === undefined) continue;
    if (kind === 'number' && !/^\d+$/.test(value))
      problems.set(name, 'a whole number, such as 3; 0: no limit');
    if (kind === 'duration' && parseDuration(value) === undefined)
      problems.set(name, 'a duration such as 5m, or 0s for none');
  }
  const selection = selectProfile(kubeletVersion);
  if ('error' in selection) return problems.set('kubeletVersion', selection.error);
  const raw = fieldsOf(set, kubeletConfigurationOf(inForce, String(inForce.profile ?? '')));
  const result = validateKubeletSettings(raw, selection.profile);
  if ('settings' in result) return problems;
  const changed = new Set(set.map(fieldOf));
  for (const { field, key, reason } of result.errors) {
    // An error of a map is shown at the control of the value that it is about.
    const value = `${field}.${key}`;
    const control = key !== undefined && changed.has(value) ? value : field;
    if (!problems.has(control)) problems.set(control, reason);
  }
  return problems;
}

/**
 * Returns the current fields with the `--set` options applied, as src/inputs applies them to those of the
 * file.
 */
function fieldsOf(set: readonly string[], below: Fields): Fields {
  const raw: Record<string, unknown> = { ...below };
  for (const option of set) {
    const field = fieldOf(option);
    const [top = '', ...rest] = field.split('.');
    const value = optionScalar(option.slice(field.length + 1));
    if (top === '__proto__') continue;
    const old = raw[top];
    raw[top] =
      rest.length === 0 ? value : { ...(typeof old === 'object' ? old : {}), [rest.join('.')]: value };
  }
  return raw;
}
