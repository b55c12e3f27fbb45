import type { EventFrom } from 'xstate';
import { type RegistryContext, type RegistryMachineInput, registryMachine } from '../../machines/registry.ts';
import type { RegistryAnswer, RegistryClient } from '../../machines/registry-protocol.ts';
import { items } from '../kubelet/fifo.ts';
import type { Fault } from '../runtime/fault.ts';
import type { MachineModel, ModelEvent } from './machine-model.ts';
import { modelEvent } from './model-event.ts';

const named = modelEvent<EventFrom<typeof registryMachine>>;

const host = 'docker.io';
const faultsMax = 2;
const heldMax = 2;

/** One of each kind that leads to a verdict of its own. */
const faults: Readonly<Record<string, Fault>> = {
  down: { kind: 'registryDown' },
  stall: { kind: 'stall', registry: host },
  errors: { kind: 'errorRate', rate: 0.5, status: 500 },
  limit: { kind: 'rateLimit', requestsMax: 1, windowMicros: 60_000_000 },
};
const ofOthers: Readonly<Record<string, Fault>> = { elsewhere: { kind: 'stall', registry: 'ghcr.io' }, full: { kind: 'diskFull' } };

function requested(id: string, exists: boolean, requester: RegistryClient): ModelEvent {
  const request = { id, method: 'HEAD', kind: 'tag', image: 'app:1', exists } as const;
  return named(`HTTP.REQUESTED (${id}${exists ? '' : ', no such image'})`, { type: 'HTTP.REQUESTED', request, requester });
}

function began([id, fault]: readonly [string, Fault]): ModelEvent {
  return named(`FAULT.BEGAN (${id})`, { type: 'FAULT.BEGAN', id, fault });
}

function ended(id: string): ModelEvent {
  return named(`FAULT.ENDED (${id})`, { type: 'FAULT.ENDED', id });
}

function requests(context: RegistryContext, requester: RegistryClient): readonly ModelEvent[] {
  const held = items(context.held).map(({ request }) => request.id);
  const free = ['first', 'second'].filter((id) => !held.includes(id));
  return [
    ...(held.length < heldMax ? free.slice(0, 1).flatMap((id) => [requested(id, true, requester), requested(id, false, requester)]) : []),
    ...held.map((id) => named(`HTTP.CANCELLED (${id})`, { type: 'HTTP.CANCELLED', id })),
    named('HTTP.CANCELLED (answered already)', { type: 'HTTP.CANCELLED', id: 'third' }),
  ];
}

/** A registry with up to two faults at a time, and two clients. */
export const registryModel: MachineModel = {
  id: 'registry',
  machine: registryMachine,
  starts: [
    {
      name: 'docker.io',
      input: ({ recorder, clock, neighbour }): RegistryMachineInput => ({
        name: 'registry/docker.io',
        recorder,
        clock,
        dice: neighbour('dice'),
        host,
        roundTripMicros: 1_200,
      }),
    },
  ],
  events: (snapshot, { neighbour }) => {
    const context: RegistryContext = snapshot.context;
    if (context.drawing.size > 0) {
      // The dice answer at once: nothing comes between.
      return [
        named('DRAW.ANSWERED (unlucky)', { type: 'DRAW.ANSWERED', values: [0.1] }),
        named('DRAW.ANSWERED (lucky)', { type: 'DRAW.ANSWERED', values: [0.9] }),
      ];
    }
    const inForce = context.faults.map(({ id }) => id);
    return [
      ...requests(context, neighbour<RegistryAnswer>('client')),
      ...(inForce.length < faultsMax
        ? Object.entries(faults)
            .filter(([id]) => !inForce.includes(id))
            .map(began)
        : []),
      ...Object.entries(ofOthers).map(began),
      ...[...inForce, 'elsewhere'].map(ended),
    ];
  },
  project: (snapshot) => {
    const context: RegistryContext = snapshot.context;
    return {
      faults: context.faults.map(({ id, requests: made }) => `${id} ${Math.min(made, 2)}`),
      held: items(context.held).map(({ request }) => `${request.id} ${request.exists}`),
      drawing: items(context.drawing).map(({ request }) => request.id),
    };
  },
};
