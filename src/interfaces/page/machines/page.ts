import { assign, emit, setup } from 'xstate';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import type { RunProgress } from '../run-progress.ts';
import type { RunSide } from '../ui-protocol.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import type { PageContext, PageEmitted, PageEvent, RunInput } from './page-protocol.ts';

/** Why an input is not shown. */
type Refusal = Omit<Extract<PageEvent, { type: 'RUN.REFUSED' }>, 'type' | 'side'>;

const nothing: RunInput = { sources: [], settings: {} };

function endOf(...runs: readonly (RunContents | undefined)[]): number {
  return Math.max(0, largest(runs.map((run) => run?.view.endMs ?? 0)));
}

/**
 * The runs that the page has: none yet, the one of the opened files, and beside it the one with the changes
 * of the what-if panel. Runs are made outside, in the worker: this machine emits requests and gets their
 * results. A run stays shown until a better one is there.
 */
export const pageMachine = setup({
  types: {
    context: {} as PageContext,
    events: {} as PageEvent,
    emitted: {} as PageEmitted,
  },
  guards: {
    isBefore: (_, params: { side: RunSide }) => params.side === 'before',
    isAfter: (_, params: { side: RunSide }) => params.side === 'after',
    hasRun: ({ context }) => context.before !== undefined,
    hasComparison: ({ context }) => context.before !== undefined && context.after !== undefined,
    canChange: ({ context }) => context.before?.canChange === true,
    isThere: ({ context }, params: { side: RunSide }) => context[params.side] !== undefined,
    /** Whether the controls have their loaded values again. */
    isAsLoaded: ({ context }, params: { settings: RunRequest }) =>
      JSON.stringify(params.settings) === JSON.stringify(context.input.settings),
  },
  actions: {
    askForInput: assign({
      asked: (_, params: RunInput) => params,
      progress: undefined,
      errors: [],
      inputErrors: [],
    }),
    askForWhatIf: assign({
      asked: ({ context }, params: { settings: RunRequest }) => ({
        sources: context.input.sources,
        settings: params.settings,
      }),
      progress: undefined,
      errors: [],
      inputErrors: [],
    }),
    refuseWhatIf: assign({
      asked: ({ context }, params: { settings: RunRequest; errors: readonly string[] }) => ({
        sources: context.input.sources,
        settings: params.settings,
      }),
      errors: (_, params: { settings: RunRequest; errors: readonly string[] }) => params.errors,
      inputErrors: [],
      progress: undefined,
    }),
    keepProgress: assign({ progress: (_, params: { progress: RunProgress }) => params.progress }),
    keepErrors: assign({
      errors: (_, params: Refusal) => params.errors,
      inputErrors: (_, params: Refusal) => params.inputErrors ?? [],
      progress: undefined,
    }),
    goBack: assign({
      errors: [],
      inputErrors: [],
      progress: undefined,
      asked: ({ context }) => context.changed,
    }),
    showBefore: assign({
      input: ({ context }) => context.asked,
      changed: ({ context }) => context.asked,
      before: (_, params: { run: RunContents }) => params.run,
      after: undefined,
      side: 'before',
      progress: undefined,
    }),
    showAfter: assign({
      after: (_, params: { run: RunContents }) => params.run,
      changed: ({ context }) => context.asked,
      side: 'after',
      progress: undefined,
    }),
    chooseSide: assign({ side: (_, params: { side: RunSide }) => params.side }),
    forgetWhatIf: assign({
      asked: ({ context }) => context.input,
      changed: ({ context }) => context.input,
      after: undefined,
      side: 'before',
      progress: undefined,
      errors: [],
      inputErrors: [],
    }),
    requestBefore: emit(
      ({ context }) => ({ type: 'RUN.REQUESTED', side: 'before', input: context.asked }) as const,
    ),
    requestAfter: emit(
      ({ context }) => ({ type: 'RUN.REQUESTED', side: 'after', input: context.asked }) as const,
    ),
    abandonBefore: emit({ type: 'RUN.ABANDONED', side: 'before' } as const),
    abandonAfter: emit({ type: 'RUN.ABANDONED', side: 'after' } as const),
    dropBefore: emit(({ context }) => ({ type: 'RUN.DROPPED', run: context.before?.run ?? -1 }) as const),
    dropAfter: emit(({ context }) => ({ type: 'RUN.DROPPED', run: context.after?.run ?? -1 }) as const),
    tellShown: emit(({ context }) => ({ type: 'RUN.SHOWN', endMs: endOf(context.before) }) as const),
    tellEnd: emit(
      ({ context }) => ({ type: 'END.MOVED', endMs: endOf(context.before, context.after) }) as const,
    ),
  },
}).createMachine({
  id: 'page',
  description: 'The runs that the page shows: as loaded, and with the what-if.',
  context: () => ({
    input: nothing,
    asked: nothing,
    changed: nothing,
    before: undefined,
    after: undefined,
    side: 'before',
    progress: undefined,
    errors: [],
    inputErrors: [],
  }),
  initial: 'empty',
  on: {
    'INPUT.CHOSEN': {
      target: '.reading',
      reenter: true,
      actions: [
        {
          type: 'askForInput',
          params: ({ event }) => ({ sources: event.sources, settings: event.settings ?? {} }),
        },
        'requestBefore',
        'abandonAfter',
      ],
    },
    'INPUT.REFUSED': {
      target: '.refused',
      actions: ['abandonBefore', 'abandonAfter', { type: 'keepErrors', params: ({ event }) => event }],
    },
  },
  states: {
    empty: { description: 'Nothing is open: the page asks for files or an example.' },
    reading: {
      description: 'The worker reads and runs the files that were opened; a run from before stays in sight.',
      tags: 'busy',
      on: {
        'RUN.PROGRESSED': {
          guard: { type: 'isBefore', params: ({ event }) => event },
          actions: { type: 'keepProgress', params: ({ event }) => event },
        },
        'RUN.FINISHED': {
          guard: { type: 'isBefore', params: ({ event }) => event },
          target: 'shown',
          actions: [
            'dropBefore',
            'dropAfter',
            { type: 'showBefore', params: ({ event }) => event },
            'tellShown',
          ],
        },
        'RUN.REFUSED': {
          guard: { type: 'isBefore', params: ({ event }) => event },
          target: 'refused',
          actions: { type: 'keepErrors', params: ({ event }) => event },
        },
        'RUN.CANCELLED': [
          { guard: 'hasComparison', target: 'shown.compared', actions: ['abandonBefore', 'goBack'] },
          { guard: 'hasRun', target: 'shown', actions: ['abandonBefore', 'goBack'] },
          { target: 'empty', actions: ['abandonBefore', 'goBack'] },
        ],
      },
    },
    refused: {
      description:
        'What was opened is wrong: errors with file, line and column. The run from before, if any, is a key away.',
      on: {
        'REFUSAL.DISMISSED': [
          { guard: 'hasComparison', target: 'shown.compared', actions: 'goBack' },
          { guard: 'hasRun', target: 'shown', actions: 'goBack' },
          { target: 'empty', actions: 'goBack' },
        ],
      },
    },
    shown: {
      description: 'A run is there to look at.',
      initial: 'alone',
      on: {
        'SETTINGS.CHANGED': [
          {
            guard: { type: 'isAsLoaded', params: ({ event }) => event },
            target: '.alone',
            actions: ['abandonAfter', 'dropAfter', 'forgetWhatIf', 'tellEnd'],
          },
          {
            guard: 'canChange',
            target: '.rerunning',
            reenter: true,
            actions: [{ type: 'askForWhatIf', params: ({ event }) => event }, 'requestAfter'],
          },
        ],
        'SETTINGS.REFUSED': {
          guard: 'canChange',
          target: '.whatIfRefused',
          actions: ['abandonAfter', { type: 'refuseWhatIf', params: ({ event }) => event }],
        },
        'SETTINGS.RESET': {
          target: '.alone',
          actions: ['abandonAfter', 'dropAfter', 'forgetWhatIf', 'tellEnd'],
        },
        'SIDE.CHOSEN': {
          guard: { type: 'isThere', params: ({ event }) => event },
          actions: { type: 'chooseSide', params: ({ event }) => event },
        },
      },
      states: {
        alone: { description: 'The run as loaded, and nothing beside it.' },
        rerunning: {
          description: 'The worker runs the what-if; what was shown before stays, the last what-if included.',
          tags: 'busy',
          on: {
            'RUN.PROGRESSED': {
              guard: { type: 'isAfter', params: ({ event }) => event },
              actions: { type: 'keepProgress', params: ({ event }) => event },
            },
            'RUN.FINISHED': {
              guard: { type: 'isAfter', params: ({ event }) => event },
              target: 'compared',
              actions: ['dropAfter', { type: 'showAfter', params: ({ event }) => event }, 'tellEnd'],
            },
            'RUN.REFUSED': {
              guard: { type: 'isAfter', params: ({ event }) => event },
              target: 'whatIfRefused',
              actions: { type: 'keepErrors', params: ({ event }) => event },
            },
            'RUN.CANCELLED': [
              { guard: 'hasComparison', target: 'compared', actions: ['abandonAfter', 'goBack'] },
              { target: 'alone', actions: ['abandonAfter', 'goBack'] },
            ],
          },
        },
        compared: {
          description:
            'The run as loaded and the what-if are both there; one of them is shown, the other is its shadow.',
        },
        whatIfRefused: {
          description:
            'The what-if cannot be run: its errors are shown; a what-if from before stays in sight as one of other settings.',
        },
      },
    },
  },
});
