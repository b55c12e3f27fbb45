import { assign, emit, setup } from 'xstate';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import type { RunProgress } from '../run-progress.ts';
import type { RunSide } from '../ui-protocol.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import type { PageContext, PageEmitted, PageEvent, RunInput } from './page-protocol.ts';
import {
  editedInput,
  editedVariant,
  isInputAsLoaded,
  variantsMax,
  withEditedRun,
  withName,
} from './variants.ts';

/** Why an input is not shown. */
type Refusal = Omit<Extract<PageEvent, { type: 'RUN.REFUSED' }>, 'type' | 'side'>;

/** Other settings, and other files where these were edited. */
type Change = Pick<Extract<PageEvent, { type: 'SETTINGS.CHANGED' }>, 'settings' | 'sources'>;

function changedInput({ sources: before }: RunInput, { settings, sources = before }: Change): RunInput {
  return { sources, settings };
}

const nothing: RunInput = { sources: [], settings: {} };

/** A page on which nothing is open. */
const empty: PageContext = {
  input: nothing,
  asked: nothing,
  before: undefined,
  variants: [],
  edited: undefined,
  side: 'before',
  progress: undefined,
  errors: [],
  inputErrors: [],
};

/** The end of the run as loaded, or that of the longest variant if it is later. */
function endOf({ before, variants }: Pick<PageContext, 'before' | 'variants'>): number {
  return Math.max(0, largest([before, ...variants.map(({ run }) => run)].map((run) => run?.view.endMs ?? 0)));
}

/** Returns the run's number; none if there is no run. */
function numberOf(run: RunContents | undefined): readonly number[] {
  return run === undefined ? [] : [run.run];
}

/** The edited variant goes, and with it what was asked for it. */
const endVariant = ['abandonAfter', 'dropEdited', 'removeEdited', 'leaveVariant', 'tellEnd'] as const;

