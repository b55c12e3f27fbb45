import { describe, expect, test } from 'vitest';
import { Resampling } from '../../../../src/answers/calibration/estimates/estimate.ts';
import { estimateRoundTrips } from '../../../../src/answers/calibration/estimates/estimate-round-trip.ts';
import type {
  ObservedPull,
  ObservedRequest,
} from '../../../../src/answers/calibration/estimates/observed-pull.ts';
import { containerd24 } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';

const requests = (kind: ObservedRequest['kind'], ...millis: number[]): ObservedRequest[] =>
  millis.map((ms) => ({ registry: 'registry.example', kind, micros: ms * 1_000 }));

/** Pulls of an image that was there: `ms` beside what the runtime itself takes for one. */
const present = (from: ObservedPull['from'], ...millis: number[]): ObservedPull[] =>
  millis.map((ms) => ({
    image: 'registry.example/app:1',
    reference: 'registry.example/app:1',
    node: undefined,
    at: 'containerd.log:1',
    from,
    outcome: 'pulled',
    endMicros: 0,
    endSpreadMicros: 0,
    durationMicros: ms * 1_000 + containerd24.delays.beforeHead + containerd24.delays.beforeReplyPresent,
    bytes: undefined,
    bytesRead: undefined,
  }));

const estimated = (observed: readonly ObservedRequest[], pulls: readonly ObservedPull[] = []) =>
  estimateRoundTrips(observed, pulls, containerd24, new Resampling(1));

describe('requests on connections that were open', () => {
  test('the round trip is their median: the one in the middle, not the mean', () => {
    expect(estimated(requests('later', 20, 300, 10))[0]?.roundTrip).toMatchObject({
      value: 20_000,
      samples: 3,
    });
  });

  test('of an even number, halfway between the two in the middle', () => {
    expect(estimated(requests('later', 40, 20, 30, 500))[0]?.roundTrip.value).toBe(35_000);
  });

  test('the interval ends where 95 % of the resampled medians do', () => {
    const spread = Array.from({ length: 401 }, (_, index) => 10 + index / 10);
    const [estimate] = estimated(requests('later', ...spread));
    // The standard error of the median of n uniform draws over a width w is w / (2 √n): 1 ms here, so 95 %
    // are some 2 ms to each side.
    expect(estimate?.roundTrip.value).toBe(30_000);
    expect(estimate?.roundTrip.low).toBeGreaterThan(26_500);
    expect(estimate?.roundTrip.low).toBeLessThan(28_600);
    expect(estimate?.roundTrip.high).toBeGreaterThan(31_400);
    expect(estimate?.roundTrip.high).toBeLessThan(33_500);
  });

  test('requests that all took the same leave the measure itself: half a millisecond, or the share of the model', () => {
    expect(estimated(requests('later', ...Array.from({ length: 100 }, () => 2)))[0]?.roundTrip).toMatchObject(
      { low: 1_500, high: 2_500 },
    );
    const far = estimated(requests('later', ...Array.from({ length: 100 }, () => 100)))[0]?.roundTrip;
    expect(far?.low).toBeCloseTo(100_000 * (1 - 0.053), 5);
    expect(far?.high).toBeCloseTo(100_000 * (1 + 0.053), 5);
  });

  test('an interval never goes below zero', () => {
    expect(estimated(requests('later', 0.2))[0]?.roundTrip.low).toBe(0);
  });
});

describe('opening a connection', () => {
  test('is what first requests take longer', () => {
    const [estimate] = estimated([...requests('later', 10, 10, 10), ...requests('first', 24, 25, 90)]);
    expect(estimate).toMatchObject({
      withConnect: false,
      roundTrip: { value: 10_000 },
      connect: { value: 15_000, samples: 3 },
    });
  });

  test('is not told apart where it is below a millisecond', () => {
    expect(estimated([...requests('later', 10), ...requests('first', 10.999)])[0]?.connect).toBeUndefined();
    expect(estimated([...requests('later', 10), ...requests('first', 11)])[0]?.connect?.value).toBe(1_000);
  });

  test('is in the round trip where there are first requests only', () => {
    expect(estimated(requests('first', 24, 26))[0]).toMatchObject({
      withConnect: true,
      connect: undefined,
      roundTrip: { value: 25_000 },
    });
  });
});

describe('pulls of images that were there', () => {
  test('are one HEAD, once what the runtime takes is off', () => {
    expect(estimated([], present('log', 30))[0]).toMatchObject({
      registry: 'registry.example',
      withConnect: true,
      roundTrip: { value: 30_000, from: 'pulls of images that were there' },
    });
  });

  test('in an event the size that the kubelet asks for is off as well', () => {
    expect(estimated([], present('events', 36.5))[0]?.roundTrip.value).toBe(30_000);
  });

  test('an event is known to 15 ms, a log to 3', () => {
    const many = Array.from({ length: 300 }, () => 30);
    expect(estimated([], present('log', ...many))[0]?.roundTrip).toMatchObject({ low: 27_000, high: 33_000 });
    const told = Array.from({ length: 300 }, () => 36.5);
    expect(estimated([], present('events', ...told))[0]?.roundTrip).toMatchObject({
      low: 15_000,
      high: 45_000,
    });
  });

  test('no pull takes less than no time', () => {
    expect(estimated([], present('log', -5))[0]?.roundTrip.value).toBe(0);
  });

  test('a log is believed before events, requests before both', () => {
    expect(estimated([], [...present('events', 90, 90, 90), ...present('log', 30)])[0]?.roundTrip.value).toBe(
      30_000,
    );
    expect(estimated(requests('later', 5), present('log', 30, 30))[0]?.roundTrip.value).toBe(5_000);
  });
});

test('each registry has its own, in order of names', () => {
  const other = { registry: 'a.example', kind: 'later', micros: 7_000 } as const;
  const estimates = estimated([...requests('later', 20), other]);
  expect(estimates.map(({ registry, roundTrip }) => [registry, roundTrip.value])).toEqual([
    ['a.example', 7_000],
    ['registry.example', 20_000],
  ]);
});
