import { runtimeSlotsMachine } from '../../../../machines/runtime/runtime-slots.ts';
import { type ModelEvent, modelOf } from '../../../../src/proof/models/machine-model.ts';
import type { StubWorld } from '../../../../src/proof/models/stub-world.ts';
import { items } from '../../../../src/rules/collections/fifo.ts';

const { named, model } = modelOf(runtimeSlotsMachine);

const layers = ['a', 'b', 'c', 'd'];

/** The slots of downloads or of unpacking, with up to four layers that hold a slot or wait for one. */
export const runtimeSlotsModel = model({
  input: ({ recorder }) => ({ name: 'download-slots', recorder, slotsMax: 1 }),
  starts: { '1 slot': {}, '2 slots': { slotsMax: 2 }, 'no limit': { slotsMax: Number.POSITIVE_INFINITY } },
  events: ({ context, world }) => {
    const { slotsInUse, waiting } = context;
    const holders = items(waiting).map(({ holder }) => holder);
    const next = layers.find((layer) => !holders.includes(layer));
    const hasRoom = slotsInUse + waiting.size < layers.length;
    const last = holders.at(-1);
    return [
      ...(hasRoom && next !== undefined ? [requested(next, world)] : []),
      released(slotsInUse > 0 ? 'a holder' : 'nobody holds'),
      ...(last === undefined ? [] : [withdrawn(last, 'the last that waits')]),
      ...(holders.length > 1 ? [withdrawn(holders[0] ?? '', 'the first that waits')] : []),
      ...(slotsInUse > 0 ? [withdrawn('holder', 'does not wait')] : []),
    ];
  },
  project: ({ context: { slotsInUse, waiting } }) => [slotsInUse, waiting.size],
});

function requested(holder: string, { neighbour }: StubWorld): ModelEvent {
  const observation = {
    type: 'request',
    state: 'waiting',
    method: 'GET',
    kind: 'manifest',
    registry: 'docker.io',
    image: 'app:1',
  } as const;
  const wait = {
    record: { type: 'RECORD', actor: holder, observation },
    kind: 'downloadSlot',
    holder,
  } as const;
  return named('SLOT.REQUESTED', { holder, requester: neighbour(holder), wait });
}

function released(which: string): ModelEvent {
  return named(`SLOT.RELEASED (${which})`, { holder: 'holder' });
}

function withdrawn(holder: string, which: string): ModelEvent {
  return named(`SLOT.WITHDRAWN (${which})`, { holder });
}
