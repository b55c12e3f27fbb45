import { type JsonWriter, jsonWriterOf } from './json-writer.ts';
import type { StepRecord } from './step-record.ts';
import { stepSchemas } from './step-schema.ts';

const writers = Object.fromEntries(Object.entries(stepSchemas).map(([type, schema]) => [type, jsonWriterOf(schema)])) as Readonly<
  Record<StepRecord['type'], JsonWriter>
>;

/** Returns the step as one line of JSON, without a line feed; fields in the order of docs/trace.md. */
export function formatStep(step: StepRecord): string {
  const pieces: string[] = [];
  writers[step.type](step, pieces);
  return pieces.join('');
}
