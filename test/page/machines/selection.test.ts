import { expect, test } from 'vitest';
import type { SelectionEvent } from '../../../src/page/machines/page-protocol.ts';
import { selectionMachine } from '../../../src/page/machines/selection.ts';
import { after, allOf, exploreMachine } from './all-paths.ts';

const actor: SelectionEvent = { type: 'ACTOR.SELECTED', node: 'node-1', actor: 'node-1/kubelet/pullSlots' };
const events: readonly SelectionEvent[] = [
  { type: 'RUN.SHOWN', endMs: 1 },
  { type: 'ROW.SELECTED', row: undefined },
  { type: 'ROW.SELECTED', row: 3 },
  { type: 'ROW.SELECTED', row: 3, bar: 1 },
  actor,
];

const explored = exploreMachine(selectionMachine, events, ({ value, context }) => JSON.stringify([value, context]));

test('the events reach every state and take every transition', () => {
  const all = allOf(selectionMachine);
  expect([...explored.states].sort()).toEqual(all.states.sort());
  expect(all.transitions.filter((transition) => !explored.taken.has(transition))).toEqual([]);
});

test('states say what is picked', () => {
  for (const { to } of explored.edges) {
    expect(to.matches('none')).toBe(to.context.row === undefined && to.context.actor === undefined);
    expect(to.matches('actor')).toBe(to.context.actor !== undefined);
    if (to.matches('bar')) expect(to.context.bar).toBeDefined();
    if (to.matches('row')) expect(to.context.bar).toBeUndefined();
  }
});

test('an actor that is picked leaves the row marked; a row that is picked takes the statechart back', () => {
  expect(after(selectionMachine, { type: 'ROW.SELECTED', row: 3, bar: 1 }, actor).snapshot.context).toMatchObject({ row: 3, bar: 1 });
  expect(after(selectionMachine, actor, { type: 'ROW.SELECTED', row: 2 }).snapshot.context.actor).toBeUndefined();
});
