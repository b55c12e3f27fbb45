import { expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import type { SlotGranted, SlotRequester } from '../../../machines/pull/pull-slots.ts';
import { runtimeSlotsMachine } from '../../../machines/runtime/runtime-slots.ts';
import type { RecorderEvent } from '../../../machines/world/recorder.ts';

function slots(slotsMax: number) {
  const unhandled: string[] = [];
  const records: RecorderEvent[] = [];
  const recorder = createActor(
    fromTransition((_: undefined, event: RecorderEvent) => {
      if (event.type === 'UNHANDLED') unhandled.push(event.event);
      else records.push(event);
      return undefined;
    }, undefined),
  ).start();
  const actor = createActor(runtimeSlotsMachine, {
    input: { name: 'slots', recorder: recorder as never, slotsMax },
  }).start();
  const granted: string[] = [];
  const request = (layer: string) => {
    const holder = `${layer}/unpack`;
    const requester = createActor(
      fromTransition((_: undefined, event: SlotGranted) => {
        granted.push(event.releasedBy === undefined ? layer : `${layer} after ${event.releasedBy}`);
        return undefined;
      }, undefined),
    ).start() as unknown as SlotRequester;
    const record = { type: 'RECORD', actor: layer, observation } as const;
    const wait = { record, kind: 'unpackSlot', holder: layer } as const;
    actor.send({ type: 'SLOT.REQUESTED', requester, holder, wait });
  };
  return { actor, granted, unhandled, records, request };
}

const observation = { type: 'unpack', state: 'queued', image: 'app:1', layer: 0 } as never;

// containerd 2.4.2, core/transfer/local: a weighted semaphore, served in order of arrival
it('serves the waiting layers in order once slots are released, and names the pull that released each', () => {
  const { actor, granted, request, unhandled } = slots(3);
  for (const layer of ['a', 'b', 'c', 'd', 'e']) request(layer);
  expect(granted).toEqual(['a', 'b', 'c']);
  actor.send({ type: 'SLOT.RELEASED', holder: 'c/unpack' });
  actor.send({ type: 'SLOT.RELEASED', holder: 'a/unpack' });
  expect(granted.slice(3)).toEqual(['d after c/unpack', 'e after a/unpack']);
  expect(unhandled).toEqual([]);
});

it('records each wait with the holder of a slot, under the name that the trace has for it', () => {
  const { records, request } = slots(1);
  for (const layer of ['a', 'b', 'c']) request(layer);
  expect(records).toEqual(
    ['b', 'c'].map((layer) => ({
      type: 'RECORD',
      actor: layer,
      observation,
      because: { kind: 'unpackSlot', actor: 'a' },
    })),
  );
});

it('records the holder that got its slot last', () => {
  const { actor, records, request } = slots(1);
  for (const layer of ['a', 'b']) request(layer);
  actor.send({ type: 'SLOT.RELEASED', holder: 'a/unpack' });
  request('c');
  expect(records.at(-1)).toMatchObject({ actor: 'c', because: { actor: 'b' } });
});

it('does not grant a request that was withdrawn', () => {
  const { actor, granted, request } = slots(1);
  for (const layer of ['a', 'b', 'c']) request(layer);
  actor.send({ type: 'SLOT.WITHDRAWN', holder: 'b/unpack' });
  actor.send({ type: 'SLOT.RELEASED', holder: 'a/unpack' });
  expect(granted).toEqual(['a', 'c after a/unpack']);
});

it('reports the release of a slot that no layer has, and the withdrawal of a request that does not wait', () => {
  const { actor, granted, unhandled, request } = slots(1);
  actor.send({ type: 'SLOT.RELEASED', holder: 'a/unpack' });
  request('a');
  actor.send({ type: 'SLOT.WITHDRAWN', holder: 'a/unpack' });
  expect(unhandled).toEqual(['SLOT.RELEASED', 'SLOT.WITHDRAWN']);
  request('b');
  actor.send({ type: 'SLOT.WITHDRAWN', holder: 'c/unpack' });
  expect(unhandled).toEqual(['SLOT.RELEASED', 'SLOT.WITHDRAWN', 'SLOT.WITHDRAWN']);
  actor.send({ type: 'SLOT.RELEASED', holder: 'a/unpack' });
  expect(granted).toEqual(['a', 'b after a/unpack']);
});
