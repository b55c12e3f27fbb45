import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requeueMicros, tickAfter } from '../../../../src/rules/kubelet/pods/requeue.ts';
import { v1_31, v1_36 } from '../../../../src/rules/kubelet/profiles/profiles.ts';

const second = 1_000_000;
const minutely = { syncFrequencyMicros: 60 * second };
const failed = { error: 'failed to "StartContainer" for "app" with ImagePullBackOff' };

// pkg/kubelet/pod_workers.go, completeWork (1.27.16, 1.31.14, 1.36.3)
describe('requeueMicros', () => {
  it.each([
    ['1.31', v1_31],
    ['1.36', v1_36],
  ])(
    '%s: waits 60 to 90 s after success, 10 to 15 s after an error, 1 to 1.5 s without a network',
    (_, { retry }) => {
      const wait = (error: string | undefined, draw: number) =>
        requeueMicros(retry, { error }, minutely, 0, draw);
      expect([wait(undefined, 0), wait(undefined, 0.5)]).toEqual([60 * second, 75 * second]);
      expect([wait(failed.error, 0), wait(failed.error, 0.5)]).toEqual([10 * second, 12.5 * second]);
      expect([wait('network is not ready: cni', 0), wait('x network is not ready', 0.5)]).toEqual([
        second,
        1.25 * second,
      ]);
    },
  );

  it('takes an error without text for an error', () => {
    expect(requeueMicros(v1_36.retry, { error: '' }, minutely, 0, 0)).toBe(10 * second);
  });

  it('waits for a crash loop’s end from 1.35 on, no longer than syncFrequency', () => {
    const wait = (retry: typeof v1_36.retry, expirySeconds: number) =>
      requeueMicros(
        retry,
        { ...failed, crashLoopExpiryMicros: (100 + expirySeconds) * second },
        minutely,
        100 * second,
        0,
      ) / second;
    expect([-5, 0, 3, 60, 250].map((expiry) => wait(v1_36.retry, expiry))).toEqual([0, 0, 3, 60, 60]);
    expect([-5, 0, 3, 60, 250].map((expiry) => wait(v1_31.retry, expiry))).toEqual([10, 10, 10, 10, 10]);
  });

  // 5 s gives 5 to 7.5 s
  it('caps the plain 10 s at a shorter syncFrequency from 1.35 on', () => {
    const often = { syncFrequencyMicros: 5 * second };
    expect(requeueMicros(v1_36.retry, failed, often, 0, 0.999_999)).toBe(7_499_997);
    expect(requeueMicros(v1_31.retry, failed, often, 0, 0)).toBe(10 * second);
  });

  it('puts at most half the wait on top, in whole microseconds', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (draw) => {
        const wait = requeueMicros(v1_36.retry, failed, minutely, 0, draw);
        expect(Number.isInteger(wait) && wait >= 10 * second && wait < 15 * second).toBe(true);
      }),
    );
  });
});

// GetWork of pkg/kubelet/util/queue/work_queue.go (v1.36.3) hands out what was due strictly before the tick.
it.each([
  [0, 0, 1_000_000],
  [999_999, 0, 1_000_000],
  [1_000_000, 0, 2_000_000],
  [10_300_000, 250_000, 11_250_000],
  [-1, 750_000, 750_000],
  [100, 750_000, 750_000],
])('due at %i with ticks from %i on: handed out at %i', (dueMicros, originMicros, expected) => {
  expect(tickAfter(dueMicros, originMicros)).toBe(expected);
});
