import { expect, test } from 'vitest';
import type { ViewEvent } from '../../../../src/interfaces/page/machines/page-protocol.ts';
import { clampedWindow, viewMachine } from '../../../../src/interfaces/page/machines/view.ts';
import { after, allOf, exploreMachine } from './all-paths.ts';

const shown: ViewEvent = { type: 'RUN.SHOWN', endMs: 1_000 };
const zoom = (fromMs: number, toMs: number): ViewEvent => ({
  type: 'WINDOW.CHANGED',
  window: { fromMs, toMs },
});
const pick = (fromMs: number, toMs: number): ViewEvent => ({
  type: 'RANGE.SELECTED',
  range: { fromMs, toMs },
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
  pick(400, 700),
  { type: 'RANGE.STEPPED', direction: 1, playheadMs: 500 },
  { type: 'RANGE.SELECTED', range: undefined },
];

const explore = () =>
  exploreMachine(viewMachine, events, ({ value, context: { range, ...context } }) =>
    // Steps make ever other ranges.
    JSON.stringify([value, context, range === undefined]),
  );

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

test('the range is a part of what can be shown, and forgotten with its run', () => {
  for (const { to, event } of explore().edges) {
    const { range, endMs } = to.context;
    if (event.type === 'RUN.SHOWN') expect(range).toBeUndefined();
    if (range === undefined) continue;
    expect(range.fromMs).toBeGreaterThanOrEqual(0);
    expect(range.toMs).toBeGreaterThan(range.fromMs);
    expect(range.toMs).toBeLessThanOrEqual(endMs);
  }
  const picked = (...events: readonly ViewEvent[]) =>
    after(viewMachine, shown, ...events).snapshot.context.range;
  expect(picked(pick(400, 700), zoom(100, 300))).toEqual({ fromMs: 400, toMs: 700 });
  expect(picked(pick(-50, 5_000))).toEqual({ fromMs: 0, toMs: 1_030 });
  expect(picked(pick(2_000, 3_000))).toBeUndefined();
  expect(picked(pick(400, 700), { type: 'END.MOVED', endMs: 500 })).toEqual({ fromMs: 400, toMs: 515 });
  expect(picked(pick(600, 700), { type: 'END.MOVED', endMs: 500 })).toBeUndefined();
  expect(picked(zoom(100, 300), pick(600, 700), { type: 'END.MOVED', endMs: 500 })).toBeUndefined();
  expect(picked(pick(400, 700), { type: 'RANGE.SELECTED', range: undefined })).toBeUndefined();
  const step: ViewEvent = { type: 'RANGE.STEPPED', direction: 1, playheadMs: 100 };
  expect(picked(step, step)?.toMs).toBeCloseTo(203);
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
