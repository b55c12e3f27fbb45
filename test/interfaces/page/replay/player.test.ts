import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { advance, playerMachine } from '../../../../src/interfaces/page/replay/player.ts';

const times = Float64Array.from([0, 0, 1000, 1000, 61_000]);
const started = (over: { times?: Float64Array; beginning?: number; atMs?: number } = {}) =>
  createActor(playerMachine, { input: { times, beginning: 2, ...over } }).start();
type Player = ReturnType<typeof started>;
const place = (player: Player) => [player.getSnapshot().value, player.getSnapshot().context.position];

describe('the player', () => {
  test('begins paused, with the actors that are there at the beginning', () => {
    expect(place(started())).toEqual(['paused', 2]);
  });

  test('begins where one was: with all that has happened by that moment', () => {
    expect(place(started({ atMs: 1000 }))).toEqual(['paused', 4]);
    expect(place(started({ atMs: 999 }))).toEqual(['paused', 2]);
    expect(place(started({ atMs: 61_000 }))).toEqual(['ended', 5]);
  });

  test('plays as fast as time passes, and no pause is longer than the longest', () => {
    const player = started();
    player.send({ type: 'PLAY.REQUESTED' });
    player.send({ type: 'TIME.PASSED', elapsedMs: 999 });
    expect(place(player)).toEqual(['playing', 2]);
    player.send({ type: 'TIME.PASSED', elapsedMs: 1 });
    expect(place(player)).toEqual(['playing', 3]);
    player.send({ type: 'TIME.PASSED', elapsedMs: 40 });
    expect(place(player)).toEqual(['playing', 4]);
    player.send({ type: 'TIME.PASSED', elapsedMs: 1999 });
    expect(place(player)).toEqual(['playing', 4]);
    player.send({ type: 'TIME.PASSED', elapsedMs: 1 });
    expect(place(player)).toEqual(['ended', 5]);
  });

  test('steps forward and back, and stands still then', () => {
    const player = started();
    player.send({ type: 'PLAY.REQUESTED' });
    player.send({ type: 'STEP.REQUESTED' });
    expect(place(player)).toEqual(['paused', 3]);
    player.send({ type: 'BACK.REQUESTED' });
    player.send({ type: 'BACK.REQUESTED' });
    expect(place(player)).toEqual(['paused', 1]);
    player.send({ type: 'BACK.REQUESTED' });
    player.send({ type: 'BACK.REQUESTED' });
    expect(place(player)).toEqual(['paused', 0]);
    player.send({ type: 'TIME.PASSED', elapsedMs: 5000 });
    expect(place(player)).toEqual(['paused', 0]);
  });

  test('goes to a place without stopping, and never beyond the ends', () => {
    const player = started();
    player.send({ type: 'PLAY.REQUESTED' });
    player.send({ type: 'SEEK.REQUESTED', position: 1 });
    expect(place(player)).toEqual(['playing', 1]);
    player.send({ type: 'SEEK.REQUESTED', position: 1e9 });
    expect(place(player)).toEqual(['ended', 5]);
    player.send({ type: 'SEEK.REQUESTED', position: -3 });
    expect(place(player)).toEqual(['paused', 0]);
  });

  test('plays from the start once it has ended; back leaves the end', () => {
    const player = started();
    player.send({ type: 'SEEK.REQUESTED', position: 5 });
    player.send({ type: 'PLAY.REQUESTED' });
    expect(place(player)).toEqual(['playing', 0]);
    player.send({ type: 'SEEK.REQUESTED', position: 5 });
    player.send({ type: 'BACK.REQUESTED' });
    expect(place(player)).toEqual(['paused', 4]);
  });

  test('keeps its place in time where other actors are shown', () => {
    const player = started();
    player.send({ type: 'SEEK.REQUESTED', position: 3 });
    player.send({ type: 'REEL.CHANGED', times: Float64Array.from([0, 500, 900, 1000, 1001]), beginning: 1 });
    expect(place(player)).toEqual(['paused', 4]);
    player.send({ type: 'REEL.CHANGED', times: new Float64Array(0), beginning: 0 });
    expect(place(player)).toEqual(['ended', 0]);
    player.send({ type: 'PLAY.REQUESTED' });
    expect(place(player)).toEqual(['ended', 0]);
  });

  test('at the beginning stays at the beginning, where other actors are shown', () => {
    const player = started();
    player.send({ type: 'REEL.CHANGED', times, beginning: 1 });
    expect(place(player)).toEqual(['paused', 1]);
  });

  test('takes a speed and a longest pause', () => {
    const player = started();
    player.send({ type: 'SPEED.CHOSEN', speed: 100 });
    player.send({ type: 'LONGEST_PAUSE.CHOSEN', pauseMsMax: 500 });
    player.send({ type: 'PLAY.REQUESTED' });
    player.send({ type: 'TIME.PASSED', elapsedMs: 10.5 });
    expect(place(player)).toEqual(['playing', 4]);
    player.send({ type: 'TIME.PASSED', elapsedMs: 499 });
    expect(place(player)).toEqual(['playing', 4]);
    player.send({ type: 'TIME.PASSED', elapsedMs: 1 });
    expect(place(player)).toEqual(['ended', 5]);
  });
});

describe('time that passes', () => {
  const many = Float64Array.from({ length: 1000 }, (_, index) => index * 10_000);

  test('as fast as it goes is still a bounded number of steps at once', () => {
    const pace = { speed: Number.POSITIVE_INFINITY, pauseMsMax: 2000 };
    expect(advance(many, { position: 0, waitedMs: 0 }, 16, pace)).toEqual({ position: 200, waitedMs: 0 });
  });

  test('at a tenth of the speed takes ten times as long', () => {
    const pace = { speed: 0.1, pauseMsMax: Number.POSITIVE_INFINITY };
    expect(advance(many, { position: 1, waitedMs: 0 }, 99_999, pace).position).toBe(1);
    expect(advance(many, { position: 1, waitedMs: 99_999 }, 1, pace).position).toBe(2);
  });
});
