import { describe, expect, test } from 'vitest';
import { StepHistory } from '../../../../src/charts/inspector/step-history.ts';
import {
  eventWords,
  messagesOfActor,
  messagesOfSteps,
  partiesOf,
} from '../../../../src/interfaces/page/sequence/sequence-messages.ts';
import { sampleWithSteps } from '../../../charts/inspector/run-with-steps.ts';

const { steps } = sampleWithSteps();
const history = StepHistory.ofRecords(steps, { node: 'node-1' });
const pull = history
  .actors()
  .filter(({ machine }) => machine === 'imagePull')
  .reduce((most, one) => (one.steps > most.steps ? one : most));

describe('the messages of an actor', () => {
  const done = history.steps(pull.actor);
  const messages = done === undefined ? [] : messagesOfActor(done);

  test('are those that it got and those that it sent, in the order in which they were taken', () => {
    const told = messagesOfSteps(steps).filter(({ from, to }) => from === pull.actor || to === pull.actor);
    expect(messages).toEqual(told);
    expect(messages.map(({ step }) => step)).toEqual(
      messages.map(({ step }) => step).sort((one, other) => one - other),
    );
    expect(messages[0]).toMatchObject({ to: pull.actor, from: pull.parent, event: 'starts' });
    expect(messages.filter(({ from }) => from === pull.actor).length).toBeGreaterThan(5);
    expect(messages.filter(({ from }) => from !== pull.actor).length).toBeGreaterThan(5);
  });

  test('have no eventless transition, which nobody sent', () => {
    const always = steps.filter(
      (step) => step.type === 'actorStep' && step.taken.some((id) => / always/.test(id)),
    );
    const numbers = new Set(messages.map(({ step }) => step));
    expect(always.length).toBeGreaterThan(10);
    expect(always.filter(({ step }) => numbers.has(step))).toEqual([]);
  });

  test('are of parties with a name, all of them', () => {
    const partyOf = partiesOf(done === undefined ? [] : [done.started, ...done.partners]);
    const parties = messages.flatMap(({ from, to }) => [partyOf(from), partyOf(to)]);
    expect(parties.filter(({ machine }) => machine === 'actor')).toEqual([]);
    expect(partyOf('(run)')).toEqual({ machine: 'the run', title: 'scenario, chance' });
    expect(partyOf('far/away')).toEqual({ machine: 'actor', title: 'far/away' });
  });
});

test.each([
  ['xstate.after.retry.imagePull.backingOff', 'after retry'],
  ['xstate.done.actor.0.podWorker.up', 'is done'],
  ['xstate.error.actor.0.podWorker.up', 'fails'],
  ['xstate.init', 'starts'],
  ['PULL.FAILED', 'PULL.FAILED'],
])('the event %s is called %s', (type, words) => {
  expect(eventWords(type)).toBe(words);
});
