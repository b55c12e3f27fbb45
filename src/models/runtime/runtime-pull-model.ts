import type { EventFrom } from 'xstate';
import type { RuntimePullInput } from '../../../machines/pull/pull-protocol.ts';
import { runtimePullMachine } from '../../../machines/runtime/runtime-pull.ts';
import { type RuntimePullContext, replyPauseMicros } from '../../../machines/runtime/runtime-pull-context.ts';
import { items } from '../../collections/fifo.ts';
import type { Blob, BlobState } from '../../runtime/images/content-store.ts';
import type { RuntimeProfile } from '../../runtime/profiles/runtime-profile.ts';
import { containerd17, containerd24 } from '../../runtime/profiles/runtime-profiles.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';
import { modelImage } from '../model-node.ts';
import { inertActor } from '../stub-world.ts';

const named = modelEvent<EventFrom<typeof runtimePullMachine>>;

const image = modelImage('app:1', 'base', 'app');
const unpackBytesPerSecond = 1_000_000;
/** One download at a time, so that a layer waits for another. */
const oneSlot: RuntimeProfile = { ...containerd17, downloadSlots: { ...containerd17.downloadSlots, slotsMax: 1 } };

function start(name: string, profile: RuntimeProfile): ModelStart {
  return {
    name,
    input: ({ recorder, clock, neighbour }): RuntimePullInput => ({
      name: 'node-1/images/web/app',
      caller: 'node-1/web/app',
      recorder,
      service: neighbour('imageService'),
      random: neighbour('random'),
      profile,
      image,
      exists: true,
      hosts: [{ host: 'docker.io', capabilities: ['resolve', 'pull'], registry: neighbour('registry') }],
      connectMicros: {},
      clock,
      content: neighbour('content'),
      slots: neighbour('slots'),
      unpackSlots: neighbour('unpackSlots'),
      metadata: neighbour('metadata'),
      network: neighbour('network'),
      disk: neighbour('disk'),
      linkId: 'node-1',
      unpackBytesPerSecond,
    }),
  };
}

function blob(state: BlobState, layer: number): Blob {
  return { layer, state, holder: state === 'shared' ? 'another' : '', offset: 0 };
}

function granted(name: string, index: number, ...blobs: readonly Blob[]): ModelEvent {
  return named(`CHAIN.GRANTED (${name})`, { type: 'CHAIN.GRANTED', index, blobs });
}

const failed = named('FETCH.FAILED', {
  type: 'FETCH.FAILED',
  error: { kind: 'refused', at: { method: 'GET', kind: 'layer', digest: 'sha256:app' } },
});
const manifestAnswers: readonly ModelEvent[] = [
  named('MANIFEST.SHARED', { type: 'MANIFEST.SHARED', holder: 'another' }),
  named('MANIFEST.GRANTED', { type: 'MANIFEST.GRANTED' }),
];

/** The first grant tells the state of every blob. Shared layers stand last, so that the model can tell them from the pull's own. */
const firstGrants: readonly ModelEvent[] = [
  granted('both to fetch', 0, blob('granted', 0), blob('granted', 1)),
  granted('one present, one to fetch', 0, blob('present', 0), blob('granted', 1)),
  granted('one to fetch, one shared', 0, blob('granted', 0), blob('shared', 1)),
  granted('both present', 0, blob('present', 0), blob('present', 1)),
  granted('the second, shared', 1, blob('shared', 1)),
];

/** Returns the layers that are still to come, as the model remembers them: the pull's own as `o0`, or `p0` if it is there, those of others as `s1`. */
function missing(memory: string, ...whose: readonly ('o' | 'p' | 's')[]): readonly number[] {
  return memory.split(' ').flatMap((item) => (whose.some((one) => item.startsWith(one)) ? [Number(item.slice(1))] : []));
}

const letters: Readonly<Record<Blob['state'], string>> = { granted: 'o', present: 'p', shared: 's' };

function remembered(memory: string, { event }: ModelEvent): string {
  const { type, layer, blobs = [] } = event as unknown as { type: string; layer?: number; blobs?: readonly Blob[] };
  const left = memory.split(' ').filter((item) => item !== '' && Number(item.slice(1)) !== layer);
  if (type === 'CHAIN.GRANTED') left.push(...blobs.map(({ state, layer: own }) => `${letters[state]}${own}`));
  if (type === 'BLOB.GRANTED') left.push(`o${layer}`);
  return [...new Set(left)].sort().join(' ');
}

