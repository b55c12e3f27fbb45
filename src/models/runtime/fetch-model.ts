import type { EventFrom } from 'xstate';
import { fetchMachine } from '../../../machines/runtime/fetch/fetch.ts';
import type { FetchContext } from '../../../machines/runtime/fetch/fetch-context.ts';
import type { FetchAnswer, FetchEvent, FetchInput, ResponseEnd } from '../../../machines/runtime/fetch/fetch-protocol.ts';
import { type FetchItem, headItems, layerItems, manifestItems } from '../../runtime/images/pull-items.ts';
import { type RuntimeProfile, syncMicros } from '../../runtime/profiles/runtime-profile.ts';
import { containerd16, containerd24 } from '../../runtime/profiles/runtime-profiles.ts';
import { stateName } from '../coverage/observed-step.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';
import { modelImage } from '../model-node.ts';
import { inertActor } from '../stub-world.ts';
import { late, projectResponse, responseEvents } from './response-events.ts';

const named = modelEvent<EventFrom<typeof fetchMachine>>;

const image = modelImage('app:1', 'base');
/** Nothing of the layer is there yet, or the bytes that an earlier pull has left. */
const begun = { layer: 0, offset: 0 };
const continued = { layer: 0, offset: 300 };
const kept = { layer: 0, offset: 0, state: 'present' } as const;
/** Layers of 1,000 bytes come in two chunks. */
const chunked: RuntimeProfile = {
  ...containerd24,
  options: { ...containerd24.options, maxConcurrentDownloads: 2, concurrentLayerFetchBuffer: 600 },
};

/** Its progress watch counts requests, and the slots belong to the node. */
const local: RuntimeProfile = { ...containerd24, options: { ...containerd24.options, path: 'local' } };

const unwritten: RuntimeProfile = { ...containerd24, delays: { ...containerd24.delays, betweenLayers: 0, commitWrite: 0, transaction: 0 } };

interface More {
  readonly hosts?: readonly string[];
  readonly pulled?: string;
  readonly identity?: string;
}

function start(name: string, profile: RuntimeProfile, items: readonly FetchItem[], more: More = {}): ModelStart {
  const { hosts = ['docker.io'], pulled = image.name, identity } = more;
  return {
    name,
    input: ({ recorder, clock, neighbour }): FetchInput => ({
      name: 'node-1/images/web/app#fetch-0',
      caller: 'node-1/web/app',
      recorder,
      clock,
      fetch: 0,
      pull: neighbour<FetchAnswer>('pull'),
      profile,
      image: pulled,
      exists: true,
      identity,
      hosts: hosts.map((host) => ({ host, capabilities: ['resolve', 'pull'], registry: neighbour(host) })),
      connections: neighbour('connections'),
      slots: neighbour('slots'),
      network: neighbour('network'),
      disk: neighbour('disk'),
      content: neighbour('content'),
      metadata: neighbour('metadata'),
      watch: neighbour('watch'),
      linkId: 'node-1',
      items,
    }),
  };
}

