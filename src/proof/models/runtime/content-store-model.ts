import { type ChainClient, contentStoreMachine } from '../../../../machines/runtime/content-store.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { entries, get } from '../../../rules/collections/sorted-map.ts';
import type { ContentStore } from '../../../rules/runtime/images/content-store.ts';
import type { Image } from '../../../rules/runtime/images/image.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';
import { modelImage } from '../model-node.ts';
import type { StubWorld } from '../stub-world.ts';

const { named, model } = modelOf(contentStoreMachine);

/** Two images that share their first layer. */
const images = [modelImage('web:1', 'base', 'web'), modelImage('job:1', 'base', 'job')];
/** The first pull is always for the first image, the second for either. */
const pulls: Readonly<Record<string, readonly Image[]>> = { one: images.slice(0, 1), two: images };

/** The pull whose layers do not wait for those below them. */
const waitless = 'two';

/** The bytes that a fetch leaves of a layer of 1,000 bytes. */
const keptBytes = 400;

type OpenPull = NonNullable<ContentStore['pulls']>['value'];

/** Returns the next messages of an active pull, by what it holds and what is there. */
function pullSays(
  store: ContentStore,
  pull: string,
  { image, chain, held }: OpenPull,
  requester: ChainClient,
): readonly ModelEvent[] {
  const isPresent = (key: string) => get(store.present, key) !== undefined;
  const waits = entries(store.locks).some(([, { waiters }]) =>
    items(waiters).some((waiter) => waiter.pull === pull),
  );
  const isFree = held.length === 0 && !waits && isPresent(`manifest ${image.ref}`);
  const heldChains = chain.flatMap((id, index) => (held.includes(`chain ${id}`) ? [index] : []));
  const isUnpacked = chain.every((id) => isPresent(`chain ${id}`));
  return [
    ...(held.includes(`manifest ${image.ref}`) ? [named(`MANIFEST.COMMITTED (${pull})`, { pull })] : []),
    ...image.layers.flatMap(({ digest }, layer) =>
      held.includes(`blob ${digest}`)
        ? [
            named(`BLOB.COMMITTED (${pull}, ${layer})`, { pull, layer }),
            // A fetch that ends early also ends its pull. One layer is enough to see the effect.
            ...(digest === 'sha256:base'
              ? [
                  named(`PARTIAL_BLOB.KEPT (${digest})`, { digest, bytes: keptBytes }),
                  named(`PARTIAL_BLOB.KEPT (${digest}, wrong)`, {
                    digest,
                    bytes: keptBytes,
                    spoiledBy: 'faults/1-wrongDigest',
                  }),
                ]
              : []),
          ]
        : [],
    ),
    ...(pull === waitless
      ? chainsAtOnce(
          pull,
          heldChains,
          waits,
          image.layers.map(({ digest }) => isPresent(`blob ${digest}`)),
          requester,
        )
      : []),
    ...heldChains.flatMap((index) =>
      isPresent(`blob ${image.layers[index]?.digest}`) && pull !== waitless
        ? [named(`CHAIN.COMMITTED (${pull}, ${index})`, { pull, index, requester })]
        : [],
    ),
    ...(isFree && isUnpacked ? [named(`CONTENT.COMPLETED (${pull})`, { pull })] : []),
    named(`CONTENT.DROPPED (${pull})`, { pull }),
  ];
}

/**
 * Returns requests for layers one after another, each before those below it are unpacked. With the last one,
 * the first can be sealed.
 */
function chainsAtOnce(
  pull: string,
  held: readonly number[],
  waits: boolean,
  arrived: readonly boolean[],
  requester: ChainClient,
): readonly ModelEvent[] {
  const [lowest] = held;
  const top = held.at(-1);
  if (lowest === undefined || top === undefined || waits) return [];
  return [
    named(`CHAIN.REQUESTED (${pull}, from ${top + 1})`, { pull, from: top + 1, requester }),
    ...(top === arrived.length - 1 && arrived[lowest] === true
      ? [named(`CHAIN.SEALED (${pull}, ${lowest})`, { pull, index: lowest })]
      : []),
  ];
}

function pullBegins(pull: string, { neighbour }: StubWorld): readonly ModelEvent[] {
  return (pulls[pull] ?? []).map((image) =>
    named(`MANIFEST.REQUESTED (${pull}, ${image.name})`, {
      pull,
      image,
      requester: neighbour(pull),
    }),
  );
}

/** Two pulls at a time, of one image or of two that share a layer. */
export const contentStoreModel = model({
  input: ({ recorder, stubs }) => ({
    name: 'node-1/images/content',
    recorder,
    ...stubs('disk', 'random'),
    collectionMicros: 245_000,
    presentImages: [],
  }),
  starts: {
    empty: {},
    'with an image': { presentImages: images.slice(1) },
    'where garbage goes at once, on a node with peers': ({ neighbour }) => ({
      collectionMicros: 0,
      peers: { ref: neighbour('peers'), node: 'node-1' },
    }),
  },
  events: ({ context, state, world }) => {
    const { store, input } = context;
    // The random source answers before anything else happens.
    if (state === 'serving.drawing') return [named('DRAW.ANSWERED', { values: [0.5] })];
    const open = entries(store.pulls);
    return [
      ...(state === 'serving.littered'
        ? [delayElapsed('untilCollection', 'contentStore.serving.littered', input.collectionMicros / 2)]
        : []),
      ...Object.keys(pulls).flatMap((pull) =>
        get(store.pulls, pull) === undefined ? pullBegins(pull, world) : [],
      ),
      ...open.flatMap(([pull, state]) => pullSays(store, pull, state, world.neighbour(`unpack of ${pull}`))),
      ...entries(store.images).flatMap(([image]) => [
        named(`IMAGES.REMOVED (${image})`, { images: [image] }),
        named(`IMAGES.REMOVED (${image}, asked)`, {
          images: [image],
          requester: world.neighbour('imageGc'),
        }),
      ]),
      named('IMAGES.REMOVED (absent)', { images: ['absent:1'] }),
      named('READ.KEPT (of no image)', { ref: 'sha256:absent', bytes: 100 }),
    ];
  },
  project: ({ context: { store } }) => ({
    present: entries(store.present).map(([key]) => key),
    locks: entries(store.locks).map(([key, { holder, waiters }]) => [
      key,
      holder,
      items(waiters).map(({ pull }) => pull),
    ]),
    pulls: entries(store.pulls).map(([pull, { image }]) => [pull, image.name]),
    images: entries(store.images).map(([name]) => name),
  }),
});