/** Returns the arrivals of missing layers: the pull's own in the order of its connections, the shared ones after them. */
function layersArrive({ fetchers, idle, waiting }: RuntimePullContext, memory: string): readonly ModelEvent[] {
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
        ? [named(`FETCH.KEPT (layer ${layer})`, { type: 'FETCH.KEPT', fetch, layer }, 3_000)]
        : [named(`FETCH.FINISHED (layer ${layer})`, { type: 'FETCH.FINISHED', fetch, layer, endedMicros: 0 }, 100_000)];
    }),
    ...(busy.length > 0 ? [failed] : []),
    ...shared.map((layer) => named(`BLOB.ARRIVED (layer ${layer})`, { type: 'BLOB.ARRIVED', layer })),
    ...shared.slice(0, 1).map((layer) => named(`BLOB.GRANTED (layer ${layer})`, { type: 'BLOB.GRANTED', layer, offset: 0 })),
  ];
}

/** The messages of the actors that unpack the image and watch its progress. */
const helpers: readonly ModelEvent[] = [
  named('UNPACKS.FAILED', { type: 'UNPACKS.FAILED', error: { kind: 'diskFullUnpack', digest: 'sha256:base' } }),
  named('RUNTIME_PULL.STALLED (nothing is unpacked)', {
    type: 'RUNTIME_PULL.STALLED',
    unpacking: undefined,
    at: { method: 'HEAD', kind: 'tag', digest: '' },
  }),
  named('RUNTIME_PULL.STALLED (while it unpacks)', { type: 'RUNTIME_PULL.STALLED', unpacking: 0, at: undefined }),
];

function events(state: unknown, context: RuntimePullContext, memory: string): readonly ModelEvent[] {
  const head = named('FETCH.FINISHED', { type: 'FETCH.FINISHED', fetch: 0, layer: -1, endedMicros: 0 }, 100_000);
  switch (state) {
    case 'resolving':
    case 'fetchingManifest':
      return [head, failed];
    case 'awaitingContent':
      return context.blobs.size > 0
        ? [named('DRAW.ANSWERED', { type: 'DRAW.ANSWERED', values: [0.1] })]
        : [
            // A fetch that has brought the manifest is not asked for it again.
            ...(context.readMicros > 0 ? manifestAnswers : []),
            ...firstGrants,
            named('CHAIN.SHARED', { type: 'CHAIN.SHARED', index: 0, holder: 'another' }),
            named('CHAIN.COMPLETE', { type: 'CHAIN.COMPLETE' }),
          ];
    case 'working':
      return [
        ...layersArrive(context, memory),
        ...helpers,
        ...(memory === '' ? [named('UNPACKS.COMPLETE', { type: 'UNPACKS.COMPLETE' })] : []),
      ];
    case 'naming':
      return [named('WRITE.FINISHED', { type: 'WRITE.FINISHED' }, 5_000), ...helpers.slice(1, 2)];
    case 'answering':
      return [delayElapsed('reply', 'runtimePull.answering', replyPauseMicros(context)), ...helpers.slice(1, 2)];
    case 'ended':
      return helpers.slice(1, 2);
    default:
      return [];
  }
}

/**
 * A pull of an image of two layers, by a runtime with three slots for the node in random order, and by one with a single slot for the pull.
 */
export const runtimePullModel: MachineModel = {
  id: 'runtimePull',
  machine: runtimePullMachine.provide({
    actors: { fetch: inertActor as never, connections: inertActor as never, unpack: inertActor as never, progress: inertActor as never },
  }),
  starts: [start('slots of the node', containerd24), start('a slot of its own', oneSlot)],
  events: (snapshot, _, memory) => [
    ...events(snapshot.value, snapshot.context, memory),
    named('RUNTIME_PULL.CANCELLED', { type: 'RUNTIME_PULL.CANCELLED' }),
  ],
  remember: remembered,
  project: (snapshot) => {
    const { fetchers, idle, blobs, waiting, outcome, unpack, replyMicros, readMicros }: RuntimePullContext = snapshot.context;
    if (snapshot.value === 'ended') return null;
    return {
      fetchers: fetchers.length,
      idle,
      blobs: items(blobs).map(({ layer, state }) => [layer, state]),
      waiting: items(waiting),
      outcome: typeof outcome === 'string' ? outcome : 'failed',
      replyMicros,
      readMicros,
      isUnpacked: unpack !== undefined,
    };
  },
};
