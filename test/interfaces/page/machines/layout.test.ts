import { expect, test } from 'vitest';
import { layoutMachine } from '../../../../src/interfaces/page/machines/layout.ts';
import type { LayoutEvent } from '../../../../src/interfaces/page/machines/page-protocol.ts';
import { after, allOf, exploreMachine } from './all-paths.ts';

const why: LayoutEvent = { type: 'DRAWER.OPENED', tab: 'why' };
const chart: LayoutEvent = { type: 'DRAWER.OPENED', tab: 'chart' };
const close: LayoutEvent = { type: 'DRAWER.CLOSED' };
const large: LayoutEvent = { type: 'DRAWER.SIZED', size: 'large' };
const beside: LayoutEvent = { type: 'DRAWER.SIZED', size: 'beside' };
const events: readonly LayoutEvent[] = [
  { type: 'VIEW.CHOSEN', view: 'table' },
  { type: 'VIEW.CHOSEN', view: 'timeline' },
  { type: 'GROUPING.CHOSEN', grouping: 'image' },
  why,
  chart,
  close,
  large,
  beside,
];

const explored = exploreMachine(layoutMachine, events, ({ value, context }) =>
  JSON.stringify([value, context]),
);
const drawerAfter = (...path: LayoutEvent[]) => after(layoutMachine, ...path).snapshot.value.drawer;

test('the events reach every state and take every transition', () => {
  const all = allOf(layoutMachine);
  // Its regions are independent: a state of the whole names one of each.
  const states = new Set([...explored.states].flatMap((state) => state.split(' ')));
  expect([...states].sort()).toEqual(all.states.sort());
  expect(all.transitions.filter((transition) => !explored.taken.has(transition))).toEqual([]);
});

test('another tab has the room of the one before; a drawer that is opened is beside the timeline', () => {
  expect(drawerAfter(why, large, chart)).toEqual({ open: 'large' });
  expect(drawerAfter(why, large, beside, chart)).toEqual({ open: 'beside' });
  expect(drawerAfter(why, large, close, chart)).toEqual({ open: 'beside' });
  expect(drawerAfter(large)).toBe('closed');
});
