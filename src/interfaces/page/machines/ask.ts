import { assign, emit, setup } from 'xstate';
import type { AskDraft } from '../ask/ask-draft.ts';
import type { AskedQuestion, QuestionProgress, ToldAnswer } from '../worker/worker-protocol.ts';
import type { AskEmitted, AskEvent } from './page-protocol.ts';

interface AskContext {
  /** The question while it is being written; undefined until a person changes what is suggested. */
  readonly draft: AskDraft | undefined;
  readonly asked: AskedQuestion | undefined;
  readonly progress: QuestionProgress | undefined;
  readonly answer: ToldAnswer | undefined;
  readonly errors: readonly string[];
}

/** A question over many runs and its answer. The runs are made outside, in a worker of the question's own. */
export const askMachine = setup({
  types: { context: {} as AskContext, events: {} as AskEvent, emitted: {} as AskEmitted },
  actions: {
    begin: assign({
      asked: (_, params: { asked: AskedQuestion }) => params.asked,
      progress: undefined,
      answer: undefined,
      errors: [],
    }),
    clear: assign({ asked: undefined, progress: undefined, answer: undefined, errors: [] }),
    keepDraft: assign({ draft: (_, params: { draft: AskDraft }) => params.draft }),
    /** What was asked about other files says nothing about these. */
    forgetDraft: assign({ draft: undefined }),
    keepProgress: assign({ progress: (_, params: { progress: QuestionProgress }) => params.progress }),
    keepAnswer: assign({ answer: (_, params: { answer: ToldAnswer }) => params.answer, progress: undefined }),
    keepErrors: assign({
      errors: (_, params: { errors: readonly string[] }) => params.errors,
      progress: undefined,
    }),
    request: emit(
      (_, params: { asked: AskedQuestion }) => ({ type: 'QUESTION.REQUESTED', asked: params.asked }) as const,
    ),
    stop: emit({ type: 'QUESTION.STOPPED' } as const),
    abandon: emit({ type: 'QUESTION.ABANDONED' } as const),
  },
}).createMachine({
  id: 'ask',
  description: 'A question over many runs.',
  context: () => ({ draft: undefined, asked: undefined, progress: undefined, answer: undefined, errors: [] }),
  initial: 'open',
  on: {
    'RUN.SHOWN': { target: '.open', actions: ['abandon', 'clear', 'forgetDraft'] },
    'QUESTION.DRAFTED': { actions: { type: 'keepDraft', params: ({ event }) => event } },
    'QUESTION.ASKED': {
      target: '.answering',
      actions: [
        'abandon',
        { type: 'begin', params: ({ event }) => event },
        { type: 'request', params: ({ event }) => event },
      ],
    },
  },
  states: {
    open: { description: 'Nothing has been asked about this input, or the answer was not wanted.' },
    answering: {
      description: 'The worker makes the runs.',
      tags: 'busy',
      on: {
        'QUESTION.PROGRESSED': { actions: { type: 'keepProgress', params: ({ event }) => event } },
        'QUESTION.ANSWERED': {
          target: 'answered',
          actions: { type: 'keepAnswer', params: ({ event }) => event },
        },
        'QUESTION.REFUSED': {
          target: 'refused',
          actions: { type: 'keepErrors', params: ({ event }) => event },
        },
        'QUESTION.CANCELLED': { target: 'stopping', actions: 'stop' },
      },
    },
    stopping: {
      description: 'What is known so far is wanted: the worker ends its run and tells it.',
      tags: 'busy',
      on: {
        'QUESTION.ANSWERED': {
          target: 'answered',
          actions: { type: 'keepAnswer', params: ({ event }) => event },
        },
        'QUESTION.REFUSED': {
          target: 'refused',
          actions: { type: 'keepErrors', params: ({ event }) => event },
        },
        'QUESTION.CANCELLED': { target: 'open', actions: ['abandon', 'clear'] },
      },
    },
    answered: { description: 'The answer is there; it may be of fewer runs than were wanted.' },
    refused: { description: 'The question has no answer, and the errors say why.' },
  },
});
