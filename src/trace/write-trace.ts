import { z } from 'zod';
import type { TraceRecord } from './record.ts';
import { recordSchemas } from './schema.ts';

/** How to write a value with its fields in the schema's order; undefined: as it is. */
type Order = { readonly fields: readonly (readonly [string, Order])[] } | { readonly items: Order } | undefined;

const orders = new Map<string, Order>(Object.entries(recordSchemas).map(([type, schema]) => [type, orderOf(schema)]));

/**
 * Returns the record as one line of JSON, without a line feed. Fields come in a fixed order: id, at, type, actor, then
 * as in docs/trace.md, `because` last; the same record gives the same bytes however its object was built. Fields that
 * the schema does not know are left out, as the reader would refuse them.
 */
export function formatRecord(record: TraceRecord): string {
  return JSON.stringify(inOrder(record, orders.get(record.type)));
}

function inOrder(value: unknown, order: Order): unknown {
  if (order === undefined || typeof value !== 'object' || value === null) return value;
  if ('items' in order) return Array.isArray(value) ? value.map((item) => inOrder(item, order.items)) : value;
  const ordered: Record<string, unknown> = {};
  for (const [name, inner] of order.fields) {
    const field: unknown = Reflect.get(value, name);
    if (field !== undefined) ordered[name] = inOrder(field, inner);
  }
  return ordered;
}

function orderOf(schema: z.core.$ZodType): Order {
  if (schema instanceof z.ZodExactOptional) return orderOf(schema.unwrap());
  if (schema instanceof z.ZodObject)
    return { fields: Object.entries(schema.shape).map(([name, field]) => [name, orderOf(field)] as const) };
  if (schema instanceof z.ZodArray) return { items: orderOf(schema.element) };
  return undefined;
}
