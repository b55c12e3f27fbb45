import { assign, setup } from 'xstate';
import type { RunContents } from '../worker/worker-protocol.ts';
import type { SelectionEvent } from './page-protocol.ts';

interface SelectionContext {
  readonly row: number | undefined;
  /**
   * The index of the bar that was picked. What is shown is the bar at the playhead, which may have moved on.
   */
  readonly bar: number | undefined;
  /** The actor whose statechart is shown, if it is not the one of the row. */
  readonly actor: { readonly node: string; readonly actor: string } | undefined;
}

/** Returns the selected actor by its path or by its name in records: the actor itself, or that of the row. */
export function pickedIn({ view }: RunContents, { row, actor }: SelectionContext): string | undefined {
  return actor?.actor ?? (row === undefined ? undefined : view.rows[row]?.actor);
}

/** What a person has selected: a row, one of its bars, or an actor of the statechart panel. */
export const selectionMachine = setup({
  types: { context: {} as SelectionContext, events: {} as SelectionEvent },
  guards: {
    isNone: (_, params: { row: number | undefined }) => params.row === undefined,
    isBar: (_, params: { bar?: number | undefined }) => params.bar !== undefined,
  },
  actions: {
    clear: assign({ row: undefined, bar: undefined, actor: undefined }),
    selectRow: assign({
      row: (_, params: { row: number | undefined }) => params.row,
      bar: undefined,
      actor: undefined,
    }),
    selectBar: assign({
      row: (_, params: { row: number | undefined; bar?: number | undefined }) => params.row,
      bar: (_, params: { row: number | undefined; bar?: number | undefined }) => params.bar,
      actor: undefined,
    }),
    selectActor: assign({
      actor: (_, params: { node: string; actor: string }) => ({ node: params.node, actor: params.actor }),
    }),
  },
}).createMachine({
  id: 'selection',
  description: 'What is picked.',
  context: () => ({ row: undefined, bar: undefined, actor: undefined }),
  initial: 'none',
  on: {
    'RUN.SHOWN': { target: '.none', actions: 'clear' },
    'ROW.SELECTED': [
      { guard: { type: 'isNone', params: ({ event }) => event }, target: '.none', actions: 'clear' },
      {
        guard: { type: 'isBar', params: ({ event }) => event },
        target: '.bar',
        actions: { type: 'selectBar', params: ({ event }) => event },
      },
      { target: '.row', actions: { type: 'selectRow', params: ({ event }) => event } },
    ],
    'ACTOR.SELECTED': { target: '.actor', actions: { type: 'selectActor', params: ({ event }) => event } },
  },
  states: {
    none: { description: 'Nothing is picked; the statechart shows the container that waited longest.' },
    row: { description: 'A row is picked: the statechart shows its image pull.' },
    bar: { description: 'A bar of a row is picked: its reason and its cause are shown too.' },
    actor: {
      description: 'An actor was picked in the statechart panel; the row and bar from before stay marked.',
    },
  },
});
