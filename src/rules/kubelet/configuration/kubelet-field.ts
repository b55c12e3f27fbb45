import type { KubeletConfigurationReader } from './kubelet-configuration-reader.ts';

/** The type of a field. The reader has a method of the same name. */
export type KubeletFieldType = Exclude<keyof KubeletConfigurationReader, 'errors'>;

/** A field of KubeletConfiguration (v1beta1) that the simulator reads. */
export interface KubeletField {
  readonly type: KubeletFieldType;
  /**
   * The flag of the kubelet's command line that sets it too, without dashes (`AddKubeletConfigFlags` in
   * cmd/kubelet/app/options/options.go).
   */
  readonly flag?: string;
  /** The first release known to have it. */
  readonly since: string;
  /**
   * The default that `SetDefaults_KubeletConfiguration` fills in. Without one, an absent field stays absent.
   */
  readonly absent?: unknown;
  /** The value that the kubelet uses for an absent setting. */
  readonly constant?: unknown;
  /** A value of 0, an empty text and an empty list count as absent. */
  readonly emptyIsAbsent?: true;
  /** The field is validated, but the simulator does not obey it, so that there is no setting of it. */
  readonly isOnlyChecked?: true;
  readonly rules?: readonly KubeletRule[];
  /**
   * The controls in the page's what-if panel: several for a map. Without one, the field can be set in the
   * file and by `--set` only.
   */
  readonly controls?: readonly KubeletFieldControl[];
}

/** A field, or one value of a map, as the what-if panel offers it. */
export interface KubeletFieldControl {
  /** The key, if the field is a map. */
  readonly key?: string;
  readonly group: 'Image pulls' | 'Image garbage collection' | 'Disk pressure' | 'Pods';
  /** Its place in the group, if that is not the order of the fields. */
  readonly place?: number;
  /** What the field does, in a line for someone who does not know it. */
  readonly hint: string;
  /** The values to choose from. */
  readonly choices?: readonly string[];
}

/** One rule of the kubelet's validation, about the field that has it. */
export interface KubeletRule {
  /** The other fields that the rule needs. If one of them cannot be read, the rule says nothing. */
  readonly also?: readonly string[];
  /** The first release that has the rule; absent: every release has it. */
  readonly since?: string;
  /**
   * Returns the kubelet's message without its prefix if the rule is broken, with the key if it is about one
   * value of a map; else undefined.
   */
  readonly says: (of: KubeletFieldValues, field: string) => string | KeyComplaint | undefined;
}

/** What is wrong with one value of a map. */
export interface KeyComplaint {
  readonly key: string;
  readonly message: string;
}

/** The values of one KubeletConfiguration in a release. */
export interface KubeletFieldValues {
  readonly release: string;
  /** Whether a feature gate is on. */
  readonly isOn: (gate: string) => boolean;
  /**
   * Returns the value of a field or its default, durations in microseconds; undefined if there is none or it
   * is of a wrong type.
   */
  readonly value: (field: string) => unknown;
  /** Returns a number or a duration; NaN if there is none, so that no comparison holds. */
  readonly number: (field: string) => number;
  readonly text: (field: string) => string;
  readonly texts: (field: string) => readonly string[];
  readonly textsByName: (field: string) => Readonly<Record<string, string>>;
}

/** The rule that a number must not be negative, in the words of most of these messages. */
export function notNegative(flag: string): KubeletRule {
  return numberRule(
    (value) => value < 0,
    (value, field) => `${field} (${flag}) ${value} must not be a negative number`,
  );
}

/**
 * The rule of a range that includes both ends. `zero`: the value that the kubelet uses for 0 before it checks
 * the range; `told`: the lower end as its message prints it.
 */
export function between(
  flag: string,
  min: number,
  max: number,
  zero: 'counts' | 'isAbsent' = 'counts',
  told = min,
): KubeletRule {
  return numberRule(
    (value) => (value < min || value > max) && !(zero === 'isAbsent' && value === 0),
    (value, field) => `${field} (${flag}) ${value} must be between ${told} and ${max}, inclusive`,
  );
}

/** The rule of a number, or of a duration in microseconds, that depends on no other field. */
export function numberRule(
  refuses: (value: number) => boolean,
  words: (value: number, field: string) => string,
  since?: string,
): KubeletRule {
  return {
    ...(since === undefined ? {} : { since }),
    says: (of, field) => {
      const value = of.number(field);
      return !Number.isNaN(value) && refuses(value) ? words(value, field) : undefined;
    },
  };
}
