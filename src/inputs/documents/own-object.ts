import { z } from 'zod';

/** The fields of a mapping of our own kinds, and those of mappings inside it, by their path. */
export interface KnownFields {
  readonly fields: readonly string[];
  readonly homes: Readonly<Record<string, readonly string[]>>;
}

/** The fields of the shapes made by `ownObject`. Shapes made from them with `check` have them as well. */
export const knownFields = z.registry<KnownFields>();

/**
 * Returns the shape of a mapping of our own kinds. Unknown fields are errors that list the known ones.
 * `within` has the fields of mappings inside it, by their path (`nodes.defaults`), so that a field that was
 * written one level too high gets a hint.
 */
export function ownObject<T extends z.ZodRawShape>(
  fields: T,
  within: Readonly<Record<string, z.ZodRawShape>> = {},
): z.ZodObject<T, z.core.$strict> {
  const shape = z.strictObject(fields);
  const homes = Object.entries(within).map(([path, inner]) => [path, Object.keys(inner)] as const);
  knownFields.add(shape, { fields: Object.keys(fields), homes: Object.fromEntries(homes) });
  return shape;
}
