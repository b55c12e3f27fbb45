import { fetchMachine } from '../../../../../machines/runtime/fetch/fetch.ts';
import type { FetchContext } from '../../../../../machines/runtime/fetch/fetch-context.ts';
import type {
  FetchEvent,
  FetchInput,
  ResponseEnd,
} from '../../../../../machines/runtime/fetch/fetch-protocol.ts';
import {
  type BegunLayer,
  headItems,
  layerItems,
  manifestItems,
} from '../../../../rules/runtime/images/pull-items.ts';
import { type RuntimeProfile, syncMicros } from '../../../../rules/runtime/profiles/runtime-profile.ts';
import { containerd16, containerd24, criO } from '../../../../rules/runtime/profiles/runtime-profiles.ts';
import type { Because } from '../../../../trace/observation.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../../machine-model.ts';
import { modelImage } from '../../model-node.ts';
import type { StubWorld } from '../../stub-world.ts';
import { late, projectResponse, responseEvents } from './response-events.ts';

const { named, model } = modelOf(fetchMachine);

const image = modelImage('app:1', 'base');
/** Nothing of the layer is there yet, or the bytes that an earlier pull has left. */
const begun = { layer: 0, offset: 0 };
const continued = { layer: 0, offset: 300 };
const kept = { layer: 0, offset: 0, state: 'present' } as const;
const spoiled = { layer: 0, offset: 1_000, spoiledBy: 'faults/1-wrongDigest' } as const;
/** Layers of 1,000 bytes come in two chunks. */
const chunked: RuntimeProfile = {
  ...containerd24,
  options: { ...containerd24.options, maxConcurrentDownloads: 2, concurrentLayerFetchBuffer: 600 },
};

/** Its progress watch counts requests, and the slots belong to the node. */
const local: RuntimeProfile = { ...containerd24, options: { ...containerd24.options, path: 'local' } };

const unwritten: RuntimeProfile = {
  ...containerd24,
  delays: {
    ...containerd24.delays,
    betweenLayers: 0,
    resumePerMegabyte: 0,
    commitWrite: 0,
    transaction: 0,
  },
};

function ofLayer(profile: RuntimeProfile, layer: BegunLayer, because?: Because): Partial<FetchInput> {
  return { profile, items: layerItems(profile, image, layer, because) };
}

/** The fetch of the layer before. */
const before: Because = { kind: 'downloadSlot', actor: 'node-1/images/web/app#fetch-0' };
const unwritten16: RuntimeProfile = { ...containerd16, delays: { ...containerd16.delays, betweenLayers: 0 } };

function hostsOf(hosts: readonly string[], neighbour: StubWorld['neighbour']): FetchInput['hosts'] {
  return hosts.map((host) => ({ host, capabilities: ['resolve', 'pull'], registry: neighbour(host) }));
}

function mirrored(input: Partial<FetchInput>) {
  return ({ neighbour }: StubWorld) => ({
    ...input,
    hosts: hostsOf(['mirror.internal', 'docker.io'], neighbour),
  });
}

/** Returns the events of the chunks of a layer. */
function shared({ layer: { chunks, roomBytes, offset } }: FetchContext): readonly ModelEvent[] {
  const ended = (worker: number, kind: ResponseEnd['kind'], bytes: number): ModelEvent =>
    named(`CHUNK.ENDED (${worker}: ${kind}, ${bytes} bytes)`, {
      worker,
      end: { kind, start: chunks?.start ?? 0, bytes },
    });
  const busy = chunks?.workers.flatMap((chunk, worker) => (chunk < 0 ? [] : [worker])) ?? [];
  const ends = busy.flatMap((worker) => [
    ended(worker, 'complete', roomBytes),
    ended(worker, 'corrupt', roomBytes),
    ended(worker, 'reset', 100),
    ended(worker, 'cut', 0),
    ...(offset === 0 ? [ended(worker, 'cut', 100)] : []),
  ]);
  const at = { method: 'GET', kind: 'layer', digest: 'sha256:base' } as const;
  const failed = named('CHUNK.FAILED', { error: { kind: 'status', status: 503, at } });
  return busy.includes(1) ? [...ends, failed] : ends;
}

/**
 * Returns the events that come by themselves in each state: ends of waits, and messages of neighbours and
 * workers.
 */
function next(state: string, context: FetchContext): readonly ModelEvent[] {
  const {
    layer: { roomBytes, offset },
    order: { items },
    input,
  } = context;
  const { delays } = input.profile;
  const [item] = items;
  switch (state) {
    case 'preparing.pausing':
      return [delayElapsed('pause', 'fetch.preparing.pausing', item?.pauseMicros ?? 0)];
    case 'preparing.lookingForUnpackings':
      return [0, 1].map((unpackings) => named(`UNPACKINGS.COUNTED (${unpackings})`, { unpackings }));
    case 'preparing.givingWay':
      return [delayElapsed('giveWay', 'fetch.preparing.givingWay', delays.handOverWait)];
    case 'transferring.claiming':
      return [
        ...(roomBytes === item?.bytes
          ? [named('DISK.FULL', { fault: undefined, roomBytes: 700 - offset })]
          : []),
        delayElapsed('instant', 'fetch.transferring.claiming', 0),
      ];
    case 'transferring.sharing':
      return shared(context);
    case 'resuming':
      return [delayElapsed('beforeResume', 'fetch.resuming', delays.beforeRetry)];
    case 'dropping':
      // The network answers at once. A last byte may come at that moment.
      return [
        ...[0, 200].map((bytes) => named(`FLOWS.MEASURED (${bytes})`, { bytes: [bytes] })),
        named('FLOW.FINISHED (too late)'),
      ];
    case 'committing':
      return [delayElapsed('sync', 'fetch.committing', syncMicros(input.profile, item?.bytes ?? 0))];
    case 'preparing.openingFile':
    case 'noting':
      return [named('WRITE.FINISHED', {}, 3_000)];
    case 'failing':
      return [delayElapsed('failureSpread', 'fetch.failing', item?.method === 'HEAD' ? 0 : 3_200)];
    default:
      return [];
  }
}

