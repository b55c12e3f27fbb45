import { registryMachine } from '../../../../machines/world/registry.ts';
import type { RegistryContext } from '../../../../machines/world/registry-context.ts';
import type { RegistryClient, RegistryRequest } from '../../../../machines/world/registry-protocol.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { entries } from '../../../rules/collections/sorted-map.ts';
import type { Fault } from '../../../rules/runtime/fault.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(registryMachine);

const host = 'docker.io';
const faultsMax = 2;
const heldMax = 2;

/** One fault of each kind that leads to its own verdict. */
const faults: Readonly<Record<string, Fault>> = {
  down: { kind: 'registryDown' },
  stall: { kind: 'stall', registry: host },
  errors: { kind: 'errorRate', rate: 0.5, status: 500 },
  limit: { kind: 'rateLimit', requestsMax: 1, windowMicros: 60_000_000 },
  reset: { kind: 'connectionReset', requests: ['tag'], times: 1 },
  silent: { kind: 'unanswered', requests: ['manifest'] },
};
const ofOthers: Readonly<Record<string, Fault>> = {
  elsewhere: { kind: 'stall', registry: 'ghcr.io' },
  full: { kind: 'diskFull' },
};

/** The requests of the clients. */
const wanted: Readonly<Record<string, Omit<RegistryRequest, 'id'>>> = {
  tag: { method: 'HEAD', kind: 'tag', image: 'app:1', exists: true },
  'unknown tag': { method: 'HEAD', kind: 'tag', image: 'none:1', exists: false },
  manifest: { method: 'GET', kind: 'manifest', image: 'app:1', exists: true },
};
const token: Omit<RegistryRequest, 'id'> = { method: 'GET', kind: 'token', image: 'app:1', exists: true };

function requested(
  id: string,
  [what, wish]: readonly [string, Omit<RegistryRequest, 'id'>],
  requester: RegistryClient,
): ModelEvent {
  return named(`HTTP.REQUESTED (${id}: ${what})`, { request: { ...wish, id }, requester });
}

function began([id, fault]: readonly [string, Fault]): ModelEvent {
  return named(`FAULT.BEGAN (${id})`, { id, fault });
}

function ended(id: string): ModelEvent {
  return named(`FAULT.ENDED (${id})`, { id });
}

function requests(context: RegistryContext, requester: RegistryClient): readonly ModelEvent[] {
  const held = entries(context.held).map(([id]) => id);
  const free = held.length < heldMax ? ['first', 'second'].find((id) => !held.includes(id)) : undefined;
  return [
    // The second client sends only one kind of request: all requests in either order would be more states
    // than are explored.
    ...(free === undefined
      ? []
      : Object.entries(wanted)
          .slice(0, free === 'first' ? undefined : 1)
          .map((wish) => requested(free, wish, requester))),
    ...(context.input.cache === undefined ? [] : [requested('third', ['token', token], requester)]),
    ...(context.input.pullLimit === undefined
      ? [named('HTTP.REQUESTED (from afar)', { request: { ...token, id: 'afar' }, requester, travels: true })]
      : []),
    ...held.map((id) => named(`HTTP.CANCELLED (${id})`, { id })),
    named('HTTP.CANCELLED (answered already)', { id: 'third' }),
  ];
}

/**
 * The answers of the random source while a request waits for one. It answers at once, so nothing comes
 * between.
 */
const draws: readonly ModelEvent[] = [
  named('DRAW.ANSWERED (unlucky)', { values: [0.1] }),
  named('DRAW.ANSWERED (lucky)', { values: [0.9] }),
];

/**
 * A registry with up to two faults at a time and three clients: an open one, one with a pull limit, and one
 * that mirrors another.
 */
export const registryModel = model({
  input: ({ recorder, clock, stubs }) => ({
    name: 'registry/docker.io',
    recorder,
    clock,
    ...stubs('random'),
    host,
    roundTripMicros: 1_200,
  }),
  starts: {
    public: {},
    limited: { pullLimit: { pullsMax: 1, windowMicros: 60_000_000 } },
    cache: ({ stubs }) => stubs('cache'),
  },
  events: ({ context, world: { neighbour } }) => {
    if (context.drawing.size > 0) return draws;
    const inForce = context.state.faults.map(({ id }) => id);
    return [
      ...requests(context, neighbour('client')),
      ...(inForce.length < faultsMax
        ? Object.entries(faults)
            .filter(([id]) => !inForce.includes(id))
            .map(began)
        : []),
      ...Object.entries(ofOthers).map(began),
      ...[...inForce, 'elsewhere'].map(ended),
    ];
  },
  project: ({ context: { state, held, drawing } }) => {
    return {
      faults: state.faults.map(({ id, requests: made }) => `${id} ${Math.min(made, 2)}`),
      pulls: entries(state.pulls).map(
        ([id, { pulls, refused }]) => `${id} ${pulls.size} ${Math.min(refused, 2)}`,
      ),
      // In the order of arrival, which is the order in which they are judged again.
      held: [...entries(held)]
        .sort(([, one], [, other]) => one.sequence - other.sequence)
        .map(([id, { request, by }]) => `${id} ${request.kind} ${request.exists} ${by}`),
      drawing: items(drawing).map(({ request }) => `${request.id} ${request.kind}`),
    };
  },
});
