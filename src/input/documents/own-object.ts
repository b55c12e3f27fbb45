import { z } from 'zod';
import { knownFieldsText } from './known-fields-text.ts';

/**
 * A mapping of our own kinds: fields that it does not know are errors, and the error knows those it does. `within` has the
 * fields of mappings inside it, by their path (`nodes.defaults`): whoever writes one a level too high is told where it belongs.
 */
export function ownObject<T extends z.ZodRawShape>(
  fields: T,
  within: Readonly<Record<string, z.ZodRawShape>> = {},
): z.ZodObject<T, z.core.$strict> {
  return z.strictObject(fields, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? knownFieldsText(fields, within) : undefined),
  });
}
