import { pullThroughCacheReducer } from '../../../machines/world/pull-through-cache.ts';
import type {
  PullThroughCacheEvent,
  PullThroughCacheInput,
  PullThroughCacheTable,
} from '../../../machines/world/pull-through-cache-table.ts';
import type { RegistryAnswer, RegistryClient, RegistryEvent, RegistryRequest } from '../../../machines/world/registry-protocol.ts';
import { items } from '../../collections/fifo.ts';
import { entries } from '../../collections/sorted-map.ts';
import type { MachineModel, ModelEvent } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';

const named = modelEvent<PullThroughCacheEvent>;

const name = 'registry/mirror.example/cache';
const waitingMax = 2;

const wanted: readonly Omit<RegistryRequest, 'id'>[] = [
  { method: 'HEAD', kind: 'tag', image: 'app:1', exists: true },
  { method: 'GET', kind: 'layer', image: 'app:1', exists: true, layer: 0, digest: 'sha256:1', bytes: 1_000_000 },
];

/** The second client is far away: its answer arrives after a round trip. */
function requested(id: string, wish: Omit<RegistryRequest, 'id'>, requester: RegistryClient): ModelEvent {
  const call = { request: { ...wish, id }, requester, ...(id === 'second' ? { travels: true as const } : {}) };
  return named(`CONTENT.REQUESTED (${id}: ${wish.kind})`, { type: 'CONTENT.REQUESTED', ...call });
}

/** Returns the possible answers of the upstream to an open request. */
function answers(key: string): readonly ModelEvent[] {
  const came = { id: `${name} ${key}`, roundTripMicros: 20_000 };
  return [
    named(`HTTP.ANSWERED (${key}: 200)`, { type: 'HTTP.ANSWERED', ...came, status: 200, fault: undefined }),
    named(`HTTP.ANSWERED (${key}: 429)`, { type: 'HTTP.ANSWERED', ...came, status: 429, fault: 'limit' }),
    named(`HTTP.REFUSED (${key})`, { type: 'HTTP.REFUSED', ...came, fault: 'down' }),
    named(`HTTP.RESET (${key})`, { type: 'HTTP.RESET', ...came, fault: 'reset' }),
  ];
}

/** A cache with two clients that ask for a tag and a layer. */
export const pullThroughCacheModel: MachineModel = {
  id: 'pullThroughCache',
  machine: pullThroughCacheReducer,
  starts: [
    {
      name: 'mirror.example',
      input: ({ recorder, clock, neighbour }): PullThroughCacheInput => ({
        name,
        recorder,
        clock,
        host: 'mirror.example',
        roundTripMicros: 1_200,
        upstream: neighbour<RegistryEvent>('upstream'),
        upstreamHost: 'docker.io',
        fillBytesPerSecond: null,
      }),
    },
  ],
  events: (snapshot, { neighbour }) => {
    const { asked, waiting }: PullThroughCacheTable = snapshot.context;
    const there = entries(waiting).map(([id]) => id);
    const free = there.length < waitingMax ? ['first', 'second'].find((id) => !there.includes(id)) : undefined;
    const client = neighbour<RegistryAnswer>('client');
    return [
      ...(free === undefined ? [] : wanted.map((wish) => requested(free, wish, client))),
      ...entries(asked).flatMap(([key]) => answers(key)),
      ...[...there, 'gone'].map((id) => named(`HTTP.CANCELLED (${id})`, { type: 'HTTP.CANCELLED', id })),
    ];
  },
  project: (snapshot) => {
    const { stored, asked, waiting }: PullThroughCacheTable = snapshot.context;
    return {
      stored: entries(stored).map(([key]) => key),
      asked: entries(asked).map(([key, calls]) => `${key} ${items(calls).map(({ request }) => request.id)}`),
      waiting: entries(waiting).map(([id, key]) => `${id} ${key}`),
    };
  },
};
