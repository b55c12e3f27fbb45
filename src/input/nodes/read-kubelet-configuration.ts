import { isFeatureGateOn } from '../../kubelet/configuration/feature-gates.ts';
import { knownFeatureGates } from '../../kubelet/configuration/known-feature-gates.ts';
import { kubeletFieldNames } from '../../kubelet/configuration/kubelet-configuration.ts';
import { simulatedFields } from '../../kubelet/configuration/kubelet-fields.ts';
import type { KubeletSettings } from '../../kubelet/configuration/settings.ts';
import { settingsAtStart } from '../../kubelet/configuration/settings-at-start.ts';
import { lockStripesMax } from '../../kubelet/images/striped-locks.ts';
import { stripedLocksBug } from '../../kubelet/known-bugs.ts';
import type { Profile } from '../../kubelet/profile.ts';
import { shownValue } from '../documents/check-shape.ts';
import { didYouMean } from '../documents/did-you-mean.ts';
import { isMapping } from '../documents/is-mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { optionScalar } from '../runtimes/option-scalar.ts';
import type { KubernetesObject } from '../workloads/kubernetes-object.ts';
import { unknownKubeletField } from './unknown-kubelet-field.ts';

/** The fields of the input's KubeletConfiguration with `--set` applied, and the source of each. */
export interface KubeletFields {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly object: KubernetesObject | undefined;
  /** The option as written, by field (`featureGates.EventedPLEG`). */
  readonly options: ReadonlyMap<string, string>;
}

/** Returns the one KubeletConfiguration of the input, if there is one, with the `--set` options applied. Two are an error. */
export function readKubeletConfiguration(objects: readonly KubernetesObject[], set: readonly string[], problems: Problems): KubeletFields {
  const [object, second] = objects;
  if (second !== undefined) {
    const message = 'a second KubeletConfiguration: all nodes of a run share one';
    problems.at({ document: second.document, path: [...second.path, 'kind'] }, { code: 'DUPLICATE', message, hint: 'leave one out' });
  }
  const raw: Record<string, unknown> = { ...(object?.value as Readonly<Record<string, unknown>> | undefined) };
  if (object !== undefined) warnOfMisspelt(object, raw, problems);
  const options = new Map<string, string>();
  for (const option of set) {
    const field = applyOption(raw, option, problems);
    if (field !== undefined) options.set(field, `--set ${option}`);
  }
  return { raw, object, options };
}

/** Returns the settings of a kubelet of that release; undefined after errors, which are in the kubelet's own words. */
export function kubeletSettings(
  fields: KubeletFields,
  { profile, release }: { readonly profile: Profile; readonly release: string },
  problems: Problems,
): KubeletSettings | undefined {
  const result = settingsAtStart(fields.raw, profile, release);
  if ('settings' in result) {
    warnOfPanic(fields, result.settings, profile, problems);
    return result.settings;
  }
  for (const { field, message } of result.errors) {
    const complaint = { code: 'KUBELET_CONFIGURATION', message, hint: gateMeant(field) };
    const option = optionFor(fields, field);
    const { object } = fields;
    if (option !== undefined || object === undefined) problems.add({ ...complaint, file: option ?? '--set' });
    else problems.at({ document: object.document, path: [...object.path, ...field.split('.')] }, complaint);
  }
  return undefined;
}

/** Returns the name of a feature gate that is similar to an unknown one. */
function gateMeant(field: string): string | undefined {
  const gate = field.startsWith('featureGates.') ? field.slice('featureGates.'.length) : '';
  const meant = gate === '' || knownFeatureGates.has(gate) ? undefined : didYouMean(gate, [...knownFeatureGates.keys()]);
  return meant === undefined ? undefined : `did you mean ${meant}?`;
}

/** The kubelet accepts such a number and then panics. */
function warnOfPanic({ object }: KubeletFields, settings: KubeletSettings, { release }: Profile, problems: Problems): void {
  const { maxParallelImagePulls: max, featureGates } = settings;
  const { id, avoid } = stripedLocksBug;
  if (max === null || max <= lockStripesMax || !isFeatureGateOn('KubeletEnsureSecretPulledImages', release, featureGates)) return;
  const message = `maxParallelImagePulls ${max}: known bug ${id}, this kubelet panics for some images; ${avoid} (windlass bugs tells more)`;
  problems.warn(message, object && { document: object.document, path: [...object.path, 'maxParallelImagePulls'] });
}

/**
 * Returns the option that set the field or a part of it, or otherwise one to which the error must belong because the file does not have the
 * field.
 */
function optionFor({ options, object }: KubeletFields, field: string): string | undefined {
  const own = options.get(field) ?? [...options].find(([name]) => name.startsWith(`${field}.`) || field.startsWith(`${name}.`))?.[1];
  if (own !== undefined) return own;
  const inFile = (object?.value as Readonly<Record<string, unknown>> | undefined)?.[field.split('.')[0] ?? ''] !== undefined;
  return inFile ? undefined : [...options.values()].at(-1);
}

function warnOfMisspelt(object: KubernetesObject, raw: Readonly<Record<string, unknown>>, problems: Problems): void {
  for (const field of Object.keys(raw)) {
    if (kubeletFieldNames.includes(field)) continue;
    const meant = didYouMean(field, kubeletFieldNames);
    if (meant === undefined) continue;
    const message = `KubeletConfiguration has no field ${shownValue(field)} (ignored, as the kubelet does); did you mean ${meant}?`;
    problems.warn(message, { document: object.document, path: [...object.path, field] });
  }
}

/** Applies one `field=value` to the fields and returns the field; undefined after an error. */
function applyOption(raw: Record<string, unknown>, option: string, problems: Problems): string | undefined {
  const file = `--set ${option}`;
  const [, field = '', text = ''] = /^([^=\s]+)=([\s\S]*)$/.exec(option) ?? [];
  const [top = '', ...rest] = field.split('.');
  if (top === '' || text.trim() === '') {
    const expected = 'field=value, such as --set maxParallelImagePulls=5';
    problems.add({ code: 'OPTION', file, message: 'not of the form field=value', expected });
    return undefined;
  }
  const unknown = unknownKubeletField(top);
  if (unknown !== undefined) {
    problems.add({ ...unknown, code: 'OPTION', file });
    return undefined;
  }
  if (!simulatedFields.has(top)) problems.warn(`${file}: the field is not simulated and changes nothing`);
  const [key] = rest;
  const value = optionScalar(text);
  if (key === undefined) raw[top] = value;
  else raw[top] = { ...(isMapping(raw[top]) ? raw[top] : {}), [rest.join('.')]: value };
  return field;
}
