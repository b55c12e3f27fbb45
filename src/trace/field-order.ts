import { z } from 'zod';

/** How to write a value with its fields in the schema's order; undefined: as it is. */
export type FieldOrder = { readonly fields: readonly (readonly [string, FieldOrder])[] } | { readonly items: FieldOrder } | undefined;

/** The order of fields in values of this schema. */
export function fieldOrderOf(schema: z.core.$ZodType): FieldOrder {
  if (schema instanceof z.ZodExactOptional) return fieldOrderOf(schema.unwrap());
  if (schema instanceof z.ZodObject)
    return { fields: Object.entries(schema.shape).map(([name, field]) => [name, fieldOrderOf(field)] as const) };
  if (schema instanceof z.ZodArray) return { items: fieldOrderOf(schema.element) };
  return undefined;
}

/** The value with its fields in that order, those that the schema does not know left out. */
export function inFieldOrder(value: unknown, order: FieldOrder): unknown {
  if (order === undefined || typeof value !== 'object' || value === null) return value;
  if ('items' in order) return Array.isArray(value) ? value.map((item) => inFieldOrder(item, order.items)) : value;
  const ordered: Record<string, unknown> = {};
  for (const [name, inner] of order.fields) {
    const field: unknown = Reflect.get(value, name);
    if (field !== undefined) ordered[name] = inFieldOrder(field, inner);
  }
  return ordered;
}
