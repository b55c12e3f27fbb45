import { isReleaseAtLeast } from './kubelet-release.ts';

/** A metric on a kubelet's metrics page. */
export interface KubeletMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labelNames: readonly string[];
  /** The oldest release with a profile that has it. */
  readonly since: string;
  /** Whether it appears with its first use only, although it has no labels. */
  readonly appearsWithUse?: true;
  /** The inclusive upper bounds of a histogram's buckets, in seconds. */
  readonly bounds?: readonly number[];
  /** Until which release a histogram had other buckets, and which. */
  readonly boundsBefore?: readonly [release: string, bounds: readonly number[]];
  /** Until which release it had no labels. */
  readonly unlabelledBefore?: string;
}

/** Returns a metric as it is in a release: with the buckets and labels that it had then. */
export function metricIn(metric: KubeletMetric, release: string): KubeletMetric {
  const { boundsBefore, unlabelledBefore } = metric;
  return {
    ...metric,
    ...(boundsBefore === undefined || isReleaseAtLeast(release, boundsBefore[0])
      ? {}
      : { bounds: boundsBefore[1] }),
    ...(unlabelledBefore === undefined || isReleaseAtLeast(release, unlabelledBefore)
      ? {}
      : { labelNames: [] }),
  };
}

/** `imagePullDurationBuckets` of pkg/kubelet/metrics/metrics.go (v1.36.3). */
export const imagePullBounds: readonly number[] = [
  1, 5, 10, 20, 30, 60, 120, 180, 240, 300, 360, 480, 600, 900, 1200, 1800, 2700, 3600,
];
const defaultBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const startupBounds = [
  0.5, 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, 45, 60, 120, 180, 240, 300, 360, 480, 600, 900, 1200, 1800, 2700,
  3600,
];
/** `ExponentialBuckets(.005, 2.5, 14)`, multiplied step by step as there. */
const runtimeBounds = Array.from({ length: 13 }).reduce<number[]>(
  (bounds) => [...bounds, (bounds.at(-1) ?? 0) * 2.5],
  [0.005],
);

function histogram(
  name: string,
  help: string,
  bounds: readonly number[],
  labelNames: readonly string[] = [],
  since = '1.14',
): KubeletMetric {
  return { name: `kubelet_${name}`, type: 'histogram', help, labelNames, since, bounds };
}

function counter(
  name: string,
  help: string,
  labelNames: readonly string[] = [],
  since = '1.14',
): KubeletMetric {
  return { name: `kubelet_${name}`, type: 'counter', help, labelNames, since };
}

function gauge(
  name: string,
  help: string,
  labelNames: readonly string[] = [],
  since = '1.14',
): KubeletMetric {
  return { name: `kubelet_${name}`, type: 'gauge', help, labelNames, since };
}

/**
 * The metrics of a kubelet that follow from a trace: names, labels and buckets of
 * pkg/kubelet/metrics/metrics.go, images/metrics.go and images/pullmanager/metrics.go (v1.38.0-beta.0, v1.36.3,
 * v1.31.14; `since` also by those of v1.14.0, v1.22.17 and the last patches that follow). The help texts are our own.
 */
