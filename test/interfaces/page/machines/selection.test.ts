import { expect, test } from 'vitest';
import type { SelectionEvent } from '../../../../src/interfaces/page/machines/page-protocol.ts';
import { pickedIn, selectionMachine } from '../../../../src/interfaces/page/machines/selection.ts';
import { rowOf } from '../timeline/sample-view.ts';
import { after, allOf, exploreMachine } from './all-paths.ts';
import { emptyRun } from './sample-runs.ts';

const actor: SelectionEvent = { type: 'ACTOR.SELECTED', node: 'node-1', actor: 'node-1/kubelet/pullSlots' };
const events: readonly SelectionEvent[] = [
  { type: 'RUN.SHOWN', endMs: 1 },
  { type: 'ROW.SELECTED', row: undefined },
  { type: 'ROW.SELECTED', row: 3 },
  { type: 'ROW.SELECTED', row: 3, bar: 1 },
  actor,
];

const explore = () =>
  exploreMachine(selectionMachine, events, ({ value, context }) => JSON.stringify([value, context]));

test('the events reach every state and take every transition', () => {
  const explored = explore();
  const all = allOf(selectionMachine);
  expect([...explored.states].sort()).toEqual(all.states.sort());
  expect(all.transitions.filter((transition) => !explored.taken.has(transition))).toEqual([]);
});

test('states say what is picked', () => {
  for (const { to } of explore().edges) {
    expect(to.matches('none')).toBe(to.context.row === undefined && to.context.actor === undefined);
    expect(to.matches('actor')).toBe(to.context.actor !== undefined);
    if (to.matches('bar')) expect(to.context.bar).toBeDefined();
    if (to.matches('row')) expect(to.context.bar).toBeUndefined();
  }
});

test('an actor that is picked leaves the row marked; a row that is picked takes the statechart back', () => {
  expect(
    after(selectionMachine, { type: 'ROW.SELECTED', row: 3, bar: 1 }, actor).snapshot.context,
  ).toMatchObject({ row: 3, bar: 1 });
  expect(
    after(selectionMachine, actor, { type: 'ROW.SELECTED', row: 2 }).snapshot.context.actor,
  ).toBeUndefined();
  expect(after(selectionMachine, actor).snapshot.context.actor).toEqual({
    node: 'node-1',
    actor: 'node-1/kubelet/pullSlots',
  });
});

test('the actor that is meant is the picked one, else the row’s', () => {
  const run = emptyRun(1, 9);
  const shown = { ...run, view: { ...run.view, rows: [rowOf('a', 'web', [])] } };
  const picked = { node: 'a', actor: 'a/disk' };
  const meant = (row: number | undefined, one?: typeof picked) =>
    pickedIn(shown, { row, bar: undefined, actor: one });
  expect([meant(0, picked), meant(0), meant(7), meant(undefined)]).toEqual([
    'a/disk',
    'a/kubelet/default/web/app',
    undefined,
    undefined,
  ]);
});
