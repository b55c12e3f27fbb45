import { expect, it } from 'vitest';
import { diskPressure, evictionThresholdMet } from '../../../../src/rules/kubelet/eviction/disk-pressure.ts';
import { evictionBelowBytes } from '../../../../src/rules/kubelet/eviction/eviction-thresholds.ts';

// DiskPressureCondition of pkg/kubelet/nodestatus/setters.go and recordNodeStatusEvent, v1.36.3.
it('comes and goes with a condition and an event of the same name', () => {
  expect(diskPressure('node-1', true)).toMatchObject([
    {
      condition: 'DiskPressure',
      status: 'True',
      reason: 'KubeletHasDiskPressure',
      message: 'kubelet has disk pressure',
    },
    {
      eventType: 'Normal',
      reason: 'NodeHasDiskPressure',
      message: 'Node node-1 status is now: NodeHasDiskPressure',
    },
  ]);
  expect(diskPressure('node-1', false)).toMatchObject([
    {
      condition: 'DiskPressure',
      status: 'False',
      reason: 'KubeletHasNoDiskPressure',
      message: 'kubelet has no disk pressure',
    },
    {
      eventType: 'Normal',
      reason: 'NodeHasNoDiskPressure',
      message: 'Node node-1 status is now: NodeHasNoDiskPressure',
    },
  ]);
});

// synchronize of pkg/kubelet/eviction/eviction_manager.go, v1.36.3.
it('is a warning event when there is something to reclaim', () => {
  expect(evictionThresholdMet).toMatchObject({
    eventType: 'Warning',
    message: 'Attempting to reclaim ephemeral-storage',
  });
});

// GetThresholdQuantity of pkg/kubelet/eviction/api/types.go: a part of the capacity loses its fraction.
it('begins below a part of the disk, or below so many bytes', () => {
  expect(evictionBelowBytes({ signal: 'imagefs.available', below: { percent: 15 } }, 1_009)).toBe(151);
  expect(evictionBelowBytes({ signal: 'imagefs.available', below: { bytes: 500 } }, 1_009)).toBe(500);
});
