import type { KubeletField } from '../../rules/kubelet/configuration/kubelet-field.ts';
import { kubeletFieldRows } from '../../rules/kubelet/configuration/kubelet-fields.ts';
import type { Problems } from '../documents/problems.ts';
import type { Place } from '../documents/source-document.ts';

/** A flag of the kubelet's command line as written; `value` is undefined if it has none. */
interface WrittenFlag {
  readonly name: string;
  readonly value: string | undefined;
  /** The place in the text, from 0. */
  readonly at: number;
}

/** The simulated fields that have a flag, by its name without dashes. */
export const flagFields: ReadonlyMap<string, string> = new Map(
  kubeletFieldRows.flatMap(([field, row]) =>
    'flag' in row && row.flag !== undefined ? [[row.flag, field] as const] : [],
  ),
);

const rows: ReadonlyMap<string, KubeletField> = new Map(kubeletFieldRows);

/** Whether a flag of this name sets a simulated field, or is named after one. */
export function isKubeletFlag(name: string): boolean {
  return flagFields.has(name) || rows.has(fieldNamed(name));
}

function fieldNamed(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const flag =
  /(?<![\w.-])--?([a-z][a-z0-9-]*)(?:=("[^"]*"|'[^']*'|[^\s"'\\]*)|[ \t]+(?![-\\])("[^"]*"|'[^']*'|[^\s"'\\]+))?/g;

/** Returns the flags in one or more command lines: `--max-pods=50`, `--max-pods 50`. */
export function flagsIn(text: string): readonly WrittenFlag[] {
  return [...text.matchAll(flag)].map(({ 1: name = '', 2: joined, 3: next, index }) => {
    const isSwitch = rows.get(flagFields.get(name) ?? '')?.type === 'trueOrFalse';
    return {
      name,
      value: (joined ?? (isSwitch ? undefined : next))?.replace(/^(["'])(.*)\1$/s, '$2'),
      at: index,
    };
  });
}

/**
 * Returns what a flag sets in KubeletConfiguration; undefined for a flag that does not affect pulls, and
 * after an error about a flag that the kubelet does not have although the field exists. A value that cannot
 * be read stays a text, and the field's own check reports it.
 */
export function fieldOfFlag(
  { name, value }: Pick<WrittenFlag, 'name' | 'value'>,
  place: Place,
  problems: Problems,
): readonly [string, unknown] | undefined {
  const field = flagFields.get(name);
  if (field !== undefined) return [field, valueAs(rows.get(field)?.type, value)];
  const meant = fieldNamed(name);
  if (!rows.has(meant)) return undefined;
  const message = `the kubelet has no flag --${name}: ${meant} is a field of KubeletConfiguration only`;
  problems.at(place, {
    code: 'UNKNOWN_FLAG',
    message,
    hint: `--set ${meant}=${value ?? '…'}, or the field in a KubeletConfiguration`,
  });
  return undefined;
}

function valueAs(type: KubeletField['type'] | undefined, text: string | undefined): unknown {
  switch (type) {
    case 'trueOrFalse':
      return text === undefined || (booleans.get(text) ?? text);
    case 'wholeNumber':
      return /^[+-]?\d{1,15}$/.test(text ?? '') ? Number(text) : text;
    case 'textsByName':
      return pairs(text, '<') ?? text;
    case 'switches':
      return switches(text) ?? text;
    default:
      return text;
  }
}

/** The words that Go's strconv.ParseBool accepts. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((word) => [word, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((word) => [word, false] as const),
]);

/** Reads `a<1,b<2` or `a=1,b=2`; undefined if it is neither. */
function pairs(text: string | undefined, sign: '<' | '='): Readonly<Record<string, string>> | undefined {
  const entries = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  if (entries.some((pair) => pair.indexOf(sign) < 1)) return undefined;
  return Object.fromEntries(
    entries.map((pair) => [
      pair.slice(0, pair.indexOf(sign)).trim(),
      pair.slice(pair.indexOf(sign) + 1).trim(),
    ]),
  );
}

function switches(text: string | undefined): Readonly<Record<string, boolean>> | undefined {
  const entries = Object.entries(pairs(text, '=') ?? { '': '' }).map(
    ([name, word]) => [name, booleans.get(word)] as const,
  );
  return entries.every(([, isOn]) => isOn !== undefined)
    ? (Object.fromEntries(entries) as Record<string, boolean>)
    : undefined;
}
