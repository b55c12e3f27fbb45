import { expect, test } from 'vitest';
import { Reel } from '../../../../src/interfaces/page/replay/reel.ts';
import { stateText, stepText } from '../../../../src/interfaces/page/statechart/texts.ts';
import type { StepRecord } from '../../../../src/trace/step-record.ts';

const actorStarted = (
  step: number,
  at: number,
  machine: string,
  actor: string,
  name?: string,
): StepRecord => ({
  step,
  at,
  type: 'actorStarted',
  machine,
  actor,
  ...(name === undefined ? {} : { name, pod: { namespace: 'default', name: 'web' }, container: 'app' }),
  value: 'idle',
  context: {},
});
const took = (step: number, at: number, actor: string, type: string, value: string): StepRecord => ({
  step,
  at,
  type: 'actorStep',
  actor,
  event: { type },
  taken: [],
  value,
});
const stopped = (step: number, at: number, actor: string): StepRecord => ({
  step,
  at,
  type: 'actorStopped',
  actor,
});

const pull = 'node-1/kubelet/u1/pull';
const steps = [
  actorStarted(0, 0, 'pullSlots', 'node-1/slots'),
  actorStarted(1, 0, 'imagePull', pull, 'node-1/kubelet/default/web/app'),
  took(2, 10, pull, 'PULL.REQUESTED', 'pulling'),
  took(3, 20, 'node-1/slots', 'SLOT.REQUESTED', 'busy'),
  actorStarted(4, 30, 'disk', 'node-1/disk'),
  stopped(5, 40, pull),
];
const reelOf = (actors: string) =>
  new Reel({ steps, actors, epoch: '2026-01-01T00:00:00Z', definitions: {} });
const told = (reel: Reel, from: number, to: number) =>
  [...reel.messages(from, to)].map(({ type, sessionId }) => `${type} ${sessionId}`);

test('a reel has the steps of the actors that are asked for, in order', () => {
  const all = reelOf('');
  expect([...all.times]).toEqual([0, 0, 10, 20, 30, 40]);
  expect([all.length, all.beginning]).toEqual([6, 2]);
  const pulls = reelOf('imagePull');
  expect([...pulls.times]).toEqual([0, 10, 40]);
  expect([pulls.length, pulls.beginning, pulls.at(1)?.step, pulls.at(3)]).toEqual([3, 1, 2, undefined]);
  expect(reelOf('disk')).toMatchObject({ length: 1, beginning: 1 });
  expect(reelOf('nobody')).toMatchObject({ length: 0, beginning: 0 });
  expect([...all.names]).toEqual([
    ['node-1/slots', 'pullSlots node-1/slots'],
    [pull, 'imagePull default/web/app'],
    ['node-1/disk', 'disk node-1/disk'],
  ]);
});

test('messages are those of the steps asked for, wherever it was before', () => {
  const begun = told(reelOf(''), 0, 6);
  expect(begun).toEqual(
    expect.arrayContaining([
      '@xstate.actor node-1/slots',
      `@xstate.event ${pull}`,
      '@xstate.actor node-1/disk',
    ]),
  );
  const reel = reelOf('');
  const parts = [told(reel, 0, 2), told(reel, 2, 4), told(reel, 4, 99)];
  expect(parts.flat()).toEqual(begun);
  expect(parts.map(({ length }) => length)).toEqual([7, 4, 4]);
  expect(told(reel, 0, 2)).toEqual(parts[0]);
  // Ahead of where it was: what lies between is passed over.
  expect(told(reel, 4, 6)).toEqual(parts[2]);
  expect(told(reel, 6, 6)).toEqual([]);
});

test('a step in words', () => {
  const nameOf = (actor: string) => `the ${actor.split('/').at(-1)}`;
  expect([undefined, steps[1], steps[2], steps[5]].map((step) => stepText(step, nameOf))).toEqual([
    'nothing yet',
    'the pull starts',
    'the pull takes PULL.REQUESTED: pulling',
    'the pull stops',
  ]);
});

test.each([
  ['pulling', 'pulling'],
  [{ up: 'ready' }, 'up.ready'],
  [{ up: { well: 'fed' }, down: {} }, 'up.well.fed, down'],
  [null, ''],
  [undefined, ''],
  [7, ''],
])('the state %j is written %j', (value, text) => {
  expect(stateText(value)).toBe(text);
});
