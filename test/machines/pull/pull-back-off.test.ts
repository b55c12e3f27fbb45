import { describe, expect, it } from 'vitest';
import { type BackOffAnswer, pullBackOffReducer } from '../../../machines/pull/pull-back-off.ts';
import { stage } from '../stage.ts';

// flowcontrol.Backoff (client-go v0.36.3) behind the image manager, and prevPullErrMsg of image_manager.go,
// v1.36.3.

const boom = { reason: 'ErrImagePull', message: 'boom' };

function backOff(rules = { initialMicros: 10_000_000, maxMicros: 300_000_000 }) {
  const world = stage();
  const actor = world.start(pullBackOffReducer, {
    name: 'back-off',
    recorder: world.recorder,
    clock: world.clock,
    rules,
  });
  const requester = world.listen<BackOffAnswer>('pull');
  const last = () => world.messagesTo('pull').at(-1);
  return {
    ...world,
    actor,
    to: (seconds: number) => world.run(seconds * 1_000_000),
    ask(key = 'uid_root') {
      actor.send({ type: 'BACK_OFF.ASKED', key, requester });
      return last();
    },
    fail(failure = boom, key = 'uid_root') {
      actor.send({ type: 'FAILURE.REPORTED', key, failure, requester });
      return last();
    },
    sweep: () => actor.send({ type: 'SWEEP.REQUESTED' }),
  };
}

describe('before any failure', () => {
  it('clears every key, and has nothing to sweep', () => {
    const world = backOff();
    expect(world.ask()).toEqual({ type: 'BACK_OFF.CLEAR' });
    world.sweep();
    expect(world.unhandled).toEqual([]);
  });
});

describe('after a failure', () => {
  it('refuses the key until the window’s end, exclusive, and names the failure (backoff-exact-edges)', () => {
    const world = backOff();
    world.to(5);
    const window = { windowMicros: 10_000_000, untilMicros: 15_000_000 };
    expect(world.fail()).toEqual({ type: 'BACK_OFF.EXTENDED', window });
    expect(world.ask()).toEqual({ type: 'BACK_OFF.ACTIVE', window, previous: boom });
    expect(world.ask('uid_other')).toEqual({ type: 'BACK_OFF.CLEAR' });
    world.run(14_999_999);
    expect(world.ask()).toMatchObject({ type: 'BACK_OFF.ACTIVE' });
    world.run(15_000_000);
    expect(world.ask()).toEqual({ type: 'BACK_OFF.CLEAR' });
  });

  it('doubles from one failure to the next: 10, 20, 40, 80, 160, 300, 300 s', () => {
    const world = backOff();
    let second = 0;
    const windows = Array.from({ length: 7 }, () => {
      const answer = world.fail() as Extract<BackOffAnswer, { type: 'BACK_OFF.EXTENDED' }>;
      second += answer.window.windowMicros / 1_000_000;
      world.to(second);
      return answer.window.windowMicros / 1_000_000;
    });
    expect(windows).toEqual([10, 20, 40, 80, 160, 300, 300]);
  });

  it('counts from the last failure, which also names itself', () => {
    const world = backOff();
    world.fail();
    world.to(12);
    world.fail({ reason: 'RegistryUnavailable', message: '503' });
    expect(world.ask()).toEqual({
      type: 'BACK_OFF.ACTIVE',
      window: { windowMicros: 20_000_000, untilMicros: 32_000_000 },
      previous: { reason: 'RegistryUnavailable', message: '503' },
    });
  });

  it('starts anew strictly later than 600 s after the last failure, not at 600 s (backoff-never-expires, backoff-reset)', () => {
    for (const [micros, windowMicros] of [
      [600_000_000, 20_000_000],
      [600_000_001, 10_000_000],
    ] as const) {
      const world = backOff();
      world.fail();
      world.run(micros);
      expect(world.fail()).toMatchObject({ window: { windowMicros } });
    }
  });

  it('forgets the failure’s text once the key is clear, as pullImage deletes prevPullErrMsg', () => {
    const world = backOff();
    world.fail();
    world.to(11);
    world.ask();
    expect(world.actor.getSnapshot().context.previousFailures.size).toBe(0);
    expect(world.actor.getSnapshot().context.entries.size).toBe(1);
  });

  it('sweeps what has expired and keeps the rest; empty again only when nothing remains (Backoff.GC)', () => {
    const world = backOff();
    world.fail(boom, 'old');
    world.to(500);
    world.fail(boom, 'new');
    world.run(600_000_001);
    world.sweep();
    expect([...world.actor.getSnapshot().context.entries.keys()]).toEqual(['new']);
    world.to(1_101);
    world.sweep();
    expect(world.actor.getSnapshot().context.entries.size).toBe(0);
  });

  it('an initial window above the maximum holds only until the entry expires (backoff-initial-above-max)', () => {
    const world = backOff({ initialMicros: 20_000_000, maxMicros: 5_000_000 });
    expect(world.fail()).toMatchObject({ window: { windowMicros: 20_000_000 } });
    world.to(10);
    expect(world.ask()).toMatchObject({ type: 'BACK_OFF.ACTIVE' });
    world.run(10_000_001);
    expect(world.ask()).toEqual({ type: 'BACK_OFF.CLEAR' });
  });
});
