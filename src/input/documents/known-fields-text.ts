/** The beginning of the message with which our shapes list the fields that they have, at this level and below. */
const prefix = 'known fields: ';

type Fields = Readonly<Record<string, unknown>>;

/** Returns `known fields: seed, nodes; nodes.defaults: link, disk`. */
export function knownFieldsText(fields: Fields, within: Readonly<Record<string, Fields>>): string {
  const homes = Object.entries(within).map(([path, inner]) => `; ${path}: ${Object.keys(inner).join(', ')}`);
  return prefix + Object.keys(fields).join(', ') + homes.join('');
}

/** Reads such a message for an unknown field: the fields that exist, and where it belongs. Nothing if the message is another one. */
export function readKnownFields(message: string, key: string): { readonly known: readonly string[]; readonly home: string | undefined } {
  if (!message.startsWith(prefix)) return { known: [], home: undefined };
  const [own = '', ...homes] = message.slice(prefix.length).split('; ');
  const home = homes.map((each) => each.split(': ')).find(([, fields]) => fields?.split(', ').includes(key));
  return { known: own.split(', '), home: home?.[0] };
}
