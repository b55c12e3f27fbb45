import type { z } from 'zod';
import { isMapping } from '../documents/mapping.ts';

type Shape = z.core.$ZodTypes;

/**
 * Returns of a value only what its shape has: the fields of a mapping that are named there, the entries of
 * records, and scalars. What the shape calls unknown is left out, as is a mapping where it has a scalar.
 * undefined if nothing is left.
 */
export function fieldsOfShape(shape: z.core.$ZodType, value: unknown): unknown {
  if (value === undefined) return undefined;
  const { def } = (shape as Shape)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return value === null ? null : fieldsOfShape(def.innerType, value);
    case 'pipe':
      return fieldsOfShape(def.in, value);
    case 'array':
      return Array.isArray(value) ? value.map((item) => fieldsOfShape(def.element, item) ?? {}) : undefined;
    case 'record':
      return isMapping(value)
        ? withFields(
            Object.entries(value).map(([name, field]) => [name, fieldsOfShape(def.valueType, field)]),
          )
        : undefined;
    case 'union': {
      const options = def.options.filter(
        (option) => (option as unknown as z.ZodType).safeParse(value).success,
      );
      return options[0] === undefined ? undefined : fieldsOfShape(options[0], value);
    }
    case 'object':
      return isMapping(value)
        ? withFields(Object.entries(value).map(([name, field]) => [name, fieldOf(def.shape, name, field)]))
        : undefined;
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return typeof value === 'object' ? undefined : value;
    case 'unknown':
      return undefined;
    default:
      throw new Error(`no rule for a shape of type ${def.type}`);
  }
}

/** The fields stay in the order of the value. */
function fieldOf(shape: Readonly<Record<string, z.core.$ZodType>>, name: string, field: unknown): unknown {
  const inner = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return inner === undefined ? undefined : fieldsOfShape(inner, field);
}

/** Returns a mapping of the entries that have a value. */
export function withFields(
  entries: readonly (readonly [string, unknown])[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
