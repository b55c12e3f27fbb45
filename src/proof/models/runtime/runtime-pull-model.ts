import { runtimePullMachine } from '../../../../machines/runtime/runtime-pull.ts';
import {
  type RuntimePullContext,
  replyPauseMicros,
} from '../../../../machines/runtime/runtime-pull-context.ts';
import { appendAll } from '../../../rules/collections/append-all.ts';
import { items } from '../../../rules/collections/fifo.ts';
import type { Blob, BlobState } from '../../../rules/runtime/images/content-store.ts';
import type { RuntimeProfile } from '../../../rules/runtime/profiles/runtime-profile.ts';
import { containerd17, containerd24, criO } from '../../../rules/runtime/profiles/runtime-profiles.ts';
import { delayElapsed, type ModelEvent, type Moment, modelOf } from '../machine-model.ts';
import { modelImage } from '../model-node.ts';

const { named, model } = modelOf(runtimePullMachine);

const image = modelImage('app:1', 'base', 'app');
const unpackBytesPerSecond = 1_000_000;
/** One download at a time, so that a layer waits for another. */
const oneSlot: RuntimeProfile = {
  ...containerd17,
  downloadSlots: { ...containerd17.downloadSlots, slotsMax: 1 },
};

const copying: RuntimeProfile = { ...criO, downloadSlots: { ...criO.downloadSlots, slotsMax: 1 } };

function blob(state: BlobState, layer: number): Blob {
  return { layer, state, holder: state === 'shared' ? 'another' : '', offset: 0 };
}

function granted(name: string, index: number, ...blobs: readonly Blob[]): ModelEvent {
  return named(`CHAIN.GRANTED (${name})`, { index, blobs });
}

const failed = named('FETCH.FAILED', {
  error: { kind: 'refused', at: { method: 'GET', kind: 'layer', digest: 'sha256:app' } },
});
const manifestAnswers: readonly ModelEvent[] = [
  named('MANIFEST.SHARED', { holder: 'another' }),
  named('MANIFEST.GRANTED'),
];

/**
 * The first grant tells the state of every blob. Shared layers stand last, so that the model can tell them
 * from the pull's own.
 */
const firstGrants: readonly ModelEvent[] = [
  granted('both to fetch', 0, blob('granted', 0), blob('granted', 1)),
  granted('one present, one to fetch', 0, blob('present', 0), blob('granted', 1)),
  granted('one to fetch, one shared', 0, blob('granted', 0), blob('shared', 1)),
  granted('both present', 0, blob('present', 0), blob('present', 1)),
  granted('the second, shared', 1, blob('shared', 1)),
];

/**
 * Returns the layers that are still to come, as the model remembers them: the pull's own as `o0`, or `p0` if
 * it is there, those of others as `s1`.
 */
function missing(memory: string, ...whose: readonly ('o' | 'p' | 's')[]): readonly number[] {
  return memory
    .split(' ')
    .flatMap((item) => (whose.some((one) => item.startsWith(one)) ? [Number(item.slice(1))] : []));
}

const letters: Readonly<Record<Blob['state'], string>> = { granted: 'o', present: 'p', shared: 's' };

function remembered({ event }: ModelEvent, { memory }: Moment): string {
  const {
    type,
    layer,
    blobs = [],
  } = event as unknown as { type: string; layer?: number; blobs?: readonly Blob[] };
  const left = memory.split(' ').filter((item) => item !== '' && Number(item.slice(1)) !== layer);
  if (type === 'CHAIN.GRANTED')
    appendAll(
      left,
      blobs.map(({ state, layer: own }) => `${letters[state]}${own}`),
    );
  if (type === 'BLOB.GRANTED') left.push(`o${layer}`);
  return [...new Set(left)].sort().join(' ');
}

/**
 * Returns the arrivals of missing layers: the pull's own in the order of its connections, the shared ones
 * after them.
 */
function layersArrive(
  { layers: { waiting }, fetches: { fetchers, idle } }: RuntimePullContext,
  memory: string,
): readonly ModelEvent[] {
  const queued = items(waiting).map(({ layer }) => layer);
  const own = missing(memory, 'o', 'p').filter((layer) => !queued.includes(layer));
  const present = missing(memory, 'p');
  const shared = missing(memory, 's');
  const busy = fetchers.flatMap((_, fetch) => (idle.includes(fetch) ? [] : [fetch]));
  return [
    ...busy.flatMap((fetch, place) => {
      const layer = own[place];
      if (layer === undefined) return [];
      return present.includes(layer)
        ? [named(`FETCH.KEPT (layer ${layer})`, { fetch, layer }, 3_000)]
        : [named(`FETCH.FINISHED (layer ${layer})`, { fetch, layer, endedMicros: 0 }, 100_000)];
    }),
    ...(busy.length > 0 ? [failed] : []),
    ...shared.map((layer) => named(`BLOB.ARRIVED (layer ${layer})`, { layer })),
    ...shared.slice(0, 1).map((layer) => named(`BLOB.GRANTED (layer ${layer})`, { layer, offset: 0 })),
  ];
}

