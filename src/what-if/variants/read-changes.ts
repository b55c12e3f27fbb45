import { shownValue } from '../../input/documents/check-shape.ts';
import type { InputError } from '../../input/documents/input-error.ts';
import { optionWords } from '../../input/documents/option-words.ts';
import { changeKind, expectedValue } from './change-kinds.ts';
import type { Change } from './variant.ts';

/** What `--a 'maxParallelImagePulls=5 link=1Gbit/s other.yaml'` says. */
interface ReadChanges {
  readonly changes: readonly Change[];
  /** The names of files. */
  readonly files: readonly string[];
  readonly errors: readonly InputError[];
}

/** Reads changes that are separated by spaces, `field=value` or the name of a file. Quotes keep a value with spaces together. */
export function readChanges(text: string, option: string): ReadChanges {
  const words = optionWords(text);
  if (words.some(({ isOpen }) => isOpen)) {
    const error = { code: 'OPTION', file: `${option} ${text}`, message: 'a quote is opened and not closed' };
    return { changes: [], files: [], errors: [error] };
  }
  const isChange = (word: string) => word.includes('=') || word === 'cold';
  const changes = words.flatMap(({ text: word }) => (isChange(word) ? [changeOf(word)] : []));
  return {
    changes,
    files: words.flatMap(({ text: word }) => (isChange(word) ? [] : [word])),
    errors: changes.flatMap((change) => errorOf(change, option) ?? []),
  };
}

/** Returns what is wrong with a change whatever the input says; undefined if nothing is. */
export function errorOf({ field, value }: Change, option: string): InputError | undefined {
  const kind = changeKind(field);
  const file = `${option} ${field}=${value}`;
  if ('code' in kind) {
    const { hint, ...complaint } = kind;
    return { ...complaint, file, ...(hint === undefined ? {} : { hint }) };
  }
  const expected = expectedValue(kind, value);
  return expected === undefined
    ? undefined
    : { code: 'OPTION', file, message: `${shownValue(value)} is not a value of ${field}`, expected };
}

/** A switch is on without a value. */
function changeOf(word: string): Change {
  const at = word.indexOf('=');
  return at < 0 ? { field: word, value: 'true' } : { field: word.slice(0, at), value: word.slice(at + 1) };
}
