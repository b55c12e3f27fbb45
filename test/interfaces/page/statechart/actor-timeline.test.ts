import { beforeEach, describe, expect, test } from 'vitest';
import { ActorTimeline } from '../../../../src/interfaces/page/statechart/actor-timeline.ts';
import type { ActorHistory } from '../../../../src/interfaces/page/worker/worker-protocol.ts';
import type { ActorStep, PlainRecord } from '../../../../src/trace/step-record.ts';

function step(at: number, value: string, taken: readonly string[], context?: PlainRecord): ActorStep {
  return {
    type: 'actorStep',
    step: 0,
    actor: 'node-1/x',
    at,
    event: { type: 'GO' },
    value,
    taken,
    ...(context === undefined ? {} : { context }),
  };
}

const steps = [
  step(10, 'a', ['one'], { count: 1 }),
  step(10, 'b', ['two', 'one'], { count: 2, list: ['x'] }),
  step(25.5, 'a', ['one']),
  step(40, 'a', [], { count: 2, gone: null }),
];
const history: ActorHistory = {
  started: {
    type: 'actorStarted',
    step: 0,
    actor: 'node-1/x',
    machine: 'x',
    at: 5,
    value: 'start',
    context: { count: 0, gone: 'here', same: true },
  },
  steps,
  isCut: false,
  sent: [],
  partners: [],
};
let timeline: ActorTimeline;
beforeEach(() => {
  timeline = new ActorTimeline(history);
});

describe('what an actor did, at any time', () => {
  test('is nothing before it started, and all that has happened up to an instant, its last step included', () => {
    expect([0, 4.999, 5, 9, 10, 25, 25.5, 39, 40, 1e9].map((at) => timeline.doneAt(at))).toEqual([
      undefined,
      undefined,
      0,
      0,
      2,
      2,
      3,
      3,
      4,
      4,
    ]);
    expect([0, 1, 2, 3, 4].map((done) => [timeline.timeAt(done), timeline.valueAt(done)])).toEqual([
      [5, 'start'],
      [10, 'a'],
      [10, 'b'],
      [25.5, 'a'],
      [40, 'a'],
    ]);
  });

  test('counts the transitions taken so far, without those never taken', () => {
    expect([0, 1, 2, 3].map((done) => Object.fromEntries(timeline.countsAt(done)))).toEqual([
      {},
      { one: 1 },
      { one: 2, two: 1 },
      { one: 3, two: 1 },
    ]);
  });

  test('goes to the next time a transition is taken, and from the last to the first', () => {
    expect([0, 1, 2, 3, 4].map((done) => timeline.nextTaken('one', done))).toEqual([1, 2, 3, 1, 1]);
    expect(timeline.nextTaken('three', 0)).toBeUndefined();
  });

  test('has the context as it was, with what the last step changed', () => {
    expect(timeline.contextAt(0)).toEqual([
      { key: 'count', value: 0, isChanged: false },
      { key: 'gone', value: 'here', isChanged: false },
      { key: 'same', value: true, isChanged: false },
    ]);
    expect(timeline.contextAt(2).filter(({ isChanged }) => isChanged)).toEqual([
      { key: 'count', value: 2, before: 1, isChanged: true },
      { key: 'list', value: ['x'], before: undefined, isChanged: true },
    ]);
    expect(timeline.contextAt(3).filter(({ isChanged }) => isChanged)).toEqual([]);
    expect(timeline.contextAt(4)).toContainEqual({
      key: 'gone',
      value: null,
      before: 'here',
      isChanged: true,
    });
  });
});
