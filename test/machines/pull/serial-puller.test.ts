import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SlotGranted } from '../../../machines/pull/pull-slots.ts';
import { serialPullerMachine } from '../../../machines/pull/serial-puller.ts';
import { stage } from '../stage.ts';

// serialImagePuller of pkg/kubelet/images/puller.go, v1.14 to v1.36.3: maxImagePullRequests 10

function puller() {
  const world = stage();
  const actor = world.start(serialPullerMachine, { name: 'serial-puller', recorder: world.recorder });
  const granted: string[] = [];
  return {
    ...world,
    actor,
    granted,
    ask(holder: string) {
      const requester = world.listen<SlotGranted>(holder, ({ releasedBy }) =>
        granted.push(`${holder} after ${releasedBy ?? 'nobody'}`),
      );
      actor.send({ type: 'SLOT.REQUESTED', holder, requester });
    },
    release: (holder: string) => actor.send({ type: 'SLOT.RELEASED', holder }),
    waiting: () => {
      const { queue, blocked } = actor.getSnapshot().context;
      return [queue.size, blocked.size];
    },
    state: () => actor.getSnapshot().value,
  };
}

describe('one pull at a time', () => {
  it('serves the first at once and the others in order of arrival, naming who was before', () => {
    const world = puller();
    for (const holder of ['a', 'b', 'c']) world.ask(holder);
    expect(world.granted).toEqual(['a after nobody']);
    world.release('a');
    world.release('b');
    expect(world.granted).toEqual(['a after nobody', 'b after a', 'c after b']);
    world.release('c');
    expect(world.state()).toBe('idle');
    world.ask('d');
    expect(world.granted.at(-1)).toBe('d after nobody');
  });

  it('one in service and ten in the channel; the twelfth blocks until there is room', () => {
    const world = puller();
    for (let index = 0; index < 11; index++) world.ask(`p${index}`);
    expect([world.state(), ...world.waiting()]).toEqual(['serving', 10, 0]);
    world.ask('p11');
    world.ask('p12');
    expect([world.state(), ...world.waiting()]).toEqual(['blocking', 10, 2]);
    world.release('p0');
    expect([world.state(), ...world.waiting()]).toEqual(['blocking', 10, 1]);
    world.release('p1');
    expect([world.state(), ...world.waiting()]).toEqual(['serving', 10, 0]);
    world.release('p2');
    expect(world.waiting()).toEqual([9, 0]);
    expect(world.granted.map((text) => text.split(' ')[0])).toEqual(['p0', 'p1', 'p2', 'p3']);
  });

  it('reports a release without a pull in service', () => {
    const world = puller();
    world.release('a');
    expect(world.unhandled).toEqual(['serial-puller: SLOT.RELEASED']);
  });
});

it('agrees with a plain list over any order of requests and releases', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 80 }), (steps) => {
      const world = puller();
      const list: string[] = [];
      const served: string[] = [];
      let count = 0;
      let longest = 0;
      for (const asks of steps) {
        if (asks) {
          const holder = `p${count++}`;
          world.ask(holder);
          list.push(holder);
        } else {
          const holder = list.shift();
          if (holder === undefined) continue;
          world.release(holder);
        }
        const [head] = list;
        if (head !== undefined && !served.includes(head)) served.push(head);
        longest = Math.max(longest, list.length);
        const waiting = Math.max(0, list.length - 1);
        expect(world.waiting()).toEqual([Math.min(waiting, 10), Math.max(0, waiting - 10)]);
      }
      expect(world.granted.map((text) => text.split(' ')[0])).toEqual(served);
    }),
  );
  const world = puller();
  for (let index = 0; index < 40; index++) world.ask(`p${index}`);
  for (let index = 0; index < 40; index++) world.release(`p${index}`);
  expect(world.granted.map((text) => text.split(' ')[0])).toEqual(
    Array.from({ length: 40 }, (_, index) => `p${index}`),
  );
});