/** Returns the events of the chunks of a layer. */
function shared({ chunks, roomBytes, offset }: FetchContext): readonly ModelEvent[] {
  const ended = (worker: number, kind: ResponseEnd['kind'], bytes: number): ModelEvent =>
    named(`CHUNK.ENDED (${worker}: ${kind}, ${bytes} bytes)`, {
      type: 'CHUNK.ENDED',
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
  const failed = named('CHUNK.FAILED', { type: 'CHUNK.FAILED', error: { kind: 'status', status: 503, at } });
  return busy.includes(1) ? [...ends, failed] : ends;
}

/** Returns the events that come by themselves in each state: ends of waits, and messages of neighbours and workers. */
function next(state: string, context: FetchContext): readonly ModelEvent[] {
  const { input, items, roomBytes, offset } = context;
  const { delays } = input.profile;
  const [item] = items;
  switch (state) {
    case 'preparing.pausing':
      return [delayElapsed('pause', 'fetch.preparing.pausing', item?.pauseMicros ?? 0)];
    case 'transferring.claiming':
      return [
        ...(roomBytes === item?.bytes ? [named('DISK.FULL', { type: 'DISK.FULL', fault: undefined, roomBytes: 700 - offset })] : []),
        delayElapsed('instant', 'fetch.transferring.claiming', 0),
      ];
    case 'transferring.sharing':
      return shared(context);
    case 'resuming':
      return [delayElapsed('beforeResume', 'fetch.resuming', delays.beforeRetry)];
    case 'dropping':
      // The network answers at once. A last byte may come at that moment.
      return [
        ...[0, 200].map((bytes) => named(`FLOWS.MEASURED (${bytes})`, { type: 'FLOWS.MEASURED', bytes: [bytes] })),
        named('FLOW.FINISHED (too late)', { type: 'FLOW.FINISHED' }),
      ];
    case 'committing':
      return [delayElapsed('sync', 'fetch.committing', syncMicros(delays, item?.bytes ?? 0))];
    case 'preparing.openingFile':
    case 'noting':
      return [named('WRITE.FINISHED', { type: 'WRITE.FINISHED' }, 3_000)];
    case 'failing':
      return [delayElapsed('failureSpread', 'fetch.failing', item?.method === 'HEAD' ? 0 : 3_200)];
    default:
      return [];
  }
}

const mirrored = { hosts: ['mirror.internal', 'docker.io'] };

/** One worker of a pull: for manifests and the config, for a layer in one piece and in chunks, with and without a mirror. */
export const fetchModel: MachineModel = {
  id: 'fetch',
  machine: fetchMachine.provide({ actors: { chunkFetch: inertActor } as never }),
  starts: [
    start('a tag', containerd24, headItems(containerd24)),
    start('a tag, of a mirror', containerd24, headItems(containerd24), mirrored),
    start('a tag, with credentials', containerd16, headItems(containerd16), { identity: 'robot' }),
    start('a digest', containerd24, headItems(containerd24), { pulled: 'app@sha256:app' }),
    start('a digest, in containerd 1.6', containerd16, headItems(containerd16), { pulled: 'app@sha256:app' }),
    start('manifest and config', containerd24, manifestItems(containerd24, image)),
    start('manifest and config, by the local path', local, manifestItems(local, image)),
    start('a layer', containerd16, layerItems(containerd16, image, begun, undefined), mirrored),
    start('a layer of which nothing is noted', unwritten, layerItems(unwritten, image, begun, undefined)),
    start('a layer that is there', containerd24, layerItems(containerd24, image, kept, undefined)),
    start('a layer that is there, of which nothing is noted', unwritten, layerItems(unwritten, image, kept, undefined)),
    start('the rest of a layer', containerd24, layerItems(containerd24, image, continued, undefined)),
    start('a layer in chunks', chunked, layerItems(chunked, image, begun, undefined)),
  ],
  // A flow that is cancelled at the moment of its last byte still finishes.
  remember: (_, { event }, snapshot) => (event.type === 'FLOWS.MEASURED' && snapshot.value === 'idle' ? 'cancelled' : ''),
  events: (snapshot, _, memory) => {
    const context: FetchContext = snapshot.context;
    const state = stateName(snapshot);
    const { profile, watch } = context.input;
    const request: FetchEvent = { type: 'FETCH.REQUESTED', items: layerItems(profile, image, begun, undefined), watch };
    const { hosts, image: pulled } = context.input;
    const isPlain = context.items[0]?.method === 'HEAD' && hosts.length === 1 && pulled === image.name;
    return [
      ...next(state, context),
      ...responseEvents(state, context, 'fetch', 'transferring.receiving', isPlain ? 'everything' : 'little'),
      ...(state === 'idle' ? [named('FETCH.REQUESTED (a layer)', request), ...late] : []),
      ...(memory === 'cancelled' ? [named('FLOW.FINISHED (too late)', { type: 'FLOW.FINISHED' })] : []),
      ...(state === 'opening.exchanging.connecting' ? [] : [named('FETCH.CANCELLED', { type: 'FETCH.CANCELLED' })]),
    ];
  },
  project: (snapshot) => {
    const { workers, items, turns, kept, offset, roomBytes, spaceBytes, flow, emptyResponses, chunks, outcome }: FetchContext =
      snapshot.context;
    if (snapshot.value === 'idle') return workers.length;
    const state = stateName(snapshot);
    const isResponse = /^opening|receiving|claiming/.test(state);
    return {
      workers: workers.length,
      items: items.map(({ kind, isPresent }) => (isPresent ? `${kind} that is there` : kind)),
      turns: turns.map(({ path }) => path),
      kept: kept?.kind === 'status' ? kept.status : (kept?.kind ?? ''),
      offset,
      roomBytes,
      spaceBytes,
      flow: flow?.offset ?? -1,
      emptyResponses,
      chunks: chunks === undefined ? '' : `${chunks.start} ${chunks.next} ${chunks.read} ${chunks.workers.join()}`,
      outcome: typeof outcome === 'string' ? outcome : outcome.kind,
      ...(isResponse ? { response: projectResponse(state, snapshot.context) } : {}),
    };
  },
};
