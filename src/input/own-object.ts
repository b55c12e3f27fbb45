import { z } from 'zod';
import { knownFieldsPrefix } from './check-shape.ts';

/** A mapping of our own kinds: fields that it does not know are errors, and the error knows those it does. */
export function ownObject<T extends z.ZodRawShape>(fields: T): z.ZodObject<T, z.core.$strict> {
  return z.strictObject(fields, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? knownFieldsPrefix + Object.keys(fields).join(', ') : undefined),
  });
}
