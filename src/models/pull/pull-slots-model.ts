import type { ContextFrom } from 'xstate';
import { type PullSlotsEvent, pullSlotsMachine } from '../../../machines/pull/pull-slots.ts';
import { items } from '../../collections/fifo.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import type { StubWorld } from '../stub-world.ts';

const named = modelEvent<PullSlotsEvent>;

const pulls = ['a', 'b', 'c', 'd'];

/** The slots of parallel pulls, with up to four pulls that hold a slot or wait for one. */
export const pullSlotsModel: MachineModel = {
  id: 'pullSlots',
  machine: pullSlotsMachine,
  starts: [start('1 slot', 1), start('2 slots', 2), start('no limit', Number.POSITIVE_INFINITY)],
  events: (snapshot, world) => {
    const { slotsInUse, waiting }: ContextFrom<typeof pullSlotsMachine> = snapshot.context;
    const holders = items(waiting).map(({ holder }) => holder);
    const next = pulls.find((pull) => !holders.includes(pull));
    const hasRoom = slotsInUse + waiting.size < pulls.length;
    const last = holders.at(-1);
    return [
      ...(hasRoom && next !== undefined ? [requested(next, world), requestedAndTold(next, world)] : []),
      released(slotsInUse > 0 ? 'a holder' : 'nobody holds'),
      ...(last === undefined ? [] : [withdrawn(last, 'the last that waits')]),
      ...(holders.length > 1 ? [withdrawn(holders[0] ?? '', 'the first that waits')] : []),
      ...(slotsInUse > 0 ? [withdrawn('holder', 'does not wait')] : []),
    ];
  },
  project: (snapshot) => {
    const { slotsInUse, waiting }: ContextFrom<typeof pullSlotsMachine> = snapshot.context;
    return [slotsInUse, waiting.size];
  },
};

function start(name: string, slotsMax: number): ModelStart {
  return { name, input: ({ recorder }) => ({ name: 'pull-slots', recorder, slotsMax }) };
}

function requested(holder: string, { neighbour }: StubWorld): ModelEvent {
  return named('SLOT.REQUESTED', { type: 'SLOT.REQUESTED', holder, requester: neighbour(holder) });
}

function requestedAndTold(holder: string, { neighbour }: StubWorld): ModelEvent {
  const observation = {
    type: 'request',
    state: 'waiting',
    method: 'GET',
    kind: 'manifest',
    registry: 'docker.io',
    image: 'app:1',
  } as const;
  const wait = { record: { type: 'RECORD', actor: holder, observation }, kind: 'downloadSlot', holder } as const;
  return named('SLOT.REQUESTED (a wait is told)', { type: 'SLOT.REQUESTED', holder, requester: neighbour(holder), wait });
}

function released(which: string): ModelEvent {
  return named(`SLOT.RELEASED (${which})`, { type: 'SLOT.RELEASED', holder: 'holder' });
}

function withdrawn(holder: string, which: string): ModelEvent {
  return named(`SLOT.WITHDRAWN (${which})`, { type: 'SLOT.WITHDRAWN', holder });
}
