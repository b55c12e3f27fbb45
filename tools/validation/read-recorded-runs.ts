import { z } from 'zod';
import {
  eventSchema,
  headerSchema,
  type RecordedEvent,
  type RecordedHeader,
  type RecordedRun,
} from './recorded-run.ts';

/**
 * Returns the runs that a file of recorded pulls holds, in its order. Throws an error with file and line
 * where a line is not as the schema says, or belongs to no run that was opened.
 */
export function readRecordedRuns(path: string, text: string): readonly RecordedRun[] {
  const runs: RecordedRun[] = [];
  let open: { readonly name: string; readonly events: RecordedEvent[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const where = `${path}:${index + 1}`;
    const value = parsed(line, where);
    if (isHeader(value)) {
      const header = checked(headerSchema, value, where);
      open = { name: header.run, events: [] };
      runs.push(runOf(header, open.events));
      continue;
    }
    const event = checked(eventSchema, value, where);
    if (event.run !== open?.name)
      throw new Error(`${where}: an event of ${event.run}, whose config line did not come before it`);
    open.events.push(event);
  }
  return runs;
}

function parsed(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`${where}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isHeader(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'config' in value;
}

function checked<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`${where}: ${z.prettifyError(result.error).replaceAll('\n', ' ')}`);
}

function runOf(header: RecordedHeader, events: readonly RecordedEvent[]): RecordedRun {
  const [experiment = '', variant = '', repetition = ''] = header.run.split('/');
  return { experiment, variant, repetition: Number(repetition), header, events };
}
