import { shownValue } from '../../../inputs/documents/check-shape.ts';
import type { InputError } from '../../../inputs/documents/input-error.ts';
import { optionWords } from '../../../inputs/documents/option-words.ts';
import { redactedText } from '../../../inputs/documents/redacted-text.ts';
import { redactedSetting } from '../../../inputs/redacted-option.ts';
import { changeKind, expectedValue } from './change-kinds.ts';
import type { Change } from './variant.ts';

/** What `--a 'maxParallelImagePulls=5 link=1Gbit/s other.yaml'` says. */
interface ReadChanges {
  readonly changes: readonly Change[];
  /** The names of files. */
  readonly files: readonly string[];
  readonly errors: readonly InputError[];
}

/**
 * Reads changes that are separated by spaces, `field=value` or the name of a file. Quotes keep a value with
 * spaces together.
 */
export function readChanges(written: string, option: string): ReadChanges {
  const text = redactedChanges(written);
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

/** Returns `field=value` without credentials: a value only of a field that runs read. */
export function redactedChange(word: string): string {
  const kind = changeKind(word.split('=', 1)[0] ?? '');
  return 'code' in kind || kind.entry === 'set' ? redactedSetting(word) : redactedText(word);
}

/** The same of several changes, as they are written. */
export function redactedChanges(text: string): string {
  const words = optionWords(text);
  return words.reduceRight((shown, { text: word, at, isOpen }, index) => {
    const end = words[index + 1]?.at ?? text.length;
    const written = text.slice(at, end).trimEnd();
    const redacted = redactedChange(word);
    // A value that is hidden as a whole needs no quotes.
    const change = isOpen || !redacted.endsWith('=…') ? redactedText(written) : redacted;
    return shown.slice(0, at) + change + shown.slice(at + written.length);
  }, text);
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
