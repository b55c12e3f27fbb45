import { runtimeSlotsMachine } from '../../../../machines/runtime/runtime-slots.ts';
import type { RuntimeSlotsContext } from '../../../../machines/runtime/runtime-slots-context.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { entries } from '../../../rules/collections/sorted-map.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';
import type { StubWorld } from '../stub-world.ts';

const { named, model } = modelOf(runtimeSlotsMachine);

const layers = ['a', 'b', 'c', 'd'];

/** Returns whose layer it is: two are of one image, and two of another. */
export function imageOfLayer(layer: string): string {
  return layer < 'c' ? 'app:1' : 'web:1';
}

/** The slots of downloads or of unpacking, with up to four layers that hold a slot or wait for one. */
export const runtimeSlotsModel = model({
  input: ({ recorder }) => ({ name: 'download-slots', recorder, slotsMax: 1 }),
  starts: {
    '1 slot': {},
    '2 slots': { slotsMax: 2 },
    'no limit': { slotsMax: Number.POSITIVE_INFINITY },
    '2 slots, 1 for each image': { slotsMax: 2, slotsMaxPerImage: 1 },
  },
  events: ({ context, world }) => {
    const { slotsInUse, waiting } = context;
    const holders = items(waiting).map(({ holder }) => holder);
    const next = layers.find((layer) => !holders.includes(layer));
    const hasRoom = slotsInUse + waiting.size < layers.length;
    const last = holders.at(-1);
    return [
      ...(hasRoom && next !== undefined ? [requested(next, world)] : []),
      released(slotsInUse > 0 ? 'a holder' : 'nobody holds', context),
      ...(last === undefined ? [] : [withdrawn(last, 'the last that waits')]),
      ...(holders.length > 1 ? [withdrawn(holders[0] ?? '', 'the first that waits')] : []),
      ...(slotsInUse > 0 ? [withdrawn('holder', 'does not wait')] : []),
    ];
  },
  project: ({ context: { slotsInUse, waiting, byImage } }) => [
    slotsInUse,
    waiting.size,
    ...entries(byImage).map(([image, slots]) => `${image} ${slots.slotsInUse}`),
  ],
});

function requested(holder: string, { neighbour }: StubWorld): ModelEvent {
  const observation = {
    type: 'request',
    state: 'waiting',
    method: 'GET',
    kind: 'manifest',
    registry: 'docker.io',
    image: imageOfLayer(holder),
  } as const;
  const wait = {
    record: { type: 'RECORD', actor: holder, observation },
    kind: 'downloadSlot',
    holder,
  } as const;
  return named('SLOT.REQUESTED', { holder, requester: neighbour(holder), wait });
}

function released(which: string, { byImage }: Pick<RuntimeSlotsContext, 'byImage'>): ModelEvent {
  const holding = entries(byImage).find(([, { slotsInUse }]) => slotsInUse > 0);
  const image = holding === undefined ? {} : { image: holding[0] };
  return named(`SLOT.RELEASED (${which})`, { holder: 'holder', ...image });
}

function withdrawn(holder: string, which: string): ModelEvent {
  return named(`SLOT.WITHDRAWN (${which})`, { holder });
}
