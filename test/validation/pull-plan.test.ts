import { describe, expect, it } from 'vitest';
import { pullPlan } from '../../tools/validation/pull-plan.ts';
import { requestedLayers } from '../../tools/validation/requested-layers.ts';
import { recordedRun } from './recorded-file.ts';

describe('the calls of a recorded run', () => {
  it('come when they came', () => {
    expect(pullPlan(recordedRun('e8-scale/c2-small-behind-big/1'))).toEqual([
      { pull: 'p0', image: 'eq8:1', atMicros: 100, after: undefined, deadlineMicros: undefined },
      { pull: 'p1', image: 'small1:1', atMicros: 299_500, after: undefined, deadlineMicros: undefined },
    ]);
  });

  it('that come together come in the order in which they asked for their manifests', () => {
    const plans = [1, 2].map((repetition) => pullPlan(recordedRun(`e3-shared/c2-AC-at0/${repetition}`)));
    expect(plans.map((plan) => plan.map(({ image, atMicros }) => [image, atMicros]))).toEqual([
      [
        ['sha:1', 0],
        ['shc:1', 300],
      ],
      [
        ['shc:1', 0],
        ['sha:1', 300],
      ],
    ]);
  });

  it('of the same client come so long after the answer to the one before', () => {
    const [, again] = pullPlan(recordedRun('e6-retry/c2-gap1/1'));
    expect(again).toEqual({
      pull: "p0'",
      image: 'eq8:1',
      atMicros: 1_003_400,
      after: 'p0',
      deadlineMicros: undefined,
    });
  });

  it('are given up when the client gave up, to the microsecond', () => {
    const [first, second] = pullPlan(recordedRun('e6-stall/c2-queued-behind-stall-t6/1'));
    expect([first?.deadlineMicros, second?.deadlineMicros]).toEqual([40_007_800, undefined]);
  });

  it('with a deadline of a second and a half are not given up after one', () => {
    const run = recordedRun('e6-stall/c1-stall/1');
    const events = run.events.map((event) =>
      event.ev === 'pull.end' && event.pull === 'p0' ? { ...event, dur: 1_502.4 } : event,
    );
    expect(pullPlan({ ...run, events })[0]?.deadlineMicros).toBe(1_502_400);
  });

  it.each([
    ['e6-fail/c2-dns/1', 'no-such-registry.invalid/x:1'],
    ['e6-fail/c2-refused/1', '127.0.0.1:5999/x:1'],
    ['e6-fail/c2-badref/1', 'UPPER:1'],
    ['e6-fail/c2-404-manifest/1', 'nope:1'],
  ])('of %s are for %s', (name, image) => {
    expect(pullPlan(recordedRun(name)).map((planned) => planned.image)).toEqual([image]);
  });
});

describe('the layers that a recorded pull queued', () => {
  it('are in the order of their requests, those that were never requested at the end', () => {
    expect(requestedLayers(recordedRun('e6-stall/c2-trickle-t6/1'), 'p0')).toEqual([3, 1, 0, 2]);
  });

  it('are those of that pull alone', () => {
    const run = recordedRun('e6-fail/c2-retry-after-eof-fail/1');
    expect(requestedLayers(run, 'p0')).toEqual([3, 1, 0, 2]);
    expect(requestedLayers(run, "p0'")).toEqual([3, 1, 0, 2]);
    expect(requestedLayers(run, 'p7')).toEqual([]);
  });
});
