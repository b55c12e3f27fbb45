import type { z } from 'zod';
import { kindOf } from '../../src/proof/whole-node/shape-arbitrary.ts';

type Shape = z.core.$ZodTypes;

/**
 * The names of all fields of a shape, by their way through it: `faults.cutBody.afterBytes`, and the choices
 * of each.
 */
export function fieldsOf(of: z.core.$ZodType, path = ''): readonly string[] {
  const { def } = (of as Shape)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return fieldsOf(def.innerType, path);
    case 'array':
      return fieldsOf(def.element, path);
    case 'record':
      return fieldsOf(def.valueType, path);
    case 'union':
      return def.options.flatMap((option) => fieldsOf(option, [path, ...kindOf(option)].join('.')));
    case 'enum':
      return Object.values(def.entries).map((choice) => `${path}=${choice}`);
    case 'object':
      return Object.entries(def.shape).flatMap(([name, shape]) => [
        `${path}.${name}`,
        ...fieldsOf(shape, `${path}.${name}`),
      ]);
    default:
      return [];
  }
}

/** Which of those a value has. */
export function fieldsIn(of: z.core.$ZodType, value: unknown, path = ''): readonly string[] {
  const { def } = (of as Shape)._zod;
  if (value === undefined || value === null) return [];
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return fieldsIn(def.innerType, value, path);
    case 'array':
      return (value as readonly unknown[]).flatMap((item) => fieldsIn(def.element, item, path));
    case 'record':
      return Object.values(value).flatMap((item) => fieldsIn(def.valueType, item, path));
    case 'union':
      return def.options
        .filter((option) => (option as unknown as z.ZodType).safeParse(value).success)
        .flatMap((option) => fieldsIn(option, value, [path, ...kindOf(option)].join('.')));
    case 'enum':
      return [`${path}=${String(value)}`];
    case 'object':
      return Object.entries(def.shape).flatMap(([name, shape]) => {
        const own = (value as Readonly<Record<string, unknown>>)[name];
        return own === undefined ? [] : [`${path}.${name}`, ...fieldsIn(shape, own, `${path}.${name}`)];
      });
    default:
      return [];
  }
}
