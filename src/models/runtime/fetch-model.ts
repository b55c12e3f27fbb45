import type { EventFrom } from 'xstate';
import type { DownloadEnd } from '../../../machines/runtime/download-request.ts';
import { fetchMachine } from '../../../machines/runtime/fetch.ts';
import type { FetchContext } from '../../../machines/runtime/fetch-context.ts';
import type { FetchAnswer, FetchEvent, FetchInput } from '../../../machines/runtime/fetch-protocol.ts';
import type { PullError } from '../../runtime/errors/pull-error.ts';
import { type FetchItem, headItems, layerItems, manifestItems } from '../../runtime/images/pull-items.ts';
import { containerd16 } from '../../runtime/profiles/containerd-1-6.ts';
import { containerd24 } from '../../runtime/profiles/containerd-2-4.ts';
import { type RuntimeProfile, syncMicros } from '../../runtime/profiles/runtime-profile.ts';
import { delayElapsed } from '../delay-elapsed.ts';
import { inertActor } from '../inert-actor.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import { modelImage } from '../model-images.ts';

const named = modelEvent<EventFrom<typeof fetchMachine>>;

const image = modelImage('app:1', 'base');
/** Of the layer nothing is there yet, or what an earlier pull has left. */
const begun = { layer: 0, offset: 0 };
const continued = { layer: 0, offset: 300 };
/** Layers of 1,000 bytes come in two chunks. */
const chunked: RuntimeProfile = {
  ...containerd24,
  options: { ...containerd24.options, maxConcurrentDownloads: 2, concurrentLayerFetchBuffer: 600 },
};

const unwritten: RuntimeProfile = { ...containerd24, delays: { ...containerd24.delays, betweenLayers: 0, commitWrite: 0 } };

