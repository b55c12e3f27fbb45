import { formatGoDuration } from '../go/go-duration.ts';
import { isReleaseAtLeast } from '../release-order.ts';
import type { KubeletConfigurationReader } from './kubelet-configuration-reader.ts';
import type { KubeletConfigurationRule } from './kubelet-configuration-rules.ts';
import { numberAt } from './kubelet-configuration-types.ts';

/** Which values the kubelet refuses, and what it then says of them. Of a duration they are microseconds. */
type Range = readonly [field: string, refuses: (value: number) => boolean, says: (value: number) => string, since?: string];

const second = 1_000_000;

function notNegative(field: string, flag: string): Range {
  return [field, (value) => value < 0, (value) => `${field} (${flag}) ${value} must not be a negative number`];
}

/** `zero`: what the kubelet makes of 0, before it looks at the range. */
function between(field: string, flag: string, min: number, max: number, zero: 'counts' | 'isAbsent' = 'counts', told = min): Range {
  const says = (value: number) => `${field} (${flag}) ${value} must be between ${told} and ${max}, inclusive`;
  return [field, (value) => (value < min || value > max) && !(zero === 'isAbsent' && value === 0), says];
}

/**
 * The numbers and durations of which `ValidateKubeletConfiguration` in pkg/kubelet/apis/config/validation/validation.go has
 * something to say by themselves, whether they are simulated or not, in its order and words (1.36.3; compared with 1.14.10 and
 * 1.27.16 to 1.35.4). All others may have any value of their type: a negative `nodeStatusUpdateFrequency` is as good as any.
 */
const ranges: readonly Range[] = [
  ['nodeLeaseDurationSeconds', (value) => value < 0, () => 'nodeLeaseDurationSeconds must be greater than 0'],
  notNegative('eventBurst', '--event-burst'),
  notNegative('eventRecordQPS', '--event-qps'),
  between('healthzPort', '--healthz-port', 1, 65_535, 'isAbsent'),
  [
    'cpuCFSQuotaPeriod',
    (value) => value < 1_000 || value > second,
    (value) => `cpuCFSQuotaPeriod (--cpu-cfs-quota-period) ${formatGoDuration(value)} must be between 1ms and 1sec, inclusive`,
  ],
  between('imageGCHighThresholdPercent', '--image-gc-high-threshold', 0, 100),
  between('imageGCLowThresholdPercent', '--image-gc-low-threshold', 0, 100),
  between('iptablesDropBit', '--iptables-drop-bit', 0, 31),
  between('iptablesMasqueradeBit', '--iptables-masquerade-bit', 0, 31),
  notNegative('kubeAPIBurst', '--kube-api-burst'),
  notNegative('kubeAPIQPS', '--kube-api-qps'),
  [
    'nodeStatusMaxImages',
    (value) => value < -1,
    (value) => `nodeStatusMaxImages (--node-status-max-images) ${value} must be -1 or greater`,
  ],
  notNegative('maxOpenFiles', '--max-open-files'),
  notNegative('maxPods', '--max-pods'),
  between('oomScoreAdj', '--oom-score-adj', -1_000, 1_000),
  notNegative('podsPerCore', '--pods-per-core'),
  between('port', '--port', 1, 65_535, 'isAbsent'),
  between('readOnlyPort', '--read-only-port', 1, 65_535, 'isAbsent', 0),
  notNegative('registryBurst', '--registry-burst'),
  notNegative('registryPullQPS', '--registry-qps'),
  [
    'shutdownGracePeriod',
    isPartOfSecond,
    (value) => `shutdownGracePeriod ${formatGoDuration(value)} must be either zero or otherwise >= 1 sec`,
    '1.27',
  ],
  [
    'shutdownGracePeriodCriticalPods',
    isPartOfSecond,
    (value) => `shutdownGracePeriodCriticalPods ${formatGoDuration(value)} must be either zero or otherwise >= 1 sec`,
    '1.27',
  ],
  [
    'userNamespaces.idsPerPod',
    (value) => value < 65_536 || value % 65_536 !== 0 || value > 4_294_967_295,
    () => 'userNamespaces.idsPerPod must be a multiple of 65536, not less than 65536 and not more than 4294967295',
    '1.33',
  ],
  [
    'tracing.samplingRatePerMillion',
    (value) => value < 0 || value > 1_000_000,
    (value) => `tracing.samplingRatePerMillion: Invalid value: ${value}: sampling rate must be between 0 and one million`,
    '1.27',
  ],
  [
    'memoryThrottlingFactor',
    (value) => value <= 0 || value > 1,
    (value) => `memoryThrottlingFactor ${value} must be greater than 0 and less than or equal to 1.0`,
    '1.27',
  ],
  ['containerLogMaxWorkers', (value) => value < 1, () => 'containerLogMaxWorkers must be greater than or equal to 1', '1.30'],
  [
    'containerLogMonitorInterval',
    (value) => value < 3 * second,
    () => 'containerLogMonitorInterval must be a positive time duration greater than or equal to 3s',
    '1.30',
  ],
  ['containerLogMaxFiles', (value) => value <= 1, () => 'containerLogMaxFiles must be greater than 1', '1.33'],
  // Not part of the validation: NewMainKubelet in pkg/kubelet/kubelet.go ends with these words, in every release.
  ['syncFrequency', (value) => value < 0, (value) => `syncFrequency: invalid sync frequency ${value}000`],
];

export const kubeletConfigurationRanges: readonly KubeletConfigurationRule[] = ranges.map(([field, refuses, says, since]) => ({
  fields: [field],
  check: ({ release }, written: KubeletConfigurationReader) => {
    const value = numberAt(written, field);
    if (value === undefined || !refuses(value)) return undefined;
    return since === undefined || isReleaseAtLeast(release, since) ? says(value) : undefined;
  },
}));

function isPartOfSecond(micros: number): boolean {
  return micros < 0 || (micros > 0 && micros < second);
}
