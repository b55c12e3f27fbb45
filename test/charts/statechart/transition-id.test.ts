import { describe, expect, test } from 'vitest';
import { and, createActor, not, or, setup } from 'xstate';
import { statesOf, transitionsOf } from '../../../src/charts/statechart/transition-id.ts';
import { createCoverage } from '../../../src/proof/models/coverage/coverage.ts';
import {
  type GuardEvaluation,
  guardsOf,
  watchGuards,
} from '../../../src/proof/models/coverage/watch-guards.ts';

const machine = setup({
  types: { context: {} as { door: 'open' | 'shut' }, input: {} as { door: 'open' | 'shut' } },
  guards: {
    isOpen: ({ context }) => context.door === 'open',
    isShut: ({ context }, params: { why: string }) => context.door === 'shut' && params.why === 'wind',
    never: () => false,
  },
  delays: { patience: 1 },
}).createMachine({
  id: 'door',
  context: ({ input }) => input,
  initial: 'asking',
  on: { '*': {} },
  states: {
    asking: {
      initial: 'knocking',
      states: { knocking: { on: { HEARD: 'heard' } }, heard: { type: 'final' } },
      onDone: 'deciding',
      after: { patience: 'gone' },
    },
    deciding: {
      always: [
        { guard: and(['isOpen', not('never')]), target: 'inside' },
        { guard: or(['never', { type: 'isShut', params: { why: 'wind' } }]), target: 'gone' },
      ],
    },
    inside: {
      on: {
        LEAVE: [
          { guard: 'never', target: '#door.gone' },
          { target: 'inside', reenter: true },
          { target: 'asking.knocking' },
        ],
      },
    },
    gone: { on: { STAY: {} } },
  },
});

describe('the names of states and transitions', () => {
  test('say source, event, place among candidates where there is a choice, and target', () => {
    expect(statesOf(machine).map(({ id }) => id)).toEqual([
      'door.asking',
      'door.asking.knocking',
      'door.asking.heard',
      'door.deciding',
      'door.inside',
      'door.gone',
    ]);
    expect(transitionsOf(machine).map(({ id }) => id)).toEqual([
      'door * → (stays)',
      'door.asking done → deciding',
      'door.asking after patience → gone',
      'door.asking.knocking HEARD → asking.heard',
      'door.deciding always[0] → inside',
      'door.deciding always[1] → gone',
      'door.inside LEAVE[0] → gone',
      'door.inside LEAVE[1] → inside',
      'door.inside LEAVE[2] → asking.knocking',
      'door.gone STAY → (stays)',
    ]);
  });

  test('are the same in every copy of the machine, so that hits of a copy count', () => {
    const ids = transitionsOf(machine).map(({ id }) => id);
    expect(transitionsOf(machine.provide({}))).not.toBe(transitionsOf(machine));
    expect(transitionsOf(machine.provide({})).map(({ id }) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('watched guards', () => {
  const seenFor = (door: 'open' | 'shut') => {
    const seen: GuardEvaluation[] = [];
    const actor = createActor(
      watchGuards(machine, (guard) => seen.push(guard)),
      { input: { door } },
    ).start();
    actor.send({ type: 'HEARD' } as never);
    const state = actor.getSnapshot().value;
    actor.stop();
    return { state, seen: seen.map(({ id, passed }) => `${id} = ${passed}`) };
  };

  test("report each evaluation, parts included, in XState's order, and decide as before", () => {
    expect(seenFor('open')).toEqual({
      state: 'inside',
      seen: [
        'door.deciding always[0] → inside if and(isOpen, not(never)): isOpen = true',
        'door.deciding always[0] → inside if and(isOpen, not(never)): not(never) = true',
        'door.deciding always[0] → inside if and(isOpen, not(never)) = true',
      ],
    });
    // `and` asks no further after a part that is false; params reach a part of `or`.
    expect(seenFor('shut')).toEqual({
      state: 'gone',
      seen: [
        'door.deciding always[0] → inside if and(isOpen, not(never)): isOpen = false',
        'door.deciding always[0] → inside if and(isOpen, not(never)) = false',
        'door.deciding always[1] → gone if or(never, isShut): never = false',
        'door.deciding always[1] → gone if or(never, isShut): isShut = true',
        'door.deciding always[1] → gone if or(never, isShut) = true',
      ],
    });
  });

  test('are listed with their parts', () => {
    const told = [...seenFor('open').seen, ...seenFor('shut').seen].map((line) =>
      line.replace(/ = \w+$/, ''),
    );
    const listed = guardsOf(machine).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining(told));
    expect(guardsOf(machine).filter(({ isPart }) => !isPart)).toHaveLength(3);
  });
});

describe('a tracker of an actor whose first state is left at once', () => {
  test('counts the states on the way, delays, ends of inner states, and reentry', () => {
    const coverage = createCoverage([{ machine }]);
    const actor = createActor(machine, { input: { door: 'open' }, inspect: coverage.inspect }).start();
    for (const type of ['HEARD', 'LEAVE', 'LEAVE']) actor.send({ type } as never);
    actor.stop();
    const [result] = coverage.result();
    expect(result?.states.map(({ id, hits }) => [id, hits])).toEqual([
      ['door.asking', 1],
      ['door.asking.knocking', 1],
      ['door.asking.heard', 1],
      ['door.deciding', 1],
      ['door.inside', 3],
      ['door.gone', 0],
    ]);
    expect(result?.transitions.filter(({ covered }) => covered).map(({ id, hits }) => [id, hits])).toEqual([
      ['door.asking done → deciding', 1],
      ['door.asking.knocking HEARD → asking.heard', 1],
      ['door.deciding always[0] → inside', 1],
      ['door.inside LEAVE[1] → inside', 2],
    ]);
  });
});
