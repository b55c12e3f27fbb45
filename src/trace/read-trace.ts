import type { z } from 'zod';
import type { TraceRecord } from './record.ts';
import { recordSchemas } from './schema.ts';
import { type StepRecord, stepSchemas } from './step-record.ts';
import { traceFormat } from './trace-format.ts';
import { formatBefore, fromFormatBefore } from './version-1.ts';

/** Checks that steps come in order and name actors that are there. */
class StepOrder {
  readonly #running = new Set<string>();
  readonly #stopped = new Set<string>();
  #count = 0;

  /** Returns what is wrong with the next step; undefined if nothing is. */
  outOfPlace(step: StepRecord): string | undefined {
    if (step.step !== this.#count)
      return `step ${step.step} where ${this.#count} was expected: steps are missing or out of order`;
    const wrong = this.#wrongActor(step);
    if (wrong !== undefined) return wrong;
    this.#count++;
    if (step.type === 'actorStarted') this.#running.add(step.actor);
    if (step.type === 'actorStopped') {
      this.#running.delete(step.actor);
      this.#stopped.add(step.actor);
    }
    return undefined;
  }

  #wrongActor(step: StepRecord): string | undefined {
    const { type, actor } = step;
    if (type === 'actorStarted') {
      if (this.#isKnown(actor)) return `a second actor ${actor}`;
      if (step.parent !== undefined && !this.#isKnown(step.parent))
        return `parent ${step.parent} has not been started`;
      return undefined;
    }
    if (!this.#running.has(actor))
      return `actor ${actor} ${this.#stopped.has(actor) ? 'has been stopped' : 'has not been started'}`;
    if (type === 'actorStep' && step.source !== undefined && !this.#isKnown(step.source))
      return `source ${step.source} has not been started`;
    return undefined;
  }

  #isKnown(actor: string): boolean {
    return this.#running.has(actor) || this.#stopped.has(actor);
  }
}

/** The records of a trace, or the first bad line and the reason. */
export type ReadTrace =
  | CompleteTrace
  | { readonly ok: false; readonly line: number; readonly message: string };

/**
 * `complete` says that the trace has its end record; without it, the trace was cut short. `line` counts from
 * 1.
 */
interface CompleteTrace {
  readonly ok: true;
  readonly records: readonly TraceRecord[];
  /** The steps of the statecharts; empty if the trace was written without them. */
  readonly steps: readonly StepRecord[];
  readonly complete: boolean;
}

interface TraceReaderOptions {
  /** false: steps are checked but not kept, for callers who need only the records. */
  readonly keepSteps?: boolean;
}

const lineSchemas = { ...recordSchemas, ...stepSchemas };

/**
 * Reads a trace back from NDJSON, given as one text or line by line; see `TraceReader`. Stops at the first
 * bad line.
 */
export function readTrace(source: string | Iterable<string>): ReadTrace {
  const reader = new TraceReader();
  for (const text of typeof source === 'string' ? source.split('\n') : source) if (!reader.add(text)) break;
  return reader.end();
}

/**
 * Takes a trace line by line and checks it: the format version, the fields of every record and step, numbers
 * without gaps, time that never falls, causes that point backwards, and steps of actors that are there.
 */
export class TraceReader {
  readonly #records: TraceRecord[] = [];
  readonly #steps: StepRecord[] = [];
  readonly #stepOrder = new StepOrder();
  readonly #keepsSteps: boolean;
  /** Whether the header names the previous format. */
  #isOlder = false;
  #lastAt = 0;
  #lines = 0;
  #emptyLine = 0;
  #refused: Extract<ReadTrace, { ok: false }> | undefined;

  constructor({ keepSteps = true }: TraceReaderOptions = {}) {
    this.#keepsSteps = keepSteps;
  }

  /** Takes the next line, without its line feed. Returns false if it is bad; lines after it are ignored. */
  add(text: string): boolean {
    if (this.#refused !== undefined) return false;
    this.#lines += 1;
    if (text.trim() === '') {
      this.#emptyLine ||= this.#lines;
      return true;
    }
    if (this.#emptyLine > 0) return this.#refuse(this.#emptyLine, 'empty line within the trace');
    const line = this.#read(text);
    if (typeof line === 'string') return this.#refuse(this.#lines, line);
    const wrong = this.#outOfPlace(line);
    if (wrong !== undefined) return this.#refuse(this.#lines, wrong);
    this.#lastAt = line.at;
    if (!isStep(line)) this.#records.push(line);
    else if (this.#keepsSteps) this.#steps.push(line);
    return true;
  }

  /** Returns the records and steps of all lines, or what was wrong with the first bad line. */
  end(): ReadTrace {
    if (this.#refused !== undefined) return this.#refused;
    const records = this.#records;
    if (records.length === 0)
      return {
        ok: false,
        line: 1,
        message: `no records: a trace begins with a header of format ${traceFormat}`,
      };
    return { ok: true, records, steps: this.#steps, complete: records.at(-1)?.type === 'end' };
  }

  /** Returns why a line may not follow the lines before it; undefined if it may. */
  #outOfPlace(line: TraceRecord | StepRecord): string | undefined {
    const last = this.#records.at(-1);
    if (last === undefined) return line.type === 'header' ? undefined : 'the first record must be the header';
    if (line.type === 'header') return 'a second header';
    if (last.type === 'end') return `a ${isStep(line) ? 'step' : 'record'} after the end record`;
    const wrong = isStep(line)
      ? this.#stepOrder.outOfPlace(line)
      : recordOutOfPlace(line, this.#records.length);
    return (
      wrong ?? (line.at < this.#lastAt ? `time falls from ${this.#lastAt} ms to ${line.at} ms` : undefined)
    );
  }

  /** Returns the record or step, or what is wrong with its fields. */
  #read(text: string): TraceRecord | StepRecord | string {
    const line = jsonObject(text);
    if (typeof line === 'string') return line;
    if (this.#records.length > 0 || line.type !== 'header')
      return checked(this.#isOlder ? fromFormatBefore(line) : line);
    this.#isOlder = line.format === formatBefore;
    if ('format' in line && line.format !== traceFormat && !this.#isOlder) return unknownFormat(line.format);
    return checked(this.#isOlder ? { ...line, format: traceFormat } : line);
  }

  #refuse(line: number, message: string): false {
    this.#refused = { ok: false, line, message };
    return false;
  }
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = `not JSON: ${error instanceof Error ? error.message : String(error)}`;
    return breaksOff(text)
      ? `${reason}\nThe line breaks off: if it is the last, the trace was cut short in it; without it the rest can be read`
      : reason;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'not a record: expected a JSON object';
  return value as Readonly<Record<string, unknown>>;
}

function checked(line: Readonly<Record<string, unknown>>): TraceRecord | StepRecord | string {
  const type = typeof line.type === 'string' ? line.type : undefined;
  if (type === undefined || !isLineType(type))
    return `unknown record type ${type === undefined ? 'none' : JSON.stringify(type)}`;
  try {
    const parsedLine = lineSchemas[type].safeParse(line);
    return parsedLine.success ? parsedLine.data : firstIssue(type, parsedLine.error);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Zod hands on what is wrong as arguments of calls, of which there may be some 100,000.
    return `not a ${type}: more wrong values in its lists than can be counted`;
  }
}

/** Whether a line begins like a record but is cut off. */
function breaksOff(text: string): boolean {
  return text.startsWith('{') && !text.trimEnd().endsWith('}');
}

function isLineType(type: string): type is keyof typeof lineSchemas {
  return Object.hasOwn(lineSchemas, type);
}

function isStep(line: TraceRecord | StepRecord): line is StepRecord {
  return Object.hasOwn(stepSchemas, line.type);
}

function unknownFormat(format: unknown): string {
  return (
    `trace format ${JSON.stringify(format)} is not the one that this version of Windlass reads (${JSON.stringify(traceFormat)}): ` +
    'read it with the version that wrote it, or run the scenario again'
  );
}

function firstIssue(type: string, error: z.ZodError): string {
  const issue = error.issues[0];
  const kind = Object.hasOwn(stepSchemas, type) ? 'step' : 'record';
  if (issue === undefined) return `bad ${type} ${kind}`;
  const path = issue.path.map(String).join('.');
  return `bad ${type} ${kind}${path === '' ? '' : `, field ${path}`}: ${issue.message}`;
}

/** Returns why a record may not follow so many others; undefined if it may. */
function recordOutOfPlace(
  record: Exclude<TraceRecord, { type: 'header' }>,
  before: number,
): string | undefined {
  if (record.id !== before)
    return `record ${record.id} where ${before} was expected: records are missing or out of order`;
  if (record.type === 'end') return undefined;
  const cause = record.because?.record;
  if (cause !== undefined && cause >= record.id) return `because.record ${cause} is not an earlier record`;
  return undefined;
}
