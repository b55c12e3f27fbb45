import { expect, it } from 'vitest';
import { tickAfter } from '../../../src/kubelet/pods/work-queue.ts';

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
