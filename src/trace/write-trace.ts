import { type FieldOrder, fieldOrderOf, inFieldOrder } from './field-order.ts';
import type { TraceRecord } from './record.ts';
import { recordSchemas } from './schema.ts';

const orders = new Map<string, FieldOrder>(Object.entries(recordSchemas).map(([type, schema]) => [type, fieldOrderOf(schema)]));

/**
 * Returns the record as one line of JSON, without a line feed. Fields come in a fixed order: id, at, type, actor, then
 * as in docs/trace.md, `because` last; the same record gives the same bytes however its object was built. Fields that
 * the schema does not know are left out, as the reader would refuse them.
 */
export function formatRecord(record: TraceRecord): string {
  return JSON.stringify(inFieldOrder(record, orders.get(record.type)));
}
