/** The message by which our own shapes tell which fields they know, and which are known further in. */
const prefix = 'known fields: ';

type Fields = Readonly<Record<string, unknown>>;

/** `known fields: seed, nodes; nodes.defaults: link, disk` */
export function knownFieldsText(fields: Fields, within: Readonly<Record<string, Fields>>): string {
  const homes = Object.entries(within).map(([path, inner]) => `; ${path}: ${Object.keys(inner).join(', ')}`);
  return prefix + Object.keys(fields).join(', ') + homes.join('');
}

/** What such a message says of a field that is not known: those that are, and where it belongs. No message of ours: nothing. */
export function readKnownFields(message: string, key: string): { readonly known: readonly string[]; readonly home: string | undefined } {
  if (!message.startsWith(prefix)) return { known: [], home: undefined };
  const [own = '', ...homes] = message.slice(prefix.length).split('; ');
  const home = homes.map((each) => each.split(': ')).find(([, fields]) => fields?.split(', ').includes(key));
  return { known: own.split(', '), home: home?.[0] };
}
