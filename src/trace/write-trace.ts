import { z } from 'zod';
import type { TraceRecord } from './record.ts';
import { recordSchemas } from './schema.ts';
import { pod } from './schema-fields.ts';
import { type StepRecord, stepSchemas } from './step-record.ts';

/** Appends a value as JSON to the pieces of a text. */
type JsonWriter = (value: unknown, pieces: string[]) => void;

/**
 * Returns the writer for values of this schema. It writes the fields in the schema's order and leaves out
 * fields that are unknown or absent. The text is the one that JSON.stringify would make of such an object, in
 * less than half of the time: texts that occur again and again are quoted once, and the pieces of thousands
 * of lines become one text at once.
 */
export function createJsonWriter(schema: z.core.$ZodType): JsonWriter {
  if (schema instanceof z.ZodExactOptional) return createJsonWriter(schema.unwrap());
  if (schema instanceof z.ZodObject) {
    const write = objectWriter(Object.entries(schema.shape));
    return schema === pod ? memoizedByObject(write) : write;
  }
  return schema instanceof z.ZodArray ? arrayWriter(createJsonWriter(schema.element)) : writeAny;
}

/** Returns the writer for objects of several schemas that differ in their `type`. */
function writerByType<Type extends string>(schemas: { readonly [Key in Type]: z.core.$ZodType }) {
  const writers = new Map<string, JsonWriter>(
    Object.entries<z.core.$ZodType>(schemas).map(([type, schema]) => [type, createJsonWriter(schema)]),
  );
  return (value: { readonly type: Type }, pieces: string[]): void => {
    const write = writers.get(value.type);
    if (write === undefined) throw new Error(`no line of this trace has the type ${value.type}`);
    write(value, pieces);
  };
}

/** Returns the text that `write` makes of one value. */
function jsonText<T>(write: (value: T, pieces: string[]) => void, value: T): string {
  const pieces: string[] = [];
  write(value, pieces);
  return pieces.join('');
}

function writeAny(value: unknown, pieces: string[]): void {
  pieces.push(
    typeof value === 'number' && Number.isFinite(value) ? `${value}` : (JSON.stringify(value) ?? 'null'),
  );
}

function objectWriter(shape: readonly (readonly [string, z.core.$ZodType])[]): JsonWriter {
  const fields = shape.map(([name, schema]) => ({
    name,
    write: fieldWriter(`,${JSON.stringify(name)}:`, createJsonWriter(schema)),
  }));
  return (value, pieces) => {
    if (typeof value !== 'object' || value === null) return writeAny(value, pieces);
    const first = pieces.length;
    for (const { name, write } of fields) {
      const field = (value as Readonly<Record<string, unknown>>)[name];
      if (field !== undefined) write(field, pieces);
    }
    const begin = pieces[first];
    pieces[first] = begin === undefined ? '{' : `{${begin.slice(1)}`;
    pieces.push('}');
  };
}

/** Limits the memory for quoted texts in a long run. */
const textsMax = 5_000;

/** Returns the writer for a field, with the comma before it. */
function fieldWriter(label: string, write: JsonWriter): JsonWriter {
  const texts = new Map<string, string>();
  return (value, pieces) => {
    if (typeof value !== 'string') {
      pieces.push(label);
      write(value, pieces);
      return;
    }
    let json = texts.get(value);
    if (json === undefined) {
      json = label + JSON.stringify(value);
      if (texts.size >= textsMax) texts.clear();
      texts.set(value, json);
    }
    pieces.push(json);
  };
}

function arrayWriter(write: JsonWriter): JsonWriter {
  return (value, pieces) => {
    if (!Array.isArray(value)) return writeAny(value, pieces);
    pieces.push('[');
    value.forEach((item: unknown, index) => {
      if (index > 0) pieces.push(',');
      write(item, pieces);
    });
    pieces.push(']');
  };
}

/** Keeps the text of each object: the records of one pod share the object that names it. */
function memoizedByObject(write: JsonWriter): JsonWriter {
  const textByObject = new WeakMap<object, string>();
  return (value, pieces) => {
    if (typeof value !== 'object' || value === null) return writeAny(value, pieces);
    let json = textByObject.get(value);
    if (json === undefined) {
      json = jsonText(write, value);
      textByObject.set(value, json);
    }
    pieces.push(json);
  };
}

const write = writerByType(recordSchemas);

/**
 * Returns the record as one line of JSON without a line feed. The fields have a fixed order: id, at, type,
 * actor, then as in docs/trace.md, `because` last. The same record gives the same bytes however its object
 * was built. Unknown fields are left out, because the reader would refuse them.
 */
export function formatRecord(record: TraceRecord): string {
  return jsonText(write, record);
}

/**
 * Some 60 KB of text. A text can have at most 512 MB, and making one text of many pieces costs less than many
 * texts of few.
 */
const recordsAtOnce = 200;

/** Returns the lines of all records, in texts of many lines. Each line ends in a line feed. */
export function* formatRecords(records: Iterable<TraceRecord>): Generator<string> {
  let pieces: string[] = [];
  let count = 0;
  for (const record of records) {
    write(record, pieces);
    pieces.push('\n');
    if (++count % recordsAtOnce !== 0) continue;
    yield pieces.join('');
    pieces = [];
  }
  if (pieces.length > 0) yield pieces.join('');
}

const writeStep = writerByType(stepSchemas);

/**
 * Returns the step as one line of JSON without a line feed, with the fields in the order of docs/trace.md.
 */
export function formatStep(step: StepRecord): string {
  return jsonText(writeStep, step);
}
