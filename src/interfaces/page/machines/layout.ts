import { assign, setup } from 'xstate';
import type { DrawerSize, DrawerTab, Grouping, MainView } from '../ui-protocol.ts';
import type { LayoutEvent } from './page-protocol.ts';

interface LayoutContext {
  /** What the drawer shows, or showed when it was closed. */
  readonly tab: DrawerTab;
  /** undefined until a person has chosen one. */
  readonly grouping: Grouping | undefined;
}

/** Where the parts of the page are: what the middle shows, and whether the drawer beside it is open. */
export const layoutMachine = setup({
  types: { context: {} as LayoutContext, events: {} as LayoutEvent },
  guards: {
    isLarge: (_, params: { size: DrawerSize }) => params.size === 'large',
    isTable: (_, params: { view: MainView }) => params.view === 'table',
  },
  actions: {
    keepTab: assign({ tab: (_, params: { tab: DrawerTab }) => params.tab }),
    group: assign({ grouping: (_, params: { grouping: Grouping | undefined }) => params.grouping }),
  },
}).createMachine({
  id: 'layout',
  description: 'What the page shows beside and instead of the timeline.',
  context: () => ({ tab: 'why', grouping: undefined }),
  type: 'parallel',
  on: { 'GROUPING.CHOSEN': { actions: { type: 'group', params: ({ event }) => event } } },
  states: {
    middle: {
      initial: 'timeline',
      description: 'The largest part of the page.',
      on: {
        'VIEW.CHOSEN': [
          { guard: { type: 'isTable', params: ({ event }) => event }, target: '.table' },
          { target: '.timeline' },
        ],
      },
      states: {
        timeline: { description: 'Containers as rows with bars over time.' },
        table: { description: 'Containers as rows of a table.' },
      },
    },
    drawer: {
      initial: 'closed',
      description: 'What is selected, a question, or the settings, beside the middle.',
      on: {
        'DRAWER.OPENED': {
          target: '.open',
          actions: { type: 'keepTab', params: ({ event }) => event },
        },
        'DRAWER.CLOSED': '.closed',
      },
      states: {
        closed: { description: 'The middle has the whole width.' },
        open: {
          initial: 'beside',
          description: 'One of its tabs is shown. Another tab has the same room.',
          on: {
            'DRAWER.OPENED': { actions: { type: 'keepTab', params: ({ event }) => event } },
            'DRAWER.SIZED': [
              { guard: { type: 'isLarge', params: ({ event }) => event }, target: '.large' },
              { target: '.beside' },
            ],
          },
          states: {
            beside: { description: 'The timeline stays in sight.' },
            large: { description: 'It has the room of the answer, the timeline and the resources too.' },
          },
        },
      },
    },
  },
});
