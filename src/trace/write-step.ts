import { lineOf, writerByType } from './json-writer.ts';
import type { StepRecord } from './step-record.ts';
import { stepSchemas } from './step-schema.ts';

const write = writerByType(stepSchemas);

/** Returns the step as one line of JSON without a line feed, with the fields in the order of docs/trace.md. */
export function formatStep(step: StepRecord): string {
  return lineOf(write, step);
}
