import { unmetDependencies } from '../../../rules/kubelet/configuration/feature-gate-dependencies.ts';
import {
  isFeatureGateOn,
  obeyedFeatureGates,
  releaseFeatureGates,
} from '../../../rules/kubelet/configuration/feature-gates.ts';
import { kubeletSettings } from '../../../rules/kubelet/configuration/kubelet-configuration.ts';
import { kubeletFieldRows } from '../../../rules/kubelet/configuration/kubelet-fields.ts';
import { settingName } from '../../../rules/kubelet/configuration/settings.ts';
import { valueText } from '../../../rules/kubelet/configuration/value-text.ts';
import { isReleaseAtLeast } from '../../../rules/kubelet/kubelet-release.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A default of KubeletConfiguration, or of a feature gate, that is another one in the other release. */
export interface ChangedDefault {
  readonly field: string;
  /** As written in a KubeletConfiguration; null: the release does not have it, or has no value. */
  readonly before: string | null;
  readonly after: string | null;
  /** Whether the configuration says it, so that the change has no effect. */
  readonly isSet: boolean;
  /** What gives the newer kubelet the old default, as `--set` takes it; undefined if nothing does. */
  readonly restoredBy: readonly string[] | undefined;
  /** Where nothing does: what gives the older kubelet the new default; absent if nothing does that either. */
  readonly givenBy?: readonly string[];
}

/**
 * Returns the defaults that differ between two releases, gates first. `raw` is the configuration of the
 * input.
 */
export function changedDefaults(from: string, to: string, raw: Fields): readonly ChangedDefault[] {
  const gates = changedGates(from, to, givenGates(raw));
  return [...gates, ...changedFields(from, to, raw, gates)];
}

/**
 * Returns the defaults of image pulls that are the same in both releases and that the configuration leaves
 * alone, as `field=value`.
 */
export function sameDefaults(from: string, to: string, raw: Fields): readonly string[] {
  const changed = new Set(changedDefaults(from, to, {}).map(({ field }) => field));
  return kubeletFieldRows.flatMap(([field, { controls = [], since }]) => {
    const isOfPulls = controls.some(({ group }) => group === 'Image pulls');
    if (!isOfPulls || changed.has(field) || Object.hasOwn(raw, field) || !isReleaseAtLeast(from, since))
      return [];
    const value = valueText({ ...kubeletSettings({}, to), profile: to }, field);
    return value === '' ? [] : [`${field}=${value}`];
  });
}

/** Returns the fields that the other release has and the one does not. */
export function newFields(from: string, to: string): readonly string[] {
  return kubeletFieldRows
    .filter(([, { since }]) => isReleaseAtLeast(to, since) && !isReleaseAtLeast(from, since))
    .map(([field]) => field);
}

function changedGates(from: string, to: string, given: Readonly<Record<string, boolean>>): ChangedDefault[] {
  const [was, is] = [from, to].map(
    (release) => new Map(releaseFeatureGates(release).map((gate) => [gate.gate, gate])),
  );
  return obeyedFeatureGates.flatMap((gate): ChangedDefault[] => {
    const after = is?.get(gate);
    // A gate that a release does not have any more is on in it.
    const [wasOn, isOn] = [isFeatureGateOn(gate, from, {}), isFeatureGateOn(gate, to, {})];
    if (wasOn === isOn) return [];
    return [
      {
        field: `featureGates.${gate}`,
        before: wasOn || was?.has(gate) ? String(wasOn) : null,
        after: isOn || is?.has(gate) ? String(isOn) : null,
        isSet: isFeatureGateOn(gate, from, given) === isFeatureGateOn(gate, to, given),
        ...(after === undefined || after.isLocked
          ? { restoredBy: undefined, ...givenGate(gate, isOn, from, was?.get(gate), given) }
          : { restoredBy: restoringGate(gate, !isOn, to, given) }),
      },
    ];
  });
}

/** A gate is switched off with those that need it. */
function restoringGate(
  gate: string,
  on: boolean,
  release: string,
  given: Readonly<Record<string, boolean>>,
): string[] {
  const gates: Record<string, boolean> = { [gate]: on };
  for (const { gate: other } of unmetDependencies({ ...given, ...gates }, release)) gates[other] = false;
  return Object.entries(gates).map(([name, value]) => `featureGates.${name}=${value}`);
}

/**
 * A gate that the older release does not know, has locked, or has not all that it needs for, cannot be had in
 * it.
 */
function givenGate(
  gate: string,
  on: boolean,
  release: string,
  known: { readonly isLocked: boolean } | undefined,
  given: Readonly<Record<string, boolean>>,
): Pick<ChangedDefault, 'givenBy'> {
  const isHad =
    known !== undefined &&
    !known.isLocked &&
    unmetDependencies({ ...given, [gate]: on }, release).length === 0;
  return isHad ? { givenBy: [`featureGates.${gate}=${on}`] } : {};
}

function changedFields(
  from: string,
  to: string,
  raw: Fields,
  gates: readonly ChangedDefault[],
): ChangedDefault[] {
  return kubeletFieldRows.flatMap(([field, row]): ChangedDefault[] => {
    if (field === 'featureGates' || row.isOnlyChecked === true) return [];
    const name = settingName(field, row);
    const valueIn = (release: string, fields: Fields): unknown =>
      isReleaseAtLeast(release, row.since)
        ? (new Map(Object.entries(kubeletSettings(fields, release))).get(name) ?? null)
        : null;
    const [before, after] = [valueIn(from, {}), valueIn(to, {})];
    if (sameJson(before, after) || (isNone(before) && isNone(after))) return [];
    const text = (release: string, value: unknown) =>
      isNone(value) ? null : valueText({ ...kubeletSettings({}, release), profile: release }, field);
    const gate = gates.find(({ restoredBy = [] }) => {
      const off = Object.fromEntries(
        restoredBy.map((set) => [set.slice('featureGates.'.length).split('=')[0], set.endsWith('=true')]),
      );
      const restored = valueIn(to, { featureGates: off });
      return restoredBy.length > 0 && (sameJson(restored, before) || (isNone(restored) && isNone(before)));
    });
    const restoredBy = gate?.restoredBy ?? (isNone(before) ? undefined : [`${field}=${text(from, before)}`]);
    return [
      {
        field,
        before: text(from, before),
        after: text(to, after),
        isSet: sameJson(valueIn(from, raw), valueIn(to, raw)),
        restoredBy: isReleaseAtLeast(to, row.since) ? restoredBy : undefined,
      },
    ];
  });
}

function isNone(value: unknown): boolean {
  return value === null || value === '' || value === 0;
}

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function givenGates({ featureGates }: Fields): Readonly<Record<string, boolean>> {
  const given = typeof featureGates === 'object' && featureGates !== null ? Object.entries(featureGates) : [];
  return Object.fromEntries(
    given.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  );
}
