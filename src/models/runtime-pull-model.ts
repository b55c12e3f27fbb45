import type { EventFrom } from 'xstate';
import type { RuntimePullInput } from '../../machines/pull-protocol.ts';
import { runtimePullMachine } from '../../machines/runtime-pull.ts';
import type { RuntimePullContext } from '../../machines/runtime-pull-context.ts';
import { items } from '../kubelet/fifo.ts';
import { containerd16 } from '../runtime/containerd-1-6.ts';
import { containerd24 } from '../runtime/containerd-2-4.ts';
import type { Blob, BlobState } from '../runtime/content-store.ts';
import { type RuntimeProfile, unpackMicros } from '../runtime/runtime-profile.ts';
import { delayElapsed } from './delay-elapsed.ts';
import { inertActor } from './inert-actor.ts';
import type { MachineModel, ModelEvent, ModelStart } from './machine-model.ts';
import { modelEvent } from './model-event.ts';
import { modelImage } from './model-images.ts';

const named = modelEvent<EventFrom<typeof runtimePullMachine>>;

const image = modelImage('app:1', 'base', 'app');
const unpackBytesPerSecond = 1_000_000;
/** One download at a time, so that a layer waits for another. */
const oneSlot: RuntimeProfile = { ...containerd16, downloadSlots: { ...containerd16.downloadSlots, slotsMax: 1 } };

function start(name: string, profile: RuntimeProfile): ModelStart {
  return {
    name,
    input: ({ recorder, neighbour }): RuntimePullInput => ({
      name: 'node-1/images/web/app',
      recorder,
      service: neighbour('imageService'),
      dice: neighbour('dice'),
      profile,
      image,
      exists: true,
      host: 'docker.io',
      registry: neighbour('registry'),
      content: neighbour('content'),
      slots: neighbour('slots'),
      network: neighbour('network'),
      disk: neighbour('disk'),
      linkId: 'node-1',
      unpackBytesPerSecond,
    }),
  };
}

function blob(state: BlobState, layer: number): Blob {
  return { layer, state, holder: state === 'shared' ? 'another' : '' };
}

function granted(name: string, index: number, ...blobs: readonly Blob[]): ModelEvent {
  return named(`CHAIN.GRANTED (${name})`, { type: 'CHAIN.GRANTED', index, blobs });
}

const failed = named('FETCH.FAILED', {
  type: 'FETCH.FAILED',
  error: { kind: 'refused', at: { method: 'GET', kind: 'layer', digest: 'sha256:app' } },
});
const manifestAnswers: readonly ModelEvent[] = [
  named('MANIFEST.PRESENT', { type: 'MANIFEST.PRESENT' }),
  named('MANIFEST.SHARED', { type: 'MANIFEST.SHARED', holder: 'another' }),
  named('MANIFEST.GRANTED', { type: 'MANIFEST.GRANTED' }),
];

/** The first grant tells the state of every blob; what is shared stands last, so that the model can tell it from the pull's own. */
const firstGrants: readonly ModelEvent[] = [
  granted('both to fetch', 0, blob('granted', 0), blob('granted', 1)),
  granted('one present, one to fetch', 0, blob('present', 0), blob('granted', 1)),
  granted('one to fetch, one shared', 0, blob('granted', 0), blob('shared', 1)),
  granted('both present', 0, blob('present', 0), blob('present', 1)),
  granted('the second, shared', 1, blob('shared', 1)),
];

/** What the store answers to CHAIN.REQUESTED, or to a layer that is unpacked. */
function chainAnswers({ next, fetched, blobs }: RuntimePullContext): readonly ModelEvent[] {
  if (blobs.size > 0) return [named('DRAW.ANSWERED', { type: 'DRAW.ANSWERED', values: [0.1] })];
  // Where the layer at hand is fetched, it has just been unpacked; else the pull has only just asked.
  const isFirst = fetched[next] !== true;
  const index = isFirst ? 0 : next + 1;
  const isOver = index >= image.layers.length;
  return [
    ...(isFirst ? firstGrants : isOver ? [] : [granted('the next', index)]),
    ...(isFirst || isOver ? [named('CHAIN.COMPLETE', { type: 'CHAIN.COMPLETE' })] : []),
    ...(isOver ? [] : [named('CHAIN.SHARED', { type: 'CHAIN.SHARED', index, holder: 'another' })]),
  ];
}

