import { assign, setup } from 'xstate';
import type { TimeWindow } from '../ui-protocol.ts';
import type { ViewEvent } from './page-protocol.ts';
import { rangeByKey } from './range-by-key.ts';

interface ViewContext {
  readonly window: TimeWindow;
  /** The end of what can be shown: a little after the run's end. */
  readonly endMs: number;
  readonly search: string;
  /** The part of the run that is picked for its totals. */
  readonly range: TimeWindow | undefined;
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

/** Returns the part of the picked range that the run has; undefined where that is nothing. */
function rangeWithin(range: TimeWindow | undefined, endMs: number): TimeWindow | undefined {
  if (range === undefined) return undefined;
  const [fromMs, toMs] = [Math.max(range.fromMs, 0), Math.min(range.toMs, endMs)];
  return toMs > fromMs ? { fromMs, toMs } : undefined;
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
    pickRange: assign({
      range: ({ context }, params: { range: TimeWindow | undefined }) =>
        rangeWithin(params.range, context.endMs),
    }),
    stepRange: assign({
      range: ({ context }, params: { direction: -1 | 1; playheadMs: number }) =>
        rangeByKey({ ...context, playheadMs: params.playheadMs }, params.direction),
    }),
    forgetRange: assign({ range: undefined }),
    keepRange: assign({
      range: ({ context }, params: { endMs: number }) => rangeWithin(context.range, withTail(params.endMs)),
    }),
  },
}).createMachine({
  id: 'view',
  description: 'The window of time in sight, and the range that is picked in it.',
  context: () => ({ window: { fromMs: 0, toMs: 0 }, endMs: 0, search: '', range: undefined }),
  initial: 'fitted',
  on: {
    'RUN.SHOWN': {
      target: '.fitted',
      actions: [{ type: 'fitTo', params: ({ event }) => event }, 'forgetSearch', 'forgetRange'],
    },
    'RANGE.SELECTED': { actions: { type: 'pickRange', params: ({ event }) => event } },
    'RANGE.STEPPED': { actions: { type: 'stepRange', params: ({ event }) => event } },
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
      on: {
        'END.MOVED': {
          actions: [
            { type: 'fitTo', params: ({ event }) => event },
            { type: 'keepRange', params: ({ event }) => event },
          ],
        },
      },
    },
    zoomed: {
      description: 'A part of the run is in sight, and stays so as far as there is a run.',
      on: {
        'END.MOVED': [
          {
            guard: { type: 'windowCoversRun', params: ({ event }) => event },
            target: 'fitted',
            actions: [
              { type: 'fitTo', params: ({ event }) => event },
              { type: 'keepRange', params: ({ event }) => event },
            ],
          },
          {
            actions: [
              { type: 'keepWindow', params: ({ event }) => event },
              { type: 'keepRange', params: ({ event }) => event },
            ],
          },
        ],
      },
    },
  },
});
