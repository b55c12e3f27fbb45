import type { KubeletConfigurationReader } from './kubelet-configuration-reader.ts';

/** What the kubelet's decoder takes a field for: the reader's method of that name. */
export type KubeletFieldType = Exclude<keyof KubeletConfigurationReader, 'errors'>;

/** A field of KubeletConfiguration (v1beta1) that the simulator reads. */
export interface KubeletField {
  readonly type: KubeletFieldType;
  /** The first release known to have it. */
  readonly since: string;
  /** What `SetDefaults_KubeletConfiguration` fills in where nothing is written; without it the setting is absent then. */
  readonly absent?: unknown;
  /** What the kubelet takes instead of an absent setting. */
  readonly constant?: unknown;
  /** 0, an empty text or an empty list is as good as nothing. */
  readonly emptyIsAbsent?: true;
  /** It is checked, and decides nothing here: no setting. */
  readonly isOnlyChecked?: true;
  readonly rules?: readonly KubeletRule[];
  /** Of the page's what-if panel; more than one for a map, none: for the file, or for `--set`. */
  readonly controls?: readonly KubeletFieldControl[];
}

/** A field, or one value of a map, as the what-if panel offers it. */
export interface KubeletFieldControl {
  /** The key in the map. */
  readonly key?: string;
  readonly group: 'Image pulls' | 'Image garbage collection' | 'Disk pressure' | 'Pods';
  /** Its place in the group, where that is not the order of the fields. */
  readonly place?: number;
  /** What it does, in a line for someone who does not know it. */
  readonly hint: string;
  /** What is to be chosen among. */
  readonly choices?: readonly string[];
}

/** One rule of the kubelet's validation, about the field that has it. */
export interface KubeletRule {
  /** The other fields that it looks at: where one cannot be read, nothing is said. */
  readonly also?: readonly string[];
  /** Without it: every release. */
  readonly since?: string;
  /** The kubelet's own words when the rule is broken, without their prefix; undefined when it is kept. */
  readonly says: (of: KubeletFieldValues, field: string) => string | undefined;
}

/** The values of one KubeletConfiguration in a release. */
export interface KubeletFieldValues {
  readonly release: string;
  /** Whether a feature gate is on. */
  readonly isOn: (gate: string) => boolean;
  /** Each with its default; of a duration microseconds; undefined where there is none, or none of that type. */
  readonly value: (field: string) => unknown;
  /** A number or a duration; NaN where there is none, for which no comparison holds. */
  readonly number: (field: string) => number;
  readonly text: (field: string) => string;
  readonly texts: (field: string) => readonly string[];
  readonly textsByName: (field: string) => Readonly<Record<string, string>>;
}

/** The rule that a number may not be below 0, in the words in which most of them are told. */
export function notNegative(flag: string): KubeletRule {
  return numberRule(
    (value) => value < 0,
    (value, field) => `${field} (${flag}) ${value} must not be a negative number`,
  );
}

/** The rule of a range with both ends. `zero`: what the kubelet makes of 0, before it looks at the range; `told`: the lower end by its words. */
export function between(flag: string, min: number, max: number, zero: 'counts' | 'isAbsent' = 'counts', told = min): KubeletRule {
  return numberRule(
    (value) => (value < min || value > max) && !(zero === 'isAbsent' && value === 0),
    (value, field) => `${field} (${flag}) ${value} must be between ${told} and ${max}, inclusive`,
  );
}

/** The rule of a number, or of a duration in microseconds, that stands by itself. */
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
