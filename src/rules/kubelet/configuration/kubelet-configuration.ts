import { isReleaseAtLeast } from '../kubelet-release.ts';
import type { Profile } from '../profile.ts';
import { defaultProfile } from '../profiles/profiles.ts';
import { isFeatureGateLockedOn, isFeatureGateOn } from './feature-gates.ts';
import {
  invalidConfiguration,
  type KubeletConfigurationError,
  type KubeletConfigurationReader,
  readKubeletConfiguration,
} from './kubelet-configuration-reader.ts';
import type { KubeletField, KubeletFieldType, KubeletFieldValues } from './kubelet-field.ts';
import { kubeletFieldRows, simulatedFields, topLevelField } from './kubelet-fields.ts';
import { otherFieldRules, otherFieldTypes } from './other-kubelet-fields.ts';
import { type KubeletSettings, settingName } from './settings.ts';

/**
 * The type of each field, simulated or not, by name. Parts of an object are named
 * `tracing.samplingRatePerMillion`.
 */
export const kubeletFieldTypes: ReadonlyMap<string, KubeletFieldType> = new Map([
  ...kubeletFieldRows.map(([field, { type }]) => [field, type] as const),
  ...otherFieldTypes,
]);

/** Every field of the file's top level, to distinguish a misspelt field from one that is not simulated. */
export const kubeletFieldNames: readonly string[] = [
  'kind',
  'apiVersion',
  ...new Set([...kubeletFieldTypes.keys()].map(topLevelField)),
];

const rows: ReadonlyMap<string, KubeletField> = new Map(kubeletFieldRows);

/** The settings of the kubelet that a run has by default with an empty KubeletConfiguration. */
export const defaultKubeletSettings: KubeletSettings = kubeletSettings({}, defaultProfile.release);

/**
 * Returns the settings of a kubelet of that release with this KubeletConfiguration, which is not checked: a
 * value of a wrong type counts as absent.
 */
export function kubeletSettings(raw: Readonly<Record<string, unknown>>, release: string): KubeletSettings {
  return settingsIn(fieldValues(readKubeletConfiguration(raw), release));
}

/**
 * Reads a KubeletConfiguration (v1beta1, already parsed) for the profile's release (that of a run by default
 * when not given), fills in defaults, and returns the settings of its image fields, or everything that is
 * wrong with it.
 *
 * The kubelet's own complaints are word for word those of `ValidateKubeletConfiguration`. A value of the
 * wrong type and a field that the release does not have are worded here: a real kubelet stops at the first of
 * the former, and only warns of the latter. Of fields that have nothing to do with images only their types
 * and ranges are looked at.
 */
export function validateKubeletSettings(
  raw: Readonly<Record<string, unknown>>,
  profile: Profile = defaultProfile,
): { readonly settings: KubeletSettings } | { readonly errors: readonly KubeletConfigurationError[] } {
  const reader = readKubeletConfiguration(raw);
  const values = fieldValues(reader, profile.release);
  for (const field of kubeletFieldTypes.keys()) values.value(field);
  const fieldErrors = [...unknownFields(raw, profile.release), ...reader.errors];
  const errors = [
    ...fieldErrors,
    ...lockedGates(reader, values),
    ...broken(values, new Set(fieldErrors.map((error) => error.field))),
  ];
  return errors.length === 0 ? { settings: settingsIn(values) } : { errors };
}

/** Returns the values of the fields, with the kubelet's defaults. */
function fieldValues(reader: KubeletConfigurationReader, release: string): KubeletFieldValues {
  const isOn = (gate: string) => isFeatureGateOn(gate, release, reader.switches('featureGates') ?? {});
  const value = (field: string): unknown => {
    const writtenValue = valueAt(reader, field);
    const row = rows.get(field);
    if (writtenValue !== undefined && !(row?.emptyIsAbsent === true && isEmpty(writtenValue)))
      return writtenValue;
    return typeof row?.absent === 'function' ? row.absent(values) : row?.absent;
  };
  const values: KubeletFieldValues = {
    release,
    isOn,
    value,
    number: (field) => {
      const number = value(field);
      return typeof number === 'number' ? number : Number.NaN;
    },
    text: (field) => String(value(field) ?? ''),
    texts: (field) => (value(field) ?? []) as readonly string[],
    textsByName: (field) => (value(field) ?? {}) as Readonly<Record<string, string>>,
  };
  return values;
}

/** Decodes a field by its type; the reader complains where it is of another. */
function valueAt(reader: KubeletConfigurationReader, field: string): unknown {
  const [name = '', ...objects] = field.split('.').reverse();
  const fieldReader = objects.reduceRight((outer, object) => outer.nested(object), reader);
  return fieldReader[kubeletFieldTypes.get(field) ?? 'nested'](name);
}

function isEmpty(value: unknown): boolean {
  return value === 0 || value === '' || (Array.isArray(value) && value.length === 0);
}

function settingsIn(values: KubeletFieldValues): KubeletSettings {
  const settings = kubeletFieldRows.flatMap(([field, row]) => {
    const value = row.isOnlyChecked === true ? undefined : values.value(field);
    return value === undefined ? [] : [[settingName(field, row), value]];
  });
  // The type is derived from the same rows.
  return Object.fromEntries(settings) as unknown as KubeletSettings;
}

function unknownFields(raw: Readonly<Record<string, unknown>>, release: string): KubeletConfigurationError[] {
  return [...simulatedFields]
    .filter(([field, since]) => raw[field] != null && !isReleaseAtLeast(release, since))
    .map(([field, since]) => {
      const reason = `unknown field ${JSON.stringify(field)}: kubelet ${release} does not have it, ${since} does`;
      return invalidConfiguration(field, reason);
    });
}

// FeatureGate.SetFromMap of component-base
function lockedGates(
  reader: KubeletConfigurationReader,
  { release }: KubeletFieldValues,
): KubeletConfigurationError[] {
  return Object.entries(reader.switches('featureGates') ?? {})
    .filter(([gate, on]) => !on && isFeatureGateLockedOn(gate, release))
    .map(([gate]) => {
      const message = `cannot set feature gate ${gate} to false, feature is locked to true`;
      return { field: `featureGates.${gate}`, message, reason: message };
    });
}

/** Returns the errors of the rules, for fields that could be read. */
function broken(values: KubeletFieldValues, unreadable: ReadonlySet<string>): KubeletConfigurationError[] {
  const rules = [
    ...kubeletFieldRows.flatMap(([field, row]) => (row.rules ?? []).map((rule) => [field, rule] as const)),
    ...otherFieldRules,
  ];
  return rules.flatMap(([field, { also = [], since, says }]) => {
    if ([field, topLevelField(field), ...also].some((one) => unreadable.has(one))) return [];
    if (since !== undefined && !isReleaseAtLeast(values.release, since)) return [];
    const complaint = says(values, field);
    if (complaint === undefined) return [];
    if (typeof complaint === 'string') return [invalidConfiguration(field, complaint)];
    return [invalidConfiguration(field, complaint.message, complaint.key)];
  });
}