function start(
  name: string,
  profile: RuntimeProfile,
  items: readonly FetchItem[],
  hosts: readonly string[],
  pulled = image.name,
): ModelStart {
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

function failed(name: string, error: PullError): ModelEvent {
  return named(`DOWNLOAD.FAILED (${name})`, { type: 'DOWNLOAD.FAILED', download: 0, error });
}

function ended(download: number, kind: DownloadEnd['kind'], start: number, bytes: number): ModelEvent {
  return named(`DOWNLOAD.ENDED (${download}: ${kind}, ${bytes} bytes from ${start})`, {
    type: 'DOWNLOAD.ENDED',
    download,
    end: { kind, start, bytes },
  });
}

function opened(status: number, start: number, download = 0): ModelEvent {
  const response = { status, start, because: undefined };
  return named(`DOWNLOAD.OPENED (${download}: ${status} from ${start})`, { type: 'DOWNLOAD.OPENED', download, response });
}

function failures({ items }: FetchContext): readonly ModelEvent[] {
  const { method = 'GET', kind = 'layer', digest = '' } = items[0] ?? {};
  const at = { method, kind, digest };
  return [
    failed('refused', { kind: 'refused', at }),
    failed('404', { kind: 'status', status: 404, at }),
    failed('403', { kind: 'status', status: 403, at }),
  ];
}

const waits: readonly ModelEvent[] = [
  named('DOWNLOAD.QUEUED', { type: 'DOWNLOAD.QUEUED', download: 0 }),
  named('DOWNLOAD.ASKING', { type: 'DOWNLOAD.ASKING', download: 0 }),
];

/** What becomes of the responses that bring a layer. */
function received({ chunks, response, roomBytes, offset }: FetchContext): readonly ModelEvent[] {
  const flow = { id: 'node-1/images/web/app#fetch-0', linkId: 'node-1', registry: 'docker.io' };
  const signs = [
    named('DOWNLOAD.FLOWING', { type: 'DOWNLOAD.FLOWING', download: 0, flow, offset }),
    named('DOWNLOAD.STALLED', { type: 'DOWNLOAD.STALLED', download: 0, fault: 'stall' }),
  ];
  const busy = chunks === undefined ? [0] : chunks.workers.flatMap((chunk, worker) => (chunk < 0 ? [] : [worker]));
  const ends = busy.flatMap((download) => [
    ended(download, 'complete', response.start, roomBytes - response.start),
    ended(download, 'corrupt', response.start, roomBytes - response.start),
    ended(download, 'reset', response.start, 100),
    ended(download, 'cut', response.start, 0),
    ...(offset === 0 ? [ended(download, 'cut', response.start, 100)] : []),
  ]);
  const chunkEvents = chunks === undefined || !busy.includes(1) ? [] : [...waits, opened(206, 600, 1), failed('503', noChunk)];
  return [...signs, ...ends, ...chunkEvents];
}

const noChunk: PullError = { kind: 'status', status: 503, at: { method: 'GET', kind: 'layer', digest: 'sha256:base' } };

/** What comes of itself in each state: ends of waits, and what downloads and the disk say. */
function next(state: unknown, context: FetchContext): readonly ModelEvent[] {
  const { input, items, offset, roomBytes } = context;
  const { delays } = input.profile;
  const [item] = items;
  switch (state) {
    case 'pausing':
      return [delayElapsed('pause', 'fetch.pausing', item?.pauseMicros ?? 0)];
    case 'opening':
      return (item?.layer ?? -1) < 0
        ? [...waits, ended(0, 'complete', 0, 0), ...failures(context)]
        : [...waits, opened(200, 0), opened(206, offset), ...failures(context)];
    case 'claiming':
      return [
        ...(roomBytes === item?.bytes ? [named('DISK.FULL', { type: 'DISK.FULL', fault: undefined, roomBytes: 700 })] : []),
        delayElapsed('instant', 'fetch.claiming', 0),
      ];
    case 'receiving':
      return received(context);
    case 'resuming':
      return [delayElapsed('beforeResume', 'fetch.resuming', delays.beforeRetry)];
    case 'reopening':
      return [...waits, opened(206, offset), opened(200, 0), ...failures(context).slice(0, 1)];
    case 'dropping':
      // The network answers at once.
      return [0, 200].map((bytes) => named(`FLOWS.MEASURED (${bytes})`, { type: 'FLOWS.MEASURED', bytes: [bytes] }));
    case 'committing':
      return [delayElapsed('sync', 'fetch.committing', syncMicros(delays, item?.bytes ?? 0))];
    case 'openingFile':
    case 'noting':
      return [named('WRITE.FINISHED', { type: 'WRITE.FINISHED' }, 3_000)];
    case 'failing':
      return [delayElapsed('failureSpread', 'fetch.failing', 3_200)];
    default:
      return [];
  }
}

/** One line of work: for what leads to the layers, for a layer in one piece and in chunks, with a mirror and without. */
export const fetchModel: MachineModel = {
  id: 'fetch',
  machine: fetchMachine.provide({ actors: { download: inertActor as never } }),
  starts: [
    start('a tag', containerd24, headItems(containerd24), ['mirror.internal', 'docker.io']),
    start('a digest', containerd24, headItems(containerd24), ['docker.io'], 'app@sha256:app'),
    start('a digest, in containerd 1.6', containerd16, headItems(containerd16), ['docker.io'], 'app@sha256:app'),
    start('manifest and config', containerd24, manifestItems(containerd24, image), ['docker.io']),
    start('a layer', containerd16, layerItems(containerd16, image, begun, undefined), ['mirror.internal', 'docker.io']),
    start('a layer of which nothing is noted', unwritten, layerItems(unwritten, image, begun, undefined), ['docker.io']),
    start('the rest of a layer', containerd24, layerItems(containerd24, image, continued, undefined), ['docker.io']),
    start('a layer in chunks', chunked, layerItems(chunked, image, begun, undefined), ['docker.io']),
  ],
  events: (snapshot) => {
    const context: FetchContext = snapshot.context;
    const { profile, watch } = context.input;
    const request: FetchEvent = { type: 'FETCH.REQUESTED', items: layerItems(profile, image, begun, undefined), watch };
    return [
      ...next(snapshot.value, context),
      ...(snapshot.value === 'idle' ? [named('FETCH.REQUESTED (a layer)', request)] : []),
      named('FETCH.CANCELLED', { type: 'FETCH.CANCELLED' }),
    ];
  },
  project: (snapshot) => {
    const { downloads, items, turns, kept, offset, roomBytes, spaceBytes, flow, emptyResponses, chunks, response, outcome }: FetchContext =
      snapshot.context;
    if (snapshot.value === 'idle') return downloads.length;
    return {
      downloads: downloads.length,
      items: items.map(({ kind }) => kind),
      turns: turns.map(({ path }) => path),
      kept: kept?.kind === 'status' ? kept.status : (kept?.kind ?? ''),
      offset,
      roomBytes,
      spaceBytes,
      flow: flow?.offset ?? -1,
      emptyResponses,
      chunks: chunks === undefined ? '' : `${chunks.start} ${chunks.next} ${chunks.read} ${chunks.workers.join()}`,
      response: snapshot.value === 'receiving' || snapshot.value === 'claiming' ? `${response.status} ${response.start}` : '',
      outcome: typeof outcome === 'string' ? outcome : outcome.kind,
    };
  },
};