/** What becomes of the layers that are not there yet: the pull's own in the order of its connections, the shared ones after them. */
function layersArrive({ fetchers, idle, fetched, waiting, next }: RuntimePullContext): readonly ModelEvent[] {
  const queued = items(waiting);
  const missing = fetched.flatMap((isThere, layer) => (isThere || layer < next || queued.includes(layer) ? [] : [layer]));
  const busy = fetchers.flatMap((_, fetch) => (idle.includes(fetch) ? [] : [fetch]));
  const finished = busy.flatMap((fetch, place) => {
    const layer = missing[place];
    return layer === undefined ? [] : [named(`FETCH.FINISHED (layer ${layer})`, { type: 'FETCH.FINISHED', fetch, layer }, 100_000)];
  });
  const shared = missing.slice(busy.length);
  return [
    ...finished,
    ...(busy.length > 0 ? [failed] : []),
    ...shared.map((layer) => named(`BLOB.ARRIVED (layer ${layer})`, { type: 'BLOB.ARRIVED', layer })),
    ...shared.slice(0, 1).map((layer) => named(`BLOB.GRANTED (layer ${layer})`, { type: 'BLOB.GRANTED', layer })),
  ];
}

function events(state: unknown, context: RuntimePullContext): readonly ModelEvent[] {
  const { delays } = context.input.profile;
  const isDispatched = context.blobs.size === 0;
  const head = named('FETCH.FINISHED', { type: 'FETCH.FINISHED', fetch: 0, layer: -1 }, 100_000);
  switch (state) {
    case 'resolving':
    case 'fetchingManifest':
      return [head, failed];
    case 'awaitingManifest':
      return manifestAnswers;
    case 'awaitingChain':
      return [...chainAnswers(context), ...(isDispatched && context.fetched[context.next] === true ? layersArrive(context) : [])];
    case 'awaitingLayer':
      return layersArrive(context);
    case 'unpacking':
      return [
        ...layersArrive(context),
        named('DISK.FULL', { type: 'DISK.FULL', fault: undefined, roomBytes: 0 }),
        delayElapsed('unpack', 'runtimePull.unpacking', unpackMicros(delays, 3_000, unpackBytesPerSecond)),
      ];
    case 'resting':
      return [...layersArrive(context), delayElapsed('betweenUnpacks', 'runtimePull.resting', delays.betweenUnpacks)];
    case 'answering':
      return [delayElapsed('reply', 'runtimePull.answering', context.replyMicros)];
    default:
      return [];
  }
}

/** A pull of an image of two layers, by a runtime with three slots for the node in random order, and by one with a single slot of its own. */
export const runtimePullModel: MachineModel = {
  id: 'runtimePull',
  machine: runtimePullMachine.provide({ actors: { fetch: inertActor as never } }),
  starts: [start('slots of the node', containerd24), start('a slot of its own', oneSlot)],
  events: (snapshot) => [...events(snapshot.value, snapshot.context), named('PULL.CANCELLED', { type: 'PULL.CANCELLED' })],
  project: (snapshot) => {
    const { fetchers, idle, blobs, waiting, fetched, next, outcome, replyMicros }: RuntimePullContext = snapshot.context;
    if (snapshot.value === 'ended') return null;
    return {
      fetchers: fetchers.length,
      idle,
      blobs: items(blobs).map(({ layer, state }) => [layer, state]),
      waiting: items(waiting),
      fetched,
      next,
      outcome: typeof outcome === 'string' ? outcome : 'failed',
      replyMicros,
    };
  },
};
