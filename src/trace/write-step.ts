import { type FieldOrder, fieldOrderOf, inFieldOrder } from './field-order.ts';
import type { StepRecord } from './step-record.ts';
import { stepSchemas } from './step-schema.ts';

const orders = new Map<string, FieldOrder>(Object.entries(stepSchemas).map(([type, schema]) => [type, fieldOrderOf(schema)]));

/** Returns the step as one line of JSON, without a line feed; fields in the order of docs/trace.md. */
export function formatStep(step: StepRecord): string {
  return JSON.stringify(inFieldOrder(step, orders.get(step.type)));
}