/**
 * The runs that the page has: none yet, the one of the opened files, and beside it those of its variants, one of
 * which is edited. Runs are made outside, in the worker: this machine emits requests and gets their
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
    /** Something is known of the run that is asked for. */
    isUnderWay: ({ context }) => context.progress !== undefined && context.progress.atMs > 0,
    hasRun: ({ context }) => context.before !== undefined,
    hasEdited: ({ context }) => editedVariant(context) !== undefined,
    hasRoomForVariant: ({ context }) =>
      editedVariant(context) !== undefined && context.variants.length < variantsMax,
    isVariant: ({ context }, params: { number: number }) =>
      context.variants.some(({ number }) => number === params.number),
    isEdited: ({ context }, params: { number: number }) => context.edited === params.number,
    canChange: ({ context }) => context.before?.canChange === true,
    isThere: ({ context }, params: { side: RunSide }) =>
      params.side === 'before' ? context.before !== undefined : editedVariant(context) !== undefined,
    /** Whether the controls have their loaded values again. */
    isAsLoaded: ({ context }, params: Change) =>
      isInputAsLoaded(context.input, changedInput(context.asked, params)),
  },
  actions: {
    askForInput: assign({
      asked: (_, params: RunInput) => params,
      progress: undefined,
      errors: [],
      inputErrors: [],
    }),
    close: assign(empty),
    askForWhatIf: assign({
      asked: ({ context }, params: Change) => changedInput(context.asked, params),
      progress: undefined,
      errors: [],
      inputErrors: [],
    }),
    refuseWhatIf: assign({
      asked: ({ context }, params: { settings: RunRequest; errors: readonly string[] }) => ({
        sources: context.asked.sources,
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
      asked: ({ context }) => editedInput(context),
    }),
    showBefore: assign({
      input: ({ context }) => context.asked,
      before: (_, params: { run: RunContents }) => params.run,
      variants: [],
      edited: undefined,
      side: 'before',
      progress: undefined,
    }),
    showAfter: assign(({ context }, params: { run: RunContents }) => ({
      ...withEditedRun(context, context.asked, params.run),
      side: 'after' as const,
      progress: undefined,
    })),
    chooseSide: assign({ side: (_, params: { side: RunSide }) => params.side }),
    /** The settings are those of the files again. */
    leaveVariant: assign({
      asked: ({ context }) => context.input,
      edited: undefined,
      side: 'before',
      progress: undefined,
      errors: [],
      inputErrors: [],
    }),
    chooseVariant: assign(({ context }, { number }: { number: number }) => ({
      edited: number,
      asked: editedInput({ ...context, edited: number }),
      side: 'after' as const,
      progress: undefined,
      errors: [],
      inputErrors: [],
    })),
    removeVariant: assign({
      variants: ({ context }, params: { number: number }) =>
        context.variants.filter(({ number }) => number !== params.number),
    }),
    nameVariant: assign({
      variants: ({ context }, params: { number: number; name: string | undefined }) =>
        withName(context.variants, params),
    }),
    removeEdited: assign({
      variants: ({ context }) => context.variants.filter(({ number }) => number !== context.edited),
    }),
    requestBefore: emit(
      ({ context }) => ({ type: 'RUN.REQUESTED', side: 'before', input: context.asked }) as const,
    ),
    requestAfter: emit(
      ({ context }) => ({ type: 'RUN.REQUESTED', side: 'after', input: context.asked }) as const,
    ),
    stopBefore: emit({ type: 'RUN.STOPPED', side: 'before' } as const),
    abandonBefore: emit({ type: 'RUN.ABANDONED', side: 'before' } as const),
    abandonAfter: emit({ type: 'RUN.ABANDONED', side: 'after' } as const),
    dropAll: emit(
      ({ context: { before, variants } }) =>
        ({
          type: 'RUN.DROPPED',
          runs: [before, ...variants.map(({ run }) => run)].flatMap(numberOf),
        }) as const,
    ),
    dropEdited: emit(
      ({ context }) => ({ type: 'RUN.DROPPED', runs: numberOf(editedVariant(context)?.run) }) as const,
    ),
    dropVariant: emit(
      ({ context: { variants } }, params: { number: number }) =>
        ({
          type: 'RUN.DROPPED',
          runs: numberOf(variants.find(({ number }) => number === params.number)?.run),
        }) as const,
    ),
    tellShown: emit(({ context }) => ({ type: 'RUN.SHOWN', endMs: endOf(context) }) as const),
    tellEnd: emit(({ context }) => ({ type: 'END.MOVED', endMs: endOf(context) }) as const),
  },
}).createMachine({
  id: 'page',
  description: 'The runs that the page shows: as loaded, and its variants.',
  context: () => empty,
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
    'INPUT.CLOSED': {
      target: '.empty',
      actions: ['abandonBefore', 'abandonAfter', 'dropAll', 'close'],
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
          actions: ['dropAll', { type: 'showBefore', params: ({ event }) => event }, 'tellShown'],
        },
        'RUN.REFUSED': {
          guard: { type: 'isBefore', params: ({ event }) => event },
          target: 'refused',
          actions: { type: 'keepErrors', params: ({ event }) => event },
        },
        'RUN.CANCELLED': [
          { guard: 'hasEdited', target: 'shown.compared', actions: ['abandonBefore', 'goBack'] },
          { guard: 'hasRun', target: 'shown', actions: ['abandonBefore', 'goBack'] },
          { target: 'empty', actions: ['abandonBefore', 'goBack'] },
        ],
      },
      initial: 'running',
      states: {
        running: {
          on: {
            'RUN.CANCELLED': { guard: 'isUnderWay', target: 'stopping', actions: 'stopBefore' },
          },
        },
        stopping: {
          description: 'The part that is known is on its way; who cancels once more wants nothing of it.',
          tags: 'stopping',
        },
      },
    },
    refused: {
      description:
        'What was opened is wrong: errors with file, line and column. The run from before, if any, is a key away.',
      on: {
        'REFUSAL.DISMISSED': [
          { guard: 'hasEdited', target: 'shown.compared', actions: 'goBack' },
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
            actions: endVariant,
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
          actions: endVariant,
        },
        'SIDE.CHOSEN': {
          guard: { type: 'isThere', params: ({ event }) => event },
          actions: { type: 'chooseSide', params: ({ event }) => event },
        },
        'VARIANT.BEGUN': {
          guard: 'hasRoomForVariant',
          target: '.alone',
          actions: ['abandonAfter', 'leaveVariant'],
        },
        'VARIANT.CHOSEN': {
          guard: { type: 'isVariant', params: ({ event }) => event },
          target: '.compared',
          actions: ['abandonAfter', { type: 'chooseVariant', params: ({ event }) => event }],
        },
        'VARIANT.NAMED': { actions: { type: 'nameVariant', params: ({ event }) => event } },
        'VARIANT.REMOVED': [
          {
            guard: { type: 'isEdited', params: ({ event }) => event },
            target: '.alone',
            actions: endVariant,
          },
          {
            guard: { type: 'isVariant', params: ({ event }) => event },
            actions: [
              { type: 'dropVariant', params: ({ event }) => event },
              { type: 'removeVariant', params: ({ event }) => event },
              'tellEnd',
            ],
          },
        ],
      },
      states: {
        alone: {
          description:
            'The run as loaded is shown. A change of a setting makes a variant beside those that are there.',
        },
        rerunning: {
          description:
            'The worker runs a variant; what was shown before stays, the variant as it was included.',
          tags: 'busy',
          on: {
            'RUN.PROGRESSED': {
              guard: { type: 'isAfter', params: ({ event }) => event },
              actions: { type: 'keepProgress', params: ({ event }) => event },
            },
            'RUN.FINISHED': {
              guard: { type: 'isAfter', params: ({ event }) => event },
              target: 'compared',
              actions: ['dropEdited', { type: 'showAfter', params: ({ event }) => event }, 'tellEnd'],
            },
            'RUN.REFUSED': {
              guard: { type: 'isAfter', params: ({ event }) => event },
              target: 'whatIfRefused',
              actions: { type: 'keepErrors', params: ({ event }) => event },
            },
            'RUN.CANCELLED': [
              { guard: 'hasEdited', target: 'compared', actions: ['abandonAfter', 'goBack'] },
              { target: 'alone', actions: ['abandonAfter', 'goBack'] },
            ],
          },
        },
        compared: {
          description:
            'The run as loaded and the edited variant are both there; one of them is shown, the other is its shadow.',
        },
        whatIfRefused: {
          description:
            'The settings cannot be run: their errors are shown; the variant as it was stays in sight as one of other settings.',
        },
      },
    },
  },
});
