import { serialPullerMachine } from '../../../../machines/pull/serial-puller.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { modelOf } from '../machine-model.ts';

const { named, model } = modelOf(serialPullerMachine);

/** One pull that is served, ten in the channel, two that block on it, and one more name. */
const pulls = Array.from({ length: 14 }, (_, index) => `pull-${index + 1}`);
const blockedMax = 2;

/** The serial puller, with enough requests to fill its channel and to let two more block. */
export const serialPullerModel = model({
  input: ({ recorder }) => ({ name: 'serial-puller', recorder }),
  starts: { serial: {} },
  events: ({ context, state, world: { neighbour } }) => {
    const { queue, blocked } = context;
    const waiting = [...items(queue), ...items(blocked)].map(({ holder }) => holder);
    const next = pulls.find((pull) => !waiting.includes(pull)) ?? '';
    const released = state === 'idle' ? 'SLOT.RELEASED (nobody holds)' : 'SLOT.RELEASED';
    return [
      ...(blocked.size < blockedMax
        ? [named('SLOT.REQUESTED', { holder: next, requester: neighbour(next) })]
        : []),
      named(released, { holder: 'holder' }),
    ];
  },
  project: ({ context: { queue, blocked } }) => [queue.size, blocked.size],
});
