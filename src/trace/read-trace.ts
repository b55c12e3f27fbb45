import type { z } from 'zod';
import { type TraceRecord, traceFormat } from './record.ts';
import { recordSchemas } from './schema.ts';

/** `complete`: the trace has its end record; without it, it was cut short. `line` counts from 1. */
export type ReadTrace =
  | { readonly ok: true; readonly records: readonly TraceRecord[]; readonly complete: boolean }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** Reads a trace back from NDJSON, as a text or line by line; see `TraceReader`. Stops at the first line that is wrong. */
export function readTrace(source: string | Iterable<string>): ReadTrace {
  const reader = new TraceReader();
  for (const text of typeof source === 'string' ? source.split('\n') : source) if (!reader.add(text)) break;
  return reader.end();
}

/**
 * Takes a trace line by line and checks it: format version, fields of every record, numbers without gaps, time that never
 * falls, causes that point backwards.
 */
export class TraceReader {
  readonly #records: TraceRecord[] = [];
  #lines = 0;
  #emptyLine = 0;
  #refused: Extract<ReadTrace, { ok: false }> | undefined;

  /** Takes the next line, without its line feed; false where it is wrong: then no more of them count. */
  add(text: string): boolean {
    if (this.#refused !== undefined) return false;
    this.#lines += 1;
    if (text.trim() === '') {
      this.#emptyLine ||= this.#lines;
      return true;
    }
    if (this.#emptyLine > 0) return this.#refuse(this.#emptyLine, 'empty line within the trace');
    const record = readRecord(text, this.#records);
    if (typeof record === 'string') return this.#refuse(this.#lines, record);
    this.#records.push(record);
    return true;
  }

  /** The records of all lines, or what was wrong with the first wrong one. */
  end(): ReadTrace {
    if (this.#refused !== undefined) return this.#refused;
    const records = this.#records;
    if (records.length === 0) return { ok: false, line: 1, message: `no records: a trace begins with a header of format ${traceFormat}` };
    return { ok: true, records, complete: records.at(-1)?.type === 'end' };
  }

  #refuse(line: number, message: string): false {
    this.#refused = { ok: false, line, message };
    return false;
  }
}

/** Returns the record, or what is wrong with it. */
function readRecord(text: string, before: readonly TraceRecord[]): TraceRecord | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not a record: expected a JSON object';
  const type = 'type' in value && typeof value.type === 'string' ? value.type : undefined;
  if (before.length === 0 && type === 'header' && 'format' in value && value.format !== traceFormat) return unknownFormat(value.format);
  if (type === undefined || !isRecordType(type)) return `unknown record type ${type === undefined ? 'none' : JSON.stringify(type)}`;
  const parsed = recordSchemas[type].safeParse(value);
  if (!parsed.success) return firstIssue(type, parsed.error);
  return outOfPlace(parsed.data, before) ?? parsed.data;
}

function isRecordType(type: string): type is keyof typeof recordSchemas {
  return Object.hasOwn(recordSchemas, type);
}

function unknownFormat(format: unknown): string {
  return (
    `trace format ${JSON.stringify(format)} is not the one that this version of Windlass reads (${JSON.stringify(traceFormat)}): ` +
    'read it with the version that wrote it, or run the scenario again'
  );
}

function firstIssue(type: string, error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return `bad ${type} record`;
  const path = issue.path.map(String).join('.');
  return `bad ${type} record${path === '' ? '' : `, field ${path}`}: ${issue.message}`;
}

/** What is wrong with a record after these, undefined if nothing. */
function outOfPlace(record: TraceRecord, before: readonly TraceRecord[]): string | undefined {
  const last = before.at(-1);
  if (last === undefined) return record.type === 'header' ? undefined : 'the first record must be the header';
  if (record.type === 'header') return 'a second header';
  if (last.type === 'end') return 'a record after the end record';
  if (record.id !== before.length) return `record ${record.id} where ${before.length} was expected: records are missing or out of order`;
  if (record.at < last.at) return `time falls from ${last.at} ms to ${record.at} ms`;
  if (record.type === 'end') return undefined;
  const cause = record.because?.record;
  if (cause !== undefined && cause >= record.id) return `because.record ${cause} is not an earlier record`;
  return undefined;
}
