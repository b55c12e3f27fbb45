import { assign, setup } from 'xstate';
import type { TimeWindow } from '../ui-protocol.ts';
import type { ViewEvent } from './page-protocol.ts';

interface ViewContext {
  readonly window: TimeWindow;
  /** The end of what can be shown: a little after the run's end. */
  readonly endMs: number;
  readonly search: string;
}

/** How much is shown after the end of the run, as a share of it, so that the last events are visible. */
const tailShare = 0.03;

/** The shortest window, in ms. */
const windowMsMin = 0.1;

/** Returns the window moved and cut so that it lies within the run and is not empty or reversed. */
export function clampedWindow({ fromMs, toMs }: TimeWindow, endMs: number): TimeWindow {
  const span = Math.min(Math.max(toMs - fromMs, windowMsMin), Math.max(endMs, windowMsMin));
  const from = Math.min(Math.max(fromMs, 0), Math.max(endMs - span, 0));
  return { fromMs: from, toMs: from + span };
}

function withTail(endMs: number): number {
  return endMs * (1 + tailShare);
}

/** Whether all but a thousandth of the run is visible. */
function coversAll({ fromMs, toMs }: TimeWindow, endMs: number): boolean {
  return toMs - fromMs >= endMs * 0.999;
}

/** The part of virtual time that the pictures show, and the search text for their rows. */
export const viewMachine = setup({
  types: { context: {} as ViewContext, events: {} as ViewEvent },
  guards: {
    coversRun: ({ context }, params: TimeWindow) => coversAll(params, context.endMs),
    windowCoversRun: ({ context }, params: { endMs: number }) =>
      coversAll(context.window, withTail(params.endMs)),
  },
  actions: {
    fit: assign({ window: ({ context }) => ({ fromMs: 0, toMs: context.endMs }) }),
    fitTo: assign({
      endMs: (_, params: { endMs: number }) => withTail(params.endMs),
      window: (_, params: { endMs: number }) => ({ fromMs: 0, toMs: withTail(params.endMs) }),
    }),
    zoomTo: assign({ window: ({ context }, params: TimeWindow) => clampedWindow(params, context.endMs) }),
    keepWindow: assign({
      endMs: (_, params: { endMs: number }) => withTail(params.endMs),
      window: ({ context }, params: { endMs: number }) =>
        clampedWindow(context.window, withTail(params.endMs)),
    }),
    search: assign({ search: (_, params: { text: string }) => params.text }),
    forgetSearch: assign({ search: '' }),
  },
}).createMachine({
  id: 'view',
  description: 'The window of time in sight.',
  context: () => ({ window: { fromMs: 0, toMs: 0 }, endMs: 0, search: '' }),
  initial: 'fitted',
  on: {
    'RUN.SHOWN': {
      target: '.fitted',
      actions: [{ type: 'fitTo', params: ({ event }) => event }, 'forgetSearch'],
    },
    'SEARCH.CHANGED': { actions: { type: 'search', params: ({ event }) => event } },
    'WINDOW.CHANGED': [
      {
        guard: { type: 'coversRun', params: ({ event }) => event.window },
        target: '.fitted',
        actions: 'fit',
      },
      { target: '.zoomed', actions: { type: 'zoomTo', params: ({ event }) => event.window } },
    ],
  },
  states: {
    fitted: {
      description: 'The whole run is in sight, and stays so when a what-if makes it longer or shorter.',
      on: { 'END.MOVED': { actions: { type: 'fitTo', params: ({ event }) => event } } },
    },
    zoomed: {
      description: 'A part of the run is in sight, and stays so as far as there is a run.',
      on: {
        'END.MOVED': [
          {
            guard: { type: 'windowCoversRun', params: ({ event }) => event },
            target: 'fitted',
            actions: { type: 'fitTo', params: ({ event }) => event },
          },
          { actions: { type: 'keepWindow', params: ({ event }) => event } },
        ],
      },
    },
  },
});
