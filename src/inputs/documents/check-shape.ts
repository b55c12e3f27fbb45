import type { z } from 'zod';
import { countText } from '../count-text.ts';
import { meantHint } from './did-you-mean.ts';
import { type KnownFields, knownFields } from './own-object.ts';
import { parseShape } from './parse-shape.ts';
import type { Problems } from './problems.ts';
import { type Part, type Path, type Place, within } from './source-document.ts';

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

/**
 * Returns the value of a part of a document if it has the shape; otherwise undefined, and every deviation is
 * an error at its own place.
 */
export function checkShape<T>(shape: z.ZodType<T>, part: Part, problems: Problems): T | undefined {
  const unknownFields: UnknownFields = new Map();
  const result = parseShape(shape, part.value, { error: (issue) => ownMessage(issue, unknownFields) });
  if (result === undefined) {
    const message = `${fieldName(part.path)} has more wrong values in its lists than can be counted`;
    problems.at(part, {
      code: 'WRONG_VALUE',
      message,
      expected: 'what its kind has',
      hint: 'look at the longest list in it, or leave it out',
    });
    return undefined;
  }
  if (result.success) return result.data;
  for (const issue of result.error.issues) report(issue, part, unknownFields, problems);
  return undefined;
}

/** The fields that the shapes with unknown fields have, by the path of the mapping as JSON. */
type UnknownFields = Map<string, KnownFields | undefined>;

/** The issues that `expectedOf` puts into words, where their shape has no message of its own. */
const wordedCodes: ReadonlySet<z.core.$ZodRawIssue['code']> = new Set([
  'invalid_type',
  'too_small',
  'too_big',
  'unrecognized_keys',
]);

/**
 * Returns the message of an issue whose shape has none: nothing where `expectedOf` has words for it. Only
 * here does an issue still have its shape, so this notes the fields of a mapping with unknown ones.
 */
function ownMessage(issue: z.core.$ZodRawIssue, unknownFields: UnknownFields): string | undefined {
  if (issue.code === 'unrecognized_keys' && issue.inst !== undefined)
    unknownFields.set(JSON.stringify(issue.path ?? []), knownFields.get(issue.inst as z.core.$ZodType));
  return wordedCodes.has(issue.code) || discriminatorValues(issue).length > 0 ? '' : undefined;
}

function report(issue: z.core.$ZodIssue, part: Part, unknownFields: UnknownFields, problems: Problems): void {
  const inner = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  const place = within(part, ...inner);
  if (issue.code === 'unrecognized_keys') {
    const known = unknownFields.get(JSON.stringify(issue.path));
    for (const key of issue.keys) reportUnknown(key, known, place, problems);
    return;
  }
  const value = inner.reduce<unknown>(
    (node, step) => (node as Readonly<Record<string | number, unknown>> | undefined)?.[step],
    part.value,
  );
  const name = fieldName(place.path);
  if (value === undefined || value === null) {
    const message = `${name} is missing`;
    problems.at(place, { code: 'REQUIRED', message, expected: expectedOf(issue) });
    return;
  }
  const expected = expectedOf(issue);
  const code = issue.code === 'invalid_type' ? 'WRONG_TYPE' : 'WRONG_VALUE';
  const options = choicesOf(issue);
  const hint = (typeof value === 'string' ? meantHint(value, options) : undefined) ?? typeHint(issue, value);
  const found = issue.code === 'custom' && typeof value === 'object' ? '' : `, not ${shownValue(value)}`;
  const message =
    typeof value === 'string' && options.length > 5
      ? `${name} ${shownValue(value)} is not known`
      : `${name} must be ${expected}${found}`;
  problems.at(place, { code, message, expected, hint });
}

function reportUnknown(key: string, known: KnownFields | undefined, place: Place, problems: Problems): void {
  const { fields, homes } = known ?? { fields: [], homes: {} };
  const [home] = Object.entries(homes).find(([, inner]) => inner.includes(key)) ?? [];
  const where = place.path.length > 0 ? ` in ${fieldName(place.path)}` : '';
  problems.at(
    { ...within(place, key), on: 'key' },
    {
      code: 'UNKNOWN_FIELD',
      message: `unknown field ${shownValue(key)}${where}`,
      expected: `one of ${fields.join(', ')}`,
      hint: home === undefined ? meantHint(key, fields) : `did you mean ${home}.${key}?`,
    },
  );
}

function expectedOf(issue: z.core.$ZodIssue): string {
  const choices = choicesOf(issue);
  if (choices.length > 0) return oneOf(choices);
  if (issue.message !== '') return issue.message;
  if (issue.code === 'invalid_type') return typeNames[issue.expected] ?? issue.expected;
  if (issue.code === 'too_small') return bound(issue.origin, 'at least', Number(issue.minimum));
  if (issue.code === 'too_big') return bound(issue.origin, 'at most', Number(issue.maximum));
  return issue.message;
}

/** Returns the texts that an enum accepts, or those of the field that distinguishes kinds. */
function choicesOf(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String).filter((choice) => choice !== '');
  return issue.message === '' ? discriminatorValues(issue) : [];
}

function discriminatorValues(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): readonly string[] {
  if (issue.code !== 'invalid_union' || !('options' in issue) || !Array.isArray(issue.options)) return [];
  return issue.options.map(String).filter((choice) => choice !== '');
}

function bound(origin: string, side: string, limit: number): string {
  if (origin === 'array') return `a list of ${side} ${countText(limit, 'item')}`;
  if (origin === 'string')
    return limit === 1 ? 'a string that is not empty' : `a string of ${side} ${limit} characters`;
  return `${side} ${limit}`;
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

function typeHint(issue: z.core.$ZodIssue, value: unknown): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  // If a shape has its own message, as in `a rate such as 100MB/s`, quotes alone would not help.
  const anyText = issue.expected === 'string' && issue.message === '';
  if (anyText && typeof value !== 'object') return 'put it in quotes';
  const numeric = issue.expected === 'number' || issue.expected === 'int' || issue.expected === 'boolean';
  return numeric && typeof value === 'string' && /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(value)
    ? 'take the quotes away'
    : undefined;
}

/** Returns `spec.containers[0].image`; `the document` for the empty path. */
export function fieldName(path: Path): string {
  const text = path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
  const shown = text.length > 120 ? '…' + text.slice(-119) : text;
  return shown === '' ? 'the document' : shown;
}

/** Returns a value for a message: quoted and short; only the kind of mappings and lists. */
export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'a mapping';
  const text = typeof value === 'string' ? value : String(value);
  const short = text.length > 60 ? text.slice(0, 59) + '…' : text;
  return typeof value === 'string' ? JSON.stringify(short) : short;
}
