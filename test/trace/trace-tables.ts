import { z } from 'zod';
import { recordSchemas } from '../../src/trace/schema.ts';
import { stepSchemas } from '../../src/trace/step-record.ts';

/** The part of docs/trace.md that is made from the schemas: one table per type of record and step. */
export function traceTables(): string {
  return Object.entries<z.ZodObject>({ ...recordSchemas, ...stepSchemas })
    .map(([type, schema]) => {
      const rows = Object.entries(schema.shape).flatMap(([name, field]) =>
        rowsOf(name, field as z.core.$ZodType),
      );
      return `### ${type}\n\n${descriptionOf(schema)}\n\n| field | type | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

function rowsOf(path: string, field: z.core.$ZodType): string[] {
  const optional = field instanceof z.ZodExactOptional;
  const inner = optional ? field.unwrap() : field;
  const row = `| \`${path}\`${optional ? ' (optional)' : ''} | ${typeOf(inner)} | ${descriptionOf(inner)} |`;
  const nested = inner instanceof z.ZodArray ? inner.element : inner;
  if (!(nested instanceof z.ZodObject)) return [row];
  const prefix = inner instanceof z.ZodArray ? `${path}[].` : `${path}.`;
  return [
    row,
    ...Object.entries(nested.shape).flatMap(([name, item]) => rowsOf(prefix + name, item as z.core.$ZodType)),
  ];
}

function typeOf(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodLiteral)
    return [...schema.values].map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`${option}\``).join(', ');
  if (schema instanceof z.ZodString) return 'string';
  if (schema instanceof z.ZodNumber) return schema.format === 'safeint' ? 'integer' : 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodString ? 'strings' : 'list';
  if (schema instanceof z.ZodRecord) return 'map';
  if (schema instanceof z.ZodObject) return 'object';
  if (schema instanceof z.ZodCustom) return String(z.globalRegistry.get(schema)?.type);
  throw new Error(`trace-tables: no name for a schema of type ${schema._zod.def.type}`);
}

function descriptionOf(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodLiteral && schema.values.size === 1)
    return z.globalRegistry.get(schema)?.description ?? 'the record type';
  const description = z.globalRegistry.get(schema)?.description;
  if (description === undefined)
    throw new Error(`trace-tables: a field of type ${schema._zod.def.type} has no description`);
  return description;
}
