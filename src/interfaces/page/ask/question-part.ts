import { variantLetters } from '../../../answers/what-if/variants/named-variants.ts';
import { redactedChange } from '../../../answers/what-if/variants/read-changes.ts';
import { isMapping } from '../../../inputs/documents/mapping.ts';
import { redactedText } from '../../../inputs/documents/redacted-text.ts';
import { type FieldValue, type QuestionDraft, type QuestionKind, questionKinds } from './ask-draft.ts';

type Field = Exclude<keyof QuestionDraft, 'kind'>;

/** What each kind of question takes, in the order in which an address says it. */
const fieldsOf: Readonly<Record<QuestionKind, readonly Field[]>> = {
  compare: ['variants', 'seeds'],
  sweep: ['axes', 'figure', 'seeds'],
  recommend: ['axes', 'targetFigure', 'operator', 'limit'],
  container: ['pod'],
  fleet: [],
  fix: ['broken', 'fixedAt'],
  worst: ['worstOf', 'faults', 'budget'],
  lint: [],
  upgrade: ['from', 'to', 'seeds'],
};

/** Above anything that people write. */
const most = { textLength: 2_000, rows: 50 };

/** A question as an address has it: its kind, and its fields as JSON, without secrets. */
export interface QuestionPart {
  readonly kind: string;
  readonly fields: string;
}

/** Returns what an address says of a question: the fields that its kind takes, without secrets. */
export function questionPart(draft: QuestionDraft): QuestionPart {
  const fields = fieldsOf[draft.kind].map((field) => [field, redactedField(draft[field])] as const);
  return { kind: draft.kind, fields: JSON.stringify(Object.fromEntries(fields)) };
}

function redactedField(value: QuestionDraft[Field]): unknown {
  if (typeof value !== 'object') return value === undefined ? undefined : redactedText(value);
  return value.map((entry) => ('field' in entry ? redactedRow(entry) : entry.map(redactedRow)));
}

/** Returns the question of an address; undefined if it is none. A field that is wrong is left out. */
export function questionOfPart({ kind, fields }: QuestionPart): QuestionDraft | undefined {
  const [known] = questionKinds.find(([one]) => one === kind) ?? [];
  if (known === undefined) return undefined;
  const given = parsed(fields);
  const read = fieldsOf[known].filter((field) => isRight(field, given[field]));
  return { kind: known, ...Object.fromEntries(read.map((field) => [field, given[field]])) };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) ? value : {};
  } catch {
    return {};
  }
}

function isRight(field: Field, value: unknown): boolean {
  if (field === 'axes') return isRows(value);
  if (field !== 'variants') return isText(value);
  return (
    Array.isArray(value) && value.length >= 2 && value.length <= variantLetters.length && value.every(isRows)
  );
}

function isRows(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= most.rows &&
    value.every((row) => isMapping(row) && isText(row.field) && isText(row.value))
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= most.textLength;
}

/** Credentials may stand in a value whose field says so: both are read together. */
function redactedRow({ field, value }: FieldValue): FieldValue {
  const word = redactedChange(`${field}=${value}`);
  return word.startsWith(`${field}=`)
    ? { field, value: word.slice(field.length + 1) }
    : { field: redactedText(field), value: redactedText(value) };
}
