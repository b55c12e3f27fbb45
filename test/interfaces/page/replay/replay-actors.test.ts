import { describe, expect, test } from 'vitest';
import {
  doneAt,
  isOverAt,
  ReplayActors,
  stateAt,
} from '../../../../src/interfaces/page/replay/replay-actors.ts';
import type { StepRecord } from '../../../../src/trace/step-record.ts';

let number = 0;
const numbered = {
  at: 0,
  get step() {
    return number++;
  },
};
const started = (actor: string, parent?: string): StepRecord => ({
  ...numbered,
  type: 'actorStarted',
  machine: 'imagePull',
  actor,
  ...(parent === undefined ? {} : { parent }),
  value: 'idle',
  context: {},
});
const took = (actor: string, value: string): StepRecord => ({
  ...numbered,
  type: 'actorStep',
  actor,
  event: { type: 'GO' },
  taken: [],
  value,
});
const stopped = (actor: string): StepRecord => ({ ...numbered, type: 'actorStopped', actor });

const steps = [
  started('a'),
  started('a/b', 'a'),
  took('a', 'one'),
  started('c', 'not shown'),
  took('a/b', 'x'),
  took('a', 'two'),
  stopped('a/b'),
];
const actors = new ReplayActors(steps);
const known = (id: string) => {
  const actor = actors.get(id);
  if (actor === undefined) throw new Error(`there is no ${id}`);
  return actor;
};

describe('an actor of a replay', () => {
  test('has done at each position what was shown of it by then', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((position) => doneAt(known('a'), position))).toEqual([
      undefined,
      0,
      0,
      1,
      1,
      1,
      2,
      2,
    ]);
    expect([1, 3, 5, 6].map((position) => stateAt(known('a'), position))).toEqual([
      'idle',
      'one',
      'one',
      'two',
    ]);
    expect(known('a').history.steps.map(({ value }) => value)).toEqual(['one', 'two']);
    expect(known('a').positions).toEqual([3, 6]);
  });

  test('is over from its stop on', () => {
    expect([5, 6, 7].map((position) => isOverAt(known('a/b'), position))).toEqual([false, false, true]);
    expect(isOverAt(known('a'), 7)).toBe(false);
  });

  test('is below the one that made it, or at the top where that one is not shown', () => {
    expect([known('a'), known('a/b'), known('c')].map(({ parentId, depth }) => [parentId, depth])).toEqual([
      [undefined, 0],
      ['a', 1],
      [undefined, 0],
    ]);
    expect([0, 1, 3, 4].map((position) => actors.below(undefined, position))).toEqual([
      [],
      ['a'],
      ['a'],
      ['a', 'c'],
    ]);
    expect([1, 2].map((position) => actors.below('a', position))).toEqual([[], ['a/b']]);
    expect(actors.below('c', 9)).toEqual([]);
    expect([0, 1, 2, 9].map((position) => actors.countAt(position))).toEqual([0, 1, 2, 3]);
  });

  test('that begins anew at the same place is one row', () => {
    const again = new ReplayActors([started('a'), took('a', 'one'), stopped('a'), started('a')]);
    expect(again.below(undefined, 4)).toEqual(['a']);
    expect([again.get('a')?.from, again.get('nobody'), again.get(undefined)]).toEqual([
      4,
      undefined,
      undefined,
    ]);
  });
});
