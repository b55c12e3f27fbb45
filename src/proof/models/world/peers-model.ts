import { peersReducer } from '../../../../machines/world/peers.ts';
import type { RegistryRequest } from '../../../../machines/world/registry-protocol.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { entries } from '../../../rules/collections/sorted-map.ts';
import { modelOf } from '../machine-model.ts';

const { named, model } = modelOf(peersReducer);

const layerDigest = 'sha256:1';
const tag = 'docker.io/library/app:1';
const nodes = ['node-1', 'node-2'] as const;

const wanted: Readonly<Record<string, Omit<RegistryRequest, 'id'>>> = {
  tag: { method: 'HEAD', kind: 'tag', image: 'app:1', exists: true, digest: '' },
  layer: {
    method: 'GET',
    kind: 'layer',
    image: 'app:1',
    exists: true,
    layer: 0,
    digest: layerDigest,
    bytes: 1_000_000,
  },
};

/** Two nodes that may have a layer and an image, and a third that asks for them. */
export const peersModel = model({
  input: ({ recorder, stubs }) => ({
    name: 'registry/peers/nodes',
    recorder,
    ...stubs('random'),
    lookupMicros: 20_000,
    holdings: { 'node-1': [tag, layerDigest] },
  }),
  starts: { 'one node has the image': {} },
  events: ({ context, world: { neighbour } }) => {
    const { drawing, directory } = context;
    // The random source answers before anything else happens.
    if (drawing.size > 0)
      return [0, 0.9].map((value) => named(`DRAW.ANSWERED (${value})`, { values: [value] }));
    const requester = neighbour('client');
    const holdersOf = (name: string) => entries(directory).find(([key]) => key === name)?.[1] ?? [];
    return [
      ...Object.entries(wanted).flatMap(([kind, request]) =>
        [false, true].map((isFar) => {
          const call = {
            request: { ...request, id: kind },
            requester,
            ...(isFar ? ({ travels: true } as const) : {}),
          };
          return named(`CONTENT.REQUESTED (${kind}${isFar ? ', far away' : ''})`, { ...call });
        }),
      ),
      named('HTTP.CANCELLED', { id: 'tag' }),
      ...nodes.flatMap((node) =>
        [tag, layerDigest].map((name) => {
          const has = holdersOf(name).includes(node);
          const change = has ? { held: [], lost: [name] } : { held: [name], lost: [] };
          return named(`HOLDINGS.CHANGED (${node} ${has ? 'loses' : 'has'} ${name})`, { node, ...change });
        }),
      ),
    ];
  },
  project: ({ context: { drawing, directory } }) => ({
    drawing: items(drawing).map(({ request }) => request.id),
    directory: entries(directory),
  }),
});
