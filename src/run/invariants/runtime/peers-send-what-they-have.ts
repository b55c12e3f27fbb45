import { always } from '../invariant.ts';
import { headerNodes } from '../reading/node-lives.ts';

/** The name of a node that sends to another begins with this in records: `peers/node-3`. */
const ofNode = 'peers/';

/**
 * A node that sends a layer to another has had all of it. For nodes with images at the start a trace does not
 * name their layers, so they may send any.
 */
export const peersSendWhatTheyHave = always(
  'peers-send-what-they-have',
  'A node sends a layer to another only after it has fetched it whole.',
  function* (records) {
    const mayHaveAny = new Set(
      headerNodes(records).flatMap(({ name, imageBytes }) => (imageBytes === undefined ? [] : [name])),
    );
    const fetched = new Map<string, Set<string>>();
    for (const record of records) {
      if (record.type === 'fetch' && record.state === 'fetched') {
        const layers = fetched.get(record.node);
        if (layers === undefined) fetched.set(record.node, new Set([record.digest]));
        else layers.add(record.digest);
      }
      if (record.type !== 'request' || record.kind !== 'layer' || record.from?.startsWith(ofNode) !== true)
        continue;
      const sender = record.from.slice(ofNode.length);
      if (mayHaveAny.has(sender) || fetched.get(sender)?.has(record.digest ?? '') === true) continue;
      yield {
        record: record.id,
        message: `${sender} sends ${record.digest} to ${record.node} and has never had it`,
      };
    }
  },
);
