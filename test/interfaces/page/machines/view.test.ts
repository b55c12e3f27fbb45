import { expect, test } from 'vitest';
import type { ViewEvent } from '../../../../src/interfaces/page/machines/page-protocol.ts';
import { clampedWindow, viewMachine } from '../../../../src/interfaces/page/machines/view.ts';
import { after, allOf, exploreMachine } from './all-paths.ts';

const shown: ViewEvent = { type: 'RUN.SHOWN', endMs: 1_000 };
const zoom = (fromMs: number, toMs: number): ViewEvent => ({
  type: 'WINDOW.CHANGED',
  window: { fromMs, toMs },
});
const events: readonly ViewEvent[] = [
  shown,
  zoom(0, 2_000),
  zoom(100, 300),
  zoom(700, 1_000),
  zoom(0, 600),
  { type: 'END.MOVED', endMs: 500 },
  { type: 'END.MOVED', endMs: 1_000 },
  { type: 'SEARCH.CHANGED', text: 'web' },
];

const explore = () =>
  exploreMachine(viewMachine, events, ({ value, context }) => JSON.stringify([value, context]));

test('the events reach every state and take every transition', () => {
  const explored = explore();
  const all = allOf(viewMachine);
  expect([...explored.states].sort()).toEqual(all.states.sort());
  expect(all.transitions.filter((transition) => !explored.taken.has(transition))).toEqual([]);
});

test('the window is inside of what can be shown, and the whole of it where the state says so', () => {
  const explored = explore();
  expect(explored.edges.length).toBeGreaterThan(20);
  for (const { to } of explored.edges) {
    const { window, endMs } = to.context;
    if (endMs === 0) continue;
    expect(window.fromMs).toBeGreaterThanOrEqual(0);
    expect(window.toMs).toBeLessThanOrEqual(endMs + 1e-9);
    expect(window.toMs - window.fromMs >= endMs * 0.999).toBe(to.matches('fitted'));
  }
});

test('a little of what comes after the end is in sight', () => {
  expect(after(viewMachine, shown).snapshot.context.window).toEqual({ fromMs: 0, toMs: 1_030 });
});

test('a part that is in sight stays in sight when a what-if ends later, and the whole stays the whole', () => {
  expect(
    after(viewMachine, shown, zoom(100, 300), { type: 'END.MOVED', endMs: 2_000 }).snapshot.context.window,
  ).toEqual({
    fromMs: 100,
    toMs: 300,
  });
  expect(after(viewMachine, shown, { type: 'END.MOVED', endMs: 2_000 }).snapshot.context.window).toEqual({
    fromMs: 0,
    toMs: 2_060,
  });
});

test.each([
  [
    { fromMs: -50, toMs: 50 },
    { fromMs: 0, toMs: 100 },
  ],
  [
    { fromMs: 950, toMs: 1_050 },
    { fromMs: 900, toMs: 1_000 },
  ],
  [
    { fromMs: 500, toMs: 500 },
    { fromMs: 500, toMs: 500.1 },
  ],
  [
    { fromMs: 600, toMs: 400 },
    { fromMs: 600, toMs: 600.1 },
  ],
])('the window %j of a second becomes %j', (asked, given) => {
  expect(clampedWindow(asked, 1_000)).toEqual(given);
});