/** The disk refuses a layer, or the network answers, at the moment of its cancellation. */
const answeredLate = [
  named('DISK.FULL (too late)', { fault: undefined, roomBytes: 0 }),
  named('UNPACKINGS.COUNTED (too late)', { unpackings: 1 }),
];

/** Returns the input of a fetch that asks docker.io for a tag. */
export function fetchInput({ recorder, clock, neighbour, stubs }: StubWorld): FetchInput {
  return {
    name: 'node-1/images/web/app#fetch-0',
    caller: 'node-1/web/app',
    recorder,
    clock,
    fetch: 0,
    ...stubs('pull', 'connections', 'slots', 'network', 'disk', 'content', 'metadata', 'watch'),
    profile: containerd24,
    image: image.name,
    exists: true,
    identity: undefined,
    hosts: hostsOf(['docker.io'], neighbour),
    linkId: 'node-1',
    items: headItems(containerd24),
  };
}

/**
 * One worker of a pull: for manifests and the config, for a layer in one piece and in chunks, with and
 * without a mirror.
 */
export const fetchModel = model({
  input: fetchInput,
  starts: {
    'a tag': {},
    'a tag, of a mirror': mirrored({}),
    'a tag, with credentials': { profile: containerd16, items: headItems(containerd16), identity: 'robot' },
    'a tag, by CRI-O': { profile: criO, items: headItems(criO) },
    'a digest': { image: 'app@sha256:app' },
    'a digest, in containerd 1.6': {
      profile: containerd16,
      items: headItems(containerd16),
      image: 'app@sha256:app',
    },
    'manifest and config': { items: manifestItems(containerd24, image) },
    'manifest and config, by the local path': { profile: local, items: manifestItems(local, image) },
    'a layer': mirrored(ofLayer(containerd16, begun)),
    'a layer of which nothing is noted': ofLayer(unwritten, begun),
    'a layer after another': ofLayer(containerd16, begun, before),
    'a layer after another of which nothing is noted': ofLayer(unwritten16, begun, before),
    'a layer that is there': ofLayer(containerd24, kept),
    'a layer that is there, of which nothing is noted': ofLayer(unwritten, kept),
    'a layer of which all bytes are there, and are wrong': ofLayer(containerd24, spoiled),
    'a layer of which all bytes are wrong, and nothing is noted': ofLayer(unwritten, spoiled),
    'the rest of a layer': ofLayer(containerd24, continued),
    'a layer in chunks': ofLayer(chunked, begun),
  },
  // A flow that is cancelled at the moment of its last byte still finishes.
  remember: ({ event }, { state }) =>
    event.type === 'FLOWS.MEASURED' && state === 'idle' ? 'cancelled' : '',
  events: ({ context, state, memory }) => {
    const { profile, watch } = context.input;
    const request: FetchEvent = {
      type: 'FETCH.REQUESTED',
      items: layerItems(profile, image, begun, undefined),
      watch,
    };
    const { hosts, image: pulled } = context.input;
    const isPlain = context.order.items[0]?.method === 'HEAD' && hosts.length === 1 && pulled === image.name;
    return [
      ...next(state, context),
      ...responseEvents(state, context, 'fetch', 'transferring.receiving', isPlain ? 'everything' : 'little'),
      ...(state === 'idle' ? [named('FETCH.REQUESTED (a layer)', request), ...late, ...answeredLate] : []),
      ...(memory === 'cancelled' ? [named('FLOW.FINISHED (too late)')] : []),
      ...(state === 'opening.exchanging.connecting' ? [] : [named('FETCH.CANCELLED')]),
    ];
  },
  project: ({ context, state }) => {
    const {
      layer: { offset, roomBytes, spaceBytes, flow, emptyResponses, chunks },
      order: { items },
      workers,
      turns,
      kept,
      outcome,
    } = context;
    if (state === 'idle') return workers.length;
    const isResponse = /^opening|receiving|claiming/.test(state);
    return {
      workers: workers.length,
      items: items.map(({ kind, isPresent, spoiledBy }) =>
        [kind, ...(isPresent ? ['that is there'] : []), ...(spoiledBy ? ['that is wrong'] : [])].join(' '),
      ),
      givesWay: items.some(({ giveWayMicros }) => giveWayMicros > 0),
      turns: turns.map(({ path }) => path),
      kept: kept?.kind === 'status' ? kept.status : (kept?.kind ?? ''),
      offset,
      roomBytes,
      spaceBytes,
      flow: flow?.offset ?? -1,
      emptyResponses,
      chunks:
        chunks === undefined ? '' : `${chunks.start} ${chunks.next} ${chunks.read} ${chunks.workers.join()}`,
      outcome: typeof outcome === 'string' ? outcome : outcome.kind,
      ...(isResponse ? { response: projectResponse(state, context) } : {}),
    };
  },
});
