import { expect, test } from 'vitest';
import { firstDraft } from '../../../../src/interfaces/page/ask/ask-draft.ts';
import { askMachine } from '../../../../src/interfaces/page/machines/ask.ts';
import type { AskEvent } from '../../../../src/interfaces/page/machines/page-protocol.ts';
import type { AskedQuestion, ToldAnswer } from '../../../../src/interfaces/page/worker/worker-protocol.ts';
import { after, allOf, exploreMachine } from './all-paths.ts';
import { emptyRun } from './sample-runs.ts';

const asked: AskedQuestion = {
  question: { command: 'lint' },
  request: { kind: 'simulate', sources: [], settings: {} },
};
const answer = { title: 'an answer' } as ToldAnswer;
const ask: AskEvent = { type: 'QUESTION.ASKED', asked };
const draft = { type: 'QUESTION.DRAFTED', draft: firstDraft(emptyRun(1, 1_000)) } as const;
const cancel: AskEvent = { type: 'QUESTION.CANCELLED' };
const answered: AskEvent = { type: 'QUESTION.ANSWERED', answer };
const refused: AskEvent = { type: 'QUESTION.REFUSED', errors: ['no pods'] };
const events: readonly AskEvent[] = [
  { type: 'RUN.SHOWN', endMs: 1 },
  draft,
  ask,
  cancel,
  { type: 'QUESTION.PROGRESSED', progress: { told: '1 of 2 runs' } },
  answered,
  refused,
];

const explored = exploreMachine(askMachine, events, ({ value, context }) => JSON.stringify([value, context]));
const typesOf = (...path: AskEvent[]) => after(askMachine, ...path).emitted.map(({ type }) => type);

test('the events reach every state and take every transition', () => {
  const all = allOf(askMachine);
  expect([...explored.states].sort()).toEqual(all.states.sort());
  expect(all.transitions.filter((transition) => !explored.taken.has(transition))).toEqual([]);
});

test('an answer is there in one state only, errors in another, and neither stands beside progress', () => {
  for (const { to } of explored.edges) {
    expect(to.context.answer !== undefined).toBe(to.matches('answered'));
    expect(to.context.errors.length > 0).toBe(to.matches('refused'));
    if (!to.hasTag('busy')) expect(to.context.progress).toBeUndefined();
    expect(to.context.asked === undefined).toBe(to.matches('open'));
  }
});

test('the first cancel wants what is known, the second one nothing any more', () => {
  expect(typesOf(ask)).toEqual(['QUESTION.ABANDONED', 'QUESTION.REQUESTED']);
  expect(typesOf(ask, cancel).slice(2)).toEqual(['QUESTION.STOPPED']);
  expect(typesOf(ask, cancel, cancel).slice(2)).toEqual(['QUESTION.STOPPED', 'QUESTION.ABANDONED']);
  expect(after(askMachine, ask, cancel, answered).snapshot.context.answer).toBe(answer);
  expect(after(askMachine, ask, cancel, cancel).snapshot.value).toBe('open');
});

test('what is written stays while it is asked and answered, until other files are opened', () => {
  const drafted = (...path: AskEvent[]) => after(askMachine, draft, ...path).snapshot.context.draft;
  expect([drafted(ask, answered), drafted(ask, cancel, cancel)]).toEqual([draft.draft, draft.draft]);
  expect(drafted(ask, { type: 'RUN.SHOWN', endMs: 1 })).toBeUndefined();
});

test('another question, or another input, ends the one before', () => {
  expect(typesOf(ask, ask).slice(2)).toEqual(['QUESTION.ABANDONED', 'QUESTION.REQUESTED']);
  expect(typesOf(ask, { type: 'RUN.SHOWN', endMs: 1 }).slice(2)).toEqual(['QUESTION.ABANDONED']);
  expect(after(askMachine, ask, answered, { type: 'RUN.SHOWN', endMs: 1 }).snapshot.value).toBe('open');
});
