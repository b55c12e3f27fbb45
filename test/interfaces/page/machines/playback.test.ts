import { expect, test } from 'vitest';
import type { PlaybackEvent } from '../../../../src/interfaces/page/machines/page-protocol.ts';
import { playbackMachine, speedFor } from '../../../../src/interfaces/page/machines/playback.ts';
import { after, allOf, exploreMachine } from './all-paths.ts';

const shown: PlaybackEvent = { type: 'RUN.SHOWN', endMs: 1_000 };
const events: readonly PlaybackEvent[] = [
  shown,
  { type: 'PLAY.REQUESTED' },
  { type: 'PAUSE.REQUESTED' },
  { type: 'SPEED.CHOSEN', speed: 10 },
  { type: 'SEEK.REQUESTED', atMs: 0 },
  { type: 'SEEK.REQUESTED', atMs: 500 },
  { type: 'SEEK.REQUESTED', atMs: 9_999 },
  { type: 'FRAME.PASSED', elapsedMs: 50 },
  { type: 'END.MOVED', endMs: 500 },
  { type: 'END.MOVED', endMs: 1_000 },
];

const explore = () =>
  exploreMachine(playbackMachine, events, ({ value, context }) => JSON.stringify([value, context]));

test('the events reach every state and take every transition', () => {
  const explored = explore();
  const all = allOf(playbackMachine);
  expect([...explored.states].sort()).toEqual(all.states.sort());
  expect(all.transitions.filter((transition) => !explored.taken.has(transition))).toEqual([]);
});

test('the playhead is never outside of the run, and at its end only where the state says so', () => {
  const explored = explore();
  expect(explored.edges.length).toBeGreaterThan(50);
  for (const { to } of explored.edges) {
    const { playheadMs, endMs } = to.context;
    expect(playheadMs).toBeGreaterThanOrEqual(0);
    expect(playheadMs).toBeLessThanOrEqual(endMs);
    if (to.matches('atEnd')) expect(playheadMs).toBe(endMs);
  }
});

test('it plays as fast as it was told, stops at the end, and begins anew from there', () => {
  const path: readonly PlaybackEvent[] = [
    shown,
    { type: 'SPEED.CHOSEN', speed: 10 },
    { type: 'PLAY.REQUESTED' },
  ];
  expect(
    after(playbackMachine, ...path, { type: 'FRAME.PASSED', elapsedMs: 16 }).snapshot.context.playheadMs,
  ).toBe(160);
  const { snapshot } = after(playbackMachine, ...path, { type: 'FRAME.PASSED', elapsedMs: 100 });
  expect(snapshot.value).toBe('atEnd');
  const again = after(
    playbackMachine,
    ...path,
    { type: 'FRAME.PASSED', elapsedMs: 100 },
    { type: 'PLAY.REQUESTED' },
  );
  expect([again.snapshot.value, again.snapshot.context.playheadMs]).toEqual(['playing', 0]);
});

test.each(['paused', 'playing'] as const)(
  'a seek to the very end, or beyond, ends a run that is %s; one before it does not',
  (state) => {
    const begun: readonly PlaybackEvent[] =
      state === 'paused' ? [shown] : [shown, { type: 'PLAY.REQUESTED' }];
    const sought = (atMs: number) => {
      const { value, context } = after(playbackMachine, ...begun, { type: 'SEEK.REQUESTED', atMs }).snapshot;
      return [value, context.playheadMs];
    };
    expect(sought(1_000)).toEqual(['atEnd', 1_000]);
    expect(sought(9_999)).toEqual(['atEnd', 1_000]);
    expect(sought(999)).toEqual([state, 999]);
    expect(sought(-5)).toEqual([state, 0]);
  },
);

test('at the end, a seek to the end stays there, and one before it pauses', () => {
  const sought = (atMs: number) =>
    after(playbackMachine, shown, { type: 'SEEK.REQUESTED', atMs: 1_000 }, { type: 'SEEK.REQUESTED', atMs })
      .snapshot.value;
  expect([sought(1_000), sought(999)]).toEqual(['atEnd', 'paused']);
});

test('an end that comes to lie before the playhead takes it along; the beginning is no end', () => {
  const moved = (atMs: number, endMs: number) => {
    const { value, context } = after(
      playbackMachine,
      shown,
      { type: 'SEEK.REQUESTED', atMs },
      { type: 'END.MOVED', endMs },
    ).snapshot;
    return [value, context.playheadMs, context.endMs];
  };
  expect(moved(500, 500)).toEqual(['atEnd', 500, 500]);
  expect(moved(500, 501)).toEqual(['paused', 500, 501]);
  expect(moved(0, 0)).toEqual(['paused', 0, 0]);
});

test('a frame that reaches exactly the end ends the run', () => {
  const path: readonly PlaybackEvent[] = [
    shown,
    { type: 'SPEED.CHOSEN', speed: 10 },
    { type: 'PLAY.REQUESTED' },
  ];
  expect(after(playbackMachine, ...path, { type: 'FRAME.PASSED', elapsedMs: 99.9 }).snapshot.value).toBe(
    'playing',
  );
  expect(
    after(playbackMachine, ...path, { type: 'FRAME.PASSED', elapsedMs: 100 }).snapshot.context.playheadMs,
  ).toBe(1_000);
});

test.each([
  [900, 1],
  [16_000, 1],
  [184_000, 5],
  [3_600_000, 120],
  [86_400_000, 3600],
])('a run of %i ms is played at %i virtual seconds a second', (endMs, speed) => {
  expect(speedFor(endMs)).toBe(speed);
});