/** The messages of the actors that unpack the image and watch its progress. */
const helpers: readonly ModelEvent[] = [
  named('UNPACKS.FAILED', { error: { kind: 'diskFullUnpack', digest: 'sha256:base' } }),
  named('RUNTIME_PULL.STALLED (nothing is unpacked)', {
    unpacking: undefined,
    at: { method: 'HEAD', kind: 'tag', digest: '' },
  }),
  named('RUNTIME_PULL.STALLED (while it unpacks)', { unpacking: 0, at: undefined }),
];

function events(state: unknown, context: RuntimePullContext, memory: string): readonly ModelEvent[] {
  const head = named('FETCH.FINISHED', { fetch: 0, layer: -1, endedMicros: 0 }, 100_000);
  switch (state) {
    case 'resolving':
    case 'fetchingManifest':
      return [head, failed];
    case 'awaitingContent':
      // Without a manifest nothing of such an image can be there.
      if (context.input.image.missingPlatform !== undefined) return manifestAnswers;
      return context.layers.blobs.size > 0
        ? [named('DRAW.ANSWERED', { values: [0.1] })]
        : [
            // A fetch that has brought the manifest is not asked for it again.
            ...(context.times.readMicros > 0 ? manifestAnswers : []),
            ...firstGrants,
            named('CHAIN.SHARED', { index: 0, holder: 'another' }),
            named('CHAIN.COMPLETE'),
          ];
    case 'working':
      return [
        ...layersArrive(context, memory),
        ...helpers,
        ...(memory === '' ? [named('UNPACKS.COMPLETE')] : []),
      ];
    case 'cancelling':
      return [
        named('FETCH.DROPPED'),
        // What was said before the cancellation came.
        ...layersArrive(context, memory),
        ...(context.helpers.unpack === undefined && context.fetches.fetchers.length === 1 ? [head] : []),
        failed,
        ...helpers,
      ];
    case 'resolvingReference':
      return [named('WRITE.FINISHED', {}, 5_000), ...helpers.slice(1, 2)];
    case 'answering':
      return [
        delayElapsed('reply', 'runtimePull.answering', replyPauseMicros(context)),
        ...helpers.slice(1, 2),
      ];
    case 'ended':
      return helpers.slice(1, 2);
    default:
      return [];
  }
}

/**
 * A pull of an image of two layers, by a runtime with three slots for the node in random order, by one with a
 * single slot for the pull, and by CRI-O with as many.
 */
export const runtimePullModel = model({
  input: ({ recorder, clock, neighbour, stubs }) => ({
    name: 'node-1/images/web/app',
    caller: 'node-1/web/app',
    recorder,
    service: neighbour('imageService'),
    ...stubs('random', 'content', 'slots', 'unpackSlots', 'metadata', 'network', 'disk'),
    profile: containerd24,
    image,
    exists: true,
    hosts: [{ host: 'docker.io', capabilities: ['resolve', 'pull'], registry: neighbour('registry') }],
    connectMicros: {},
    clock,
    linkId: 'node-1',
    unpackBytesPerSecond,
  }),
  starts: {
    'slots of the node': {},
    'a slot of its own': { profile: oneSlot },
    'commits that go on to their end': { profile: copying },
    'an index without the platform': { image: { ...image, index: true, missingPlatform: 'linux/arm64' } },
  },
  events: ({ context, state, memory }) => [
    ...events(state, context, memory),
    named('RUNTIME_PULL.CANCELLED'),
  ],
  remember: remembered,
  project: ({ context, state }) => {
    const {
      times: { replyMicros, readMicros },
      helpers: { unpack },
      layers: { blobs, waiting },
      fetches: { fetchers, idle, dropped },
      outcome,
    } = context;
    if (state === 'ended') return null;
    return {
      missingPlatform: context.input.image.missingPlatform,
      fetchers: fetchers.length,
      idle,
      blobs: items(blobs).map(({ layer, state }) => [layer, state]),
      waiting: items(waiting),
      outcome: typeof outcome === 'string' ? outcome : 'failed',
      replyMicros,
      readMicros,
      isUnpacked: unpack !== undefined,
      dropped,
    };
  },
});
