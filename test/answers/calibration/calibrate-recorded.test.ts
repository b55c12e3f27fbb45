import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../src/answers/calibration/calibrate.ts';
import { logOf } from './log-of.ts';
import { recordedLog, recordedRuns } from './recorded-log.ts';

// Pulls of a real containerd over a link of a known limit (test/validation/runs), failed pulls and images
// that share layers among them. Without the retries after a failure, which may find layers still there: a log
// at level info cannot know.
const isRetry = (variant: string) => variant.includes('-gap');
const files = ['e1-order', 'e3-shared', 'e5-layers', 'e8-scale', 'e6-fail', 'e6-retry'];

describe.each(['1.6.20', '2.4.2'] as const)('containerd %s over 20 MB/s', (runtime) => {
  const runs = recordedRuns(files, runtime, 20e6).filter(({ variant }) => !isRetry(variant));
  const calibrated = (level: 'info' | 'debug') =>
    calibrate({
      logs: [logOf(recordedLog(runs, level))],
      events: [],
      histograms: [],
      runtime: `containerd://${runtime}`,
    });

  test('sizes and durations alone: the limit is met within 15 %', () => {
    const { link, combined, pullsUsed } = calibrated('info');
    expect(pullsUsed).toBeGreaterThan(60);
    expect(Math.abs((link?.value ?? 0) / 20e6 - 1)).toBeLessThan(0.15);
    expect(Math.abs((combined?.value ?? 0) / 20e6 - 1)).toBeLessThan(0.15);
    expect(link?.low).toBeLessThan(20e6);
    // These layers do not compress; a log at level info cannot know, so nothing speaks against a faster link.
    expect(link?.high).toBeNull();
  });

  test('with the level debug: the limit is met within 5 %, in an interval that is narrow', () => {
    const { link, registries } = calibrated('debug');
    expect(Math.abs((link?.value ?? 0) / 20e6 - 1)).toBeLessThan(0.05);
    expect(link?.low).toBeGreaterThan(17e6);
    expect(link?.high).toBeLessThan(23e6);
    // 5 ms of latency (50 ms in the few runs of e5), and what the loopback takes.
    expect(registries[0]?.roundTrip.value).toBeGreaterThan(5_000);
    expect(registries[0]?.roundTrip.value).toBeLessThan(8_000);
  });
});

test.each(['1.6.20', '2.4.2'] as const)(
  'containerd %s over 40 MB/s, unpacking text: the level debug tells both apart',
  (runtime) => {
    const runs = recordedRuns(['e2-unpack'], runtime, 40e6);
    const { link, unpack, combined } = calibrate({
      logs: [logOf(recordedLog(runs, 'debug'))],
      events: [],
      histograms: [],
      runtime: `containerd://${runtime}`,
    });
    expect(Math.abs((link?.value ?? 0) / 40e6 - 1)).toBeLessThan(0.15);
    expect(combined?.high).toBeLessThan(40e6);
    expect(unpack?.low).toBeLessThan(unpack?.value ?? 0);
  },
);
