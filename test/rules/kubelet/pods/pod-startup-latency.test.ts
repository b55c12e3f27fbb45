import { expect, test } from 'vitest';
import { PodStartupLatency } from '../../../../src/rules/kubelet/pods/pod-startup-latency.ts';
import { v1_31, v1_36 } from '../../../../src/rules/kubelet/profiles/profiles.ts';

const second = 1e6;
const newest = () => new PodStartupLatency(v1_36.startup, 0);

// pkg/kubelet/util/pod_startup_latency_tracker_test.go (v1.36.3),
// TestPodStartupLatencyTrackerMultipleImagePulls…
test('overlapping pulls count once, pauses between pulls do not', () => {
  const pod = newest();
  pod.pullStarted(1 * second);
  pod.pullStarted(2 * second);
  pod.pullFinished(4 * second);
  pod.pullFinished(5 * second);
  pod.pullStarted(9 * second);
  pod.pullFinished(10 * second);
  expect(pod.latency(12 * second)).toEqual({
    totalMicros: 12 * second,
    pullMicros: 5 * second,
    initMicros: 0,
    sliMicros: 7 * second,
  });
});

// RecordImageFinishedPulling closes the oldest open start (v1.36.3).
test('a failed pull leaves its session open, and the next success closes it: back-off counts as pulling', () => {
  const pod = newest();
  pod.pullStarted(1 * second);
  pod.pullStarted(20 * second);
  pod.pullFinished(22 * second);
  expect(pod.latency(23 * second)).toMatchObject({ pullMicros: 21 * second, sliMicros: 2 * second });
});

// The same, and calculateImagePullingTime with init run time taken off once more (v1.36.3;
// kubernetes#130432).
test('a failed pull and an init container together make the latency negative', () => {
  const pod = newest();
  pod.pullStarted(1 * second);
  pod.pullStarted(12 * second);
  pod.pullFinished(13 * second);
  pod.initStarted(14 * second);
  pod.initFinished(20 * second);
  pod.pullStarted(21 * second);
  pod.pullFinished(22 * second);
  expect(pod.latency(23 * second).sliMicros).toBe(23 * second - 21 * second - 6 * second);
});

// kuberuntime_manager.go, after the start of init containers (v1.36.3): every exited one is told at each
// sync.
test('with two init containers neither run time is taken off', () => {
  const pod = newest();
  pod.initStarted(1 * second);
  // The sync after the first one's exit starts the second, and then tells of the first.
  pod.initStarted(6 * second);
  pod.initFinished(5 * second);
  pod.initFinished(5 * second);
  pod.initFinished(9 * second);
  expect(pod.latency(10 * second).initMicros).toBe(0);
});

// pod_startup_latency_tracker.go (v1.31.14): lastFinishedPulling - firstStartedPulling.
test('1.31 takes everything from the first pull to the last off, and no init containers', () => {
  const pod = new PodStartupLatency(v1_31.startup, 0);
  pod.pullStarted(1 * second);
  pod.pullFinished(2 * second);
  pod.initStarted(3 * second);
  pod.initFinished(8 * second);
  pod.pullStarted(9 * second);
  pod.pullFinished(10 * second);
  expect(pod.latency(11 * second)).toEqual({
    totalMicros: 11 * second,
    pullMicros: 9 * second,
    initMicros: 0,
    sliMicros: 2 * second,
  });
});

// The same: the zero time minus a start is the least duration, and taking that off overflows.
test('up to 1.31 a pod whose pulls all failed before its image came counts as -292 years', () => {
  const pod = new PodStartupLatency(v1_31.startup, 0);
  pod.pullStarted(1 * second);
  expect(pod.latency(30 * second).sliMicros / second).toBeCloseTo(30 - 2 ** 63 / 1e9, 0);
});

test('a pod without pulls has its total as latency', () => {
  for (const { startup } of [v1_31, v1_36]) {
    expect(new PodStartupLatency(startup, 1 * second).latency(3 * second)).toEqual({
      totalMicros: 2 * second,
      sliMicros: 2 * second,
      pullMicros: 0,
      initMicros: 0,
    });
  }
});
