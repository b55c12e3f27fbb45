import { z } from 'zod';
import { knownFieldsText } from './known-fields-text.ts';

/**
 * Returns the shape of a mapping of our own kinds. Unknown fields are errors that list the known ones. `within` has the fields of mappings
 * inside it, by their path (`nodes.defaults`), so that a field that was written one level too high gets a hint.
 */
export function ownObject<T extends z.ZodRawShape>(
  fields: T,
  within: Readonly<Record<string, z.ZodRawShape>> = {},
): z.ZodObject<T, z.core.$strict> {
  return z.strictObject(fields, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? knownFieldsText(fields, within) : undefined),
  });
}
