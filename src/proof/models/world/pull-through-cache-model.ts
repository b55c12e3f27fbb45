import { pullThroughCacheReducer } from '../../../../machines/world/pull-through-cache.ts';
import type { RegistryClient, RegistryRequest } from '../../../../machines/world/registry-protocol.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { entries } from '../../../rules/collections/sorted-map.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(pullThroughCacheReducer);

const name = 'registry/mirror.example/cache';
const waitingMax = 2;

const wanted: readonly Omit<RegistryRequest, 'id'>[] = [
  { method: 'HEAD', kind: 'tag', image: 'app:1', exists: true },
  {
    method: 'GET',
    kind: 'layer',
    image: 'app:1',
    exists: true,
    layer: 0,
    digest: 'sha256:1',
    bytes: 1_000_000,
  },
];

/** The second client is far away: its answer arrives after a round trip. */
function requested(id: string, wish: Omit<RegistryRequest, 'id'>, requester: RegistryClient): ModelEvent {
  const call = {
    request: { ...wish, id },
    requester,
    ...(id === 'second' ? { travels: true as const } : {}),
  };
  return named(`CONTENT.REQUESTED (${id}: ${wish.kind})`, { ...call });
}

/** Returns the possible answers of the upstream to an open request. */
function answers(key: string): readonly ModelEvent[] {
  const came = { id: `${name} ${key}`, roundTripMicros: 20_000 };
  return [
    named(`HTTP.ANSWERED (${key}: 200)`, { ...came, status: 200, fault: undefined }),
    named(`HTTP.ANSWERED (${key}: 429)`, { ...came, status: 429, fault: 'limit' }),
    named(`HTTP.REFUSED (${key})`, { ...came, fault: 'down' }),
    named(`HTTP.RESET (${key})`, { ...came, fault: 'reset' }),
  ];
}

/** A cache with two clients that ask for a tag and a layer. */
export const pullThroughCacheModel = model({
  input: ({ recorder, clock, stubs }) => ({
    name,
    recorder,
    clock,
    host: 'mirror.example',
    roundTripMicros: 1_200,
    ...stubs('upstream'),
    upstreamHost: 'docker.io',
    fillBytesPerSecond: null,
  }),
  starts: { 'mirror.example': {} },
  events: ({ context, world: { neighbour } }) => {
    const { asked, waiting } = context;
    const there = entries(waiting).map(([id]) => id);
    const free =
      there.length < waitingMax ? ['first', 'second'].find((id) => !there.includes(id)) : undefined;
    const client = neighbour('client');
    return [
      ...(free === undefined ? [] : wanted.map((wish) => requested(free, wish, client))),
      ...entries(asked).flatMap(([key]) => answers(key)),
      ...[...there, 'gone'].map((id) => named(`HTTP.CANCELLED (${id})`, { id })),
    ];
  },
  project: ({ context: { stored, asked, waiting } }) => ({
    stored: entries(stored).map(([key]) => key),
    asked: entries(asked).map(([key, calls]) => `${key} ${items(calls).map(({ request }) => request.id)}`),
    waiting: entries(waiting).map(([id, key]) => `${id} ${key}`),
  }),
});
