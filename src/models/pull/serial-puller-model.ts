import { type SerialPullerContext, type SerialPullerEvent, serialPullerMachine } from '../../../machines/pull/serial-puller.ts';
import { items } from '../../collections/fifo.ts';
import type { MachineModel } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';

const named = modelEvent<SerialPullerEvent>;

/** One pull that is served, ten in the channel, two that block on it, and one more name. */
const pulls = Array.from({ length: 14 }, (_, index) => `pull-${index + 1}`);
const blockedMax = 2;

/** The serial puller, with enough requests to fill its channel and to let two more block. */
export const serialPullerModel: MachineModel = {
  id: 'serialPuller',
  machine: serialPullerMachine,
  starts: [{ name: 'serial', input: ({ recorder }) => ({ name: 'serial-puller', recorder }) }],
  events: (snapshot, { neighbour }) => {
    const { queue, blocked }: SerialPullerContext = snapshot.context;
    const waiting = [...items(queue), ...items(blocked)].map(({ holder }) => holder);
    const next = pulls.find((pull) => !waiting.includes(pull)) ?? '';
    const released = snapshot.matches('idle') ? 'SLOT.RELEASED (nobody holds)' : 'SLOT.RELEASED';
    return [
      ...(blocked.size < blockedMax ? [named('SLOT.REQUESTED', { type: 'SLOT.REQUESTED', holder: next, requester: neighbour(next) })] : []),
      named(released, { type: 'SLOT.RELEASED', holder: 'holder' }),
    ];
  },
  project: (snapshot) => {
    const { queue, blocked }: SerialPullerContext = snapshot.context;
    return [queue.size, blocked.size];
  },
};