export const kubeletMetricsTable = {
  imagePullDuration: histogram(
    'image_pull_duration_seconds',
    'Time of successful image pulls, the wait for a slot included, by size of the image.',
    imagePullBounds,
    ['image_size_in_bytes'],
    '1.30',
  ),
  ensureImageRequests: counter(
    'image_manager_ensure_image_requests_total',
    'Times that an image was asked for, by what was found out.',
    ['pull_policy', 'present_locally', 'pull_required'],
    '1.35',
  ),
  mustPullChecks: counter(
    'imagemanager_image_mustpull_checks_total',
    'Times that the pull records were asked about an image that was there, by what they said.',
    ['result'],
    '1.35',
  ),
  imageGarbageCollected: {
    ...counter(
      'image_garbage_collected_total',
      'Images that the kubelet removed, for space or for age.',
      ['reason'],
      '1.29',
    ),
    unlabelledBefore: '1.30',
  },
  runtimeOperations: counter('runtime_operations_total', 'Calls to the container runtime, by kind.', [
    'operation_type',
  ]),
  runtimeOperationsErrors: counter(
    'runtime_operations_errors_total',
    'Calls to the container runtime that failed, by kind.',
    ['operation_type'],
  ),
  runtimeOperationsDuration: {
    ...histogram(
      'runtime_operations_duration_seconds',
      'Time of calls to the container runtime, by kind.',
      runtimeBounds,
      ['operation_type'],
    ),
    boundsBefore: ['1.22', defaultBounds],
  },
  runPodSandboxDuration: histogram(
    'run_podsandbox_duration_seconds',
    'Time to make a sandbox, by runtime handler.',
    defaultBounds,
    ['runtime_handler'],
  ),
  runPodSandboxErrors: counter(
    'run_podsandbox_errors_total',
    'Sandboxes that the runtime could not make, by runtime handler.',
    ['runtime_handler'],
  ),
  startedPods: counter('started_pods_total', 'Sandboxes that were begun.', [], '1.22'),
  startedPodsErrors: counter('started_pods_errors_total', 'Sandboxes that could not be made.', [], '1.22'),
  startedContainers: counter(
    'started_containers_total',
    'Attempts to start a container, its image included, by kind.',
    ['container_type'],
    '1.22',
  ),
  startedContainersErrors: counter(
    'started_containers_errors_total',
    'Attempts to start a container that failed, by kind and reason.',
    ['container_type', 'code'],
    '1.22',
  ),
  podWorkerDuration: histogram(
    'pod_worker_duration_seconds',
    "Time of a round of a pod's worker, by what brought it about.",
    defaultBounds,
    ['operation_type'],
  ),
  podWorkerErrors: counter(
    'pod_worker_errors_total',
    "Rounds of a pod's worker that failed, by what brought them about; those in which all only backs off are left out.",
    ['operation_type'],
    '1.38',
  ),
  syncResultErrors: counter(
    'sync_result_errors_total',
    'What rounds of pod workers failed to do, by kind; what only backs off is left out.',
    ['action'],
    '1.38',
  ),
  podWorkerStartDuration: histogram(
    'pod_worker_start_duration_seconds',
    'Time from the arrival of a pod to the first round of its worker.',
    defaultBounds,
  ),
  podStartDuration: {
    ...histogram(
      'pod_start_duration_seconds',
      'Time from the arrival of a pod to its phase Running; once more, near zero, for its first round.',
      startupBounds,
    ),
    boundsBefore: ['1.29', defaultBounds],
  },
  podStartSliDuration: {
    ...histogram(
      'pod_start_sli_duration_seconds',
      'Time from the creation of a pod until all its containers were seen running, without pulls and init containers.',
      startupBounds,
      [],
      '1.26',
    ),
    appearsWithUse: true,
  },
  podStartTotalDuration: {
    ...histogram(
      'pod_start_total_duration_seconds',
      'Time from the creation of a pod until all its containers were seen running.',
      startupBounds,
      [],
      '1.29',
    ),
    appearsWithUse: true,
  },
  firstNetworkPodStartSliDuration: gauge(
    'first_network_pod_start_sli_duration_seconds',
    'The startup latency of the first pod with a network of its own.',
    [],
    '1.30',
  ),
  runningPods: gauge('running_pods', 'Pods whose sandbox is ready.', [], '1.22'),
  runningContainers: gauge(
    'running_containers',
    'Containers that the runtime has, by state.',
    ['container_state'],
    '1.22',
  ),
  plegRelistDuration: histogram('pleg_relist_duration_seconds', 'Time of a relist.', defaultBounds),
  plegRelistInterval: histogram(
    'pleg_relist_interval_seconds',
    'Time from the beginning of one relist to that of the next.',
    defaultBounds,
  ),
  plegPodRelistDuration: histogram(
    'pleg_pod_relist_duration_seconds',
    'Time of the relist of one pod.',
    defaultBounds,
    [],
    '1.36',
  ),
  plegDiscardEvents: counter(
    'pleg_discard_events',
    'Lifecycle events that were dropped because nobody took them.',
  ),
  plegLastSeen: gauge(
    'pleg_last_seen_seconds',
    'When the last relist began that went well, in seconds of Unix time.',
    [],
    '1.22',
  ),
} as const satisfies Readonly<Record<string, KubeletMetric>>;
