import { pullSlotsMachine } from '../../../../machines/pull/pull-slots.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';
import type { StubWorld } from '../stub-world.ts';

const { named, model } = modelOf(pullSlotsMachine);

const pulls = ['a', 'b', 'c', 'd'];

/** The slots of parallel pulls, with up to four pulls that hold a slot or wait for one. */
export const pullSlotsModel = model({
  input: ({ recorder }) => ({ name: 'pull-slots', recorder, slotsMax: 1 }),
  starts: { '1 slot': {}, '2 slots': { slotsMax: 2 }, 'no limit': { slotsMax: Number.POSITIVE_INFINITY } },
  events: ({ context, world }) => {
    const { slotsInUse, waiting } = context;
    const holders = items(waiting).map(({ holder }) => holder);
    const next = pulls.find((pull) => !holders.includes(pull));
    const hasRoom = slotsInUse + waiting.size < pulls.length;
    return [
      ...(hasRoom && next !== undefined ? [requested(next, world)] : []),
      released(slotsInUse > 0 ? 'a holder' : 'nobody holds'),
    ];
  },
  project: ({ context: { slotsInUse, waiting } }) => [slotsInUse, waiting.size],
});

function requested(holder: string, { neighbour }: StubWorld): ModelEvent {
  return named('SLOT.REQUESTED', { holder, requester: neighbour(holder) });
}

function released(which: string): ModelEvent {
  return named(`SLOT.RELEASED (${which})`, { holder: 'holder' });
}
