import type { KubeletConfigurationReader } from './kubelet-configuration-reader.ts';
import type { KubeletField } from './kubelet-field.ts';
import type { kubeletFields } from './kubelet-fields.ts';

type Rows = typeof kubeletFields;
type FieldName = keyof Rows;
type Decoded<Name extends FieldName> = NonNullable<
  ReturnType<KubeletConfigurationReader[Rows[Name]['type']]>
>;
type Absent<Row> = Row extends { readonly absent: infer A }
  ? A extends (of: never) => infer Value
    ? Value
    : A
  : never;

type LastPart<Name extends string> = Name extends `${string}.${infer Part}` ? Part : Name;
type SettingName<Name extends FieldName> = Rows[Name]['type'] extends 'durationMicros'
  ? `${LastPart<Name>}Micros`
  : LastPart<Name>;

type Given<Name extends FieldName> = Rows[Name] extends { readonly isOnlyChecked: true }
  ? never
  : Rows[Name] extends { readonly absent: unknown }
    ? SettingName<Name>
    : never;
type Optional<Name extends FieldName> = Rows[Name] extends { readonly absent: unknown }
  ? never
  : SettingName<Name>;

/**
 * The fields of KubeletConfiguration (v1beta1) that the simulator obeys, defaults filled in, as
 * `kubeletFields` lists them. Durations are in microseconds, under names that end in Micros; null: no limit.
 */
export type KubeletSettings = {
  readonly [Name in FieldName as Given<Name>]: Decoded<Name> | Extract<Absent<Rows[Name]>, null>;
} & {
  readonly [Name in FieldName as Optional<Name>]?: Decoded<Name>;
};

/**
 * The name of a field among settings: `maxContainerRestartPeriodMicros` of
 * `crashLoopBackOff.maxContainerRestartPeriod`.
 */
export function settingName(field: string, { type }: KubeletField): string {
  const part = field.slice(field.lastIndexOf('.') + 1);
  return type === 'durationMicros' ? `${part}Micros` : part;
}

/**
 * The fields in which the new settings differ from those before, with their new values; undefined where none
 * does. A map (`featureGates`) is given as a whole.
 */
export function changedSettings(
  before: KubeletSettings,
  now: KubeletSettings,
): Partial<KubeletSettings> | undefined {
  const old = new Map<string, unknown>(Object.entries(before));
  const changedFields = Object.entries(now).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)),
  );
  return changedFields.length === 0 ? undefined : Object.fromEntries(changedFields);
}
