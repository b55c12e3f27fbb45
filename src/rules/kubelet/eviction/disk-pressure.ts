import type { ObservationOf } from '../../../trace/observation.ts';

/** `evictionPressureTransitionPeriod` where it is not set. */
export const pressureTransitionMicros = 300_000_000;

/** `evictionMonitoringPeriod` in pkg/kubelet/kubelet.go. */
export const monitoringPeriodMicros = 10_000_000;

/**
 * The condition as `DiskPressureCondition` in pkg/kubelet/nodestatus/setters.go (v1.36.3) words it, and its
 * event.
 */
export function diskPressure(
  node: string,
  isUnder: boolean,
): readonly [ObservationOf<'condition'>, ObservationOf<'event'>] {
  const reason = isUnder ? 'NodeHasDiskPressure' : 'NodeHasNoDiskPressure';
  return [
    {
      type: 'condition',
      condition: 'DiskPressure',
      status: isUnder ? 'True' : 'False',
      reason: isUnder ? 'KubeletHasDiskPressure' : 'KubeletHasNoDiskPressure',
      message: isUnder ? 'kubelet has disk pressure' : 'kubelet has no disk pressure',
    },
    { type: 'event', eventType: 'Normal', reason, message: `Node ${node} status is now: ${reason}` },
  ];
}

/**
 * The event before a reclaim; mirrors `synchronize` in pkg/kubelet/eviction/eviction_manager.go (v1.36.3).
 */
export const evictionThresholdMet: ObservationOf<'event'> = {
  type: 'event',
  eventType: 'Warning',
  reason: 'EvictionThresholdMet',
  message: 'Attempting to reclaim ephemeral-storage',
};
