import { expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { pullSlotsMachine, type SlotGranted, type SlotRequester } from '../../../machines/pull/pull-slots.ts';
import type { RecorderEvent } from '../../../machines/world/recorder.ts';

function slots(slotsMax: number) {
  const unhandled: string[] = [];
  const recorder = createActor(
    fromTransition((_: undefined, event: RecorderEvent) => {
      if (event.type === 'UNHANDLED') unhandled.push(event.event);
      return undefined;
    }, undefined),
  ).start();
  const actor = createActor(pullSlotsMachine, {
    input: { name: 'slots', recorder: recorder as never, slotsMax },
  }).start();
  const granted: string[] = [];
  const request = (holder: string) => {
    const requester = createActor(
      fromTransition((_: undefined, event: SlotGranted) => {
        granted.push(event.releasedBy === undefined ? holder : `${holder} after ${event.releasedBy}`);
        return undefined;
      }, undefined),
    ).start() as unknown as SlotRequester;
    actor.send({ type: 'SLOT.REQUESTED', requester, holder });
  };
  return { actor, granted, unhandled, request };
}

// test/seeds, 000, TestMaxParallelImagePullsLimit (v1.27): 5 slots, 7 requests, two released, then the rest
it('serves the sixth and seventh pull in order once slots are released, and names the pull that released each', () => {
  const { actor, granted, request, unhandled } = slots(5);
  for (let n = 1; n <= 7; n++) request(`p${n}`);
  expect(granted).toEqual(['p1', 'p2', 'p3', 'p4', 'p5']);
  actor.send({ type: 'SLOT.RELEASED', holder: 'p4' });
  actor.send({ type: 'SLOT.RELEASED', holder: 'p1' });
  expect(granted.slice(5)).toEqual(['p6 after p4', 'p7 after p1']);
  expect(unhandled).toEqual([]);
});

// puller.go, newParallelImagePuller with maxParallelImagePulls unset: no tokens at all
it('lets no pull wait where there is no limit', () => {
  const { granted, request, actor } = slots(Infinity);
  for (let n = 1; n <= 100; n++) request(`p${n}`);
  expect(granted).toHaveLength(100);
  expect(actor.getSnapshot().hasTag('contended')).toBe(false);
});

it('reports the release of a slot that no pull has', () => {
  const { actor, unhandled } = slots(1);
  actor.send({ type: 'SLOT.RELEASED', holder: 'a' });
  expect(unhandled).toEqual(['SLOT.RELEASED']);
});

it('can be explored, and never grants more than there are', () => {
  const { actor } = slots(1);
  const requester = actor as never;
  const paths = getShortestPaths(pullSlotsMachine, {
    input: { name: 'slots', recorder: requester, slotsMax: 2 },
    events: [
      { type: 'SLOT.REQUESTED', requester, holder: 'a' },
      { type: 'SLOT.RELEASED', holder: 'a' },
    ],
    serializeState: (state) =>
      JSON.stringify([state.value, state.context.slotsInUse, state.context.waiting.size]),
    stopWhen: (state) => state.context.waiting.size > 2,
  });
  expect(new Set(paths.map((path) => path.state.value))).toEqual(new Set(['free', 'full']));
  expect(paths.every(({ state }) => state.context.slotsInUse >= 0 && state.context.slotsInUse <= 2)).toBe(
    true,
  );
});
