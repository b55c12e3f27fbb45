import { z } from 'zod';

/**
 * Returns the shape of a mapping of our own kinds. Unknown fields are errors that list the known ones.
 * `within` has the fields of mappings inside it, by their path (`nodes.defaults`), so that a field that was
 * written one level too high gets a hint.
 */
export function ownObject<T extends z.ZodRawShape>(
  fields: T,
  within: Readonly<Record<string, z.ZodRawShape>> = {},
): z.ZodObject<T, z.core.$strict> {
  return z.strictObject(fields, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? knownFieldsText(fields, within) : undefined),
  });
}

/**
 * The beginning of the message with which our shapes list the fields that they have, at this level and below.
 */
const prefix = 'known fields: ';

type Fields = Readonly<Record<string, unknown>>;

/** Returns `known fields: seed, nodes; nodes.defaults: link, disk`. */
function knownFieldsText(fields: Fields, within: Readonly<Record<string, Fields>>): string {
  const homes = Object.entries(within).map(([path, inner]) => `; ${path}: ${Object.keys(inner).join(', ')}`);
  return prefix + Object.keys(fields).join(', ') + homes.join('');
}

/**
 * Reads such a message for an unknown field: the fields that exist, and where it belongs. Nothing if the
 * message is another one.
 */
export function readKnownFields(
  message: string,
  key: string,
): { readonly known: readonly string[]; readonly home: string | undefined } {
  if (!message.startsWith(prefix)) return { known: [], home: undefined };
  const [own = '', ...homes] = message.slice(prefix.length).split('; ');
  const home = homes.map((each) => each.split(': ')).find(([, fields]) => fields?.split(', ').includes(key));
  return { known: own.split(', '), home: home?.[0] };
}
