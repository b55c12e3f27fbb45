import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import type { JobRun } from '../../run/simulation-input.ts';
import { defaultOf } from '../defaults.ts';
import type { PlacedPod } from '../placement/place-pods.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import { derivedUid, generatedName } from './pod-name.ts';
import type { JobPlan } from './workload.ts';

interface BuiltPod {
  readonly pod: Omit<PodSpec, 'arrivesAtMicros'>;
  readonly placed: PlacedPod;
}

/**
 * `DefaultJobPodFailureBackOff` and `MaxJobPodFailureBackOff` (pkg/controller/job/job_controller.go,
 * v1.36.3).
 */
const backOff = { backOffMicrosMin: 10_000_000, backOffMicrosMax: 600_000_000 } as const;

/**
 * Returns the Jobs whose controller makes pods when others are over, because not all run side by side or
 * because some of them fail, and those whose end a CronJob waits for. A pod in place of a failed one is on
 * the same node.
 */
export function jobRuns(built: readonly BuiltPod[], horizonMicros: number): readonly JobRun[] {
  const ofJobs = groupedBy(
    built.filter(({ placed }) => placed.workload.job !== undefined),
    ({ placed }) => placed.workload,
  );
  return [...ofJobs].flatMap(([{ job, oneRunAtATime }, pods]) => {
    if (job === undefined) return [];
    const byJob = groupedBy(pods, ({ placed }) => Math.floor(placed.ordinal / job.pods));
    const runs = [...byJob.values()].map((of) => jobRun(job, of, horizonMicros));
    return oneRunAtATime ? runs : runs.filter(makesMore);
  });
}

function makesMore({ lines, first }: JobRun): boolean {
  return lines.flat().length > first.length;
}

function jobRun(job: JobPlan, built: readonly BuiltPod[], horizonMicros: number): JobRun {
  const { completions, parallelism, backoffLimit, isIndexed } = job;
  const pods = built.map(({ pod }) => pod);
  // No more of them can fail before the horizon.
  const retriesMax = Math.min(
    backoffLimit,
    parallelism * Math.ceil(horizonMicros / backOff.backOffMicrosMin),
  );
  const lines = (isIndexed ? pods.map((pod) => [pod]) : [pods]).map((line) => {
    const failing = line.find(canFail);
    return { line, retries: failing === undefined ? [] : retriesOf(failing, retriesMax) };
  });
  const retries = lines.flatMap((line) => line.retries);
  const uids = lines.map(({ line, retries: more }) => [...line, ...more].map(({ uid }) => uid));
  const first = pods.slice(0, parallelism).map(({ uid }) => uid);
  const delayMicros = micros(defaultOf('recreation'));
  return { completions, parallelism, backoffLimit, lines: uids, first, retries, delayMicros, ...backOff };
}

/** Whether the pod fails once one of its containers ends: with OnFailure the kubelet restarts it. */
function canFail({ restartPolicy, initContainers, containers }: BuiltPod['pod']): boolean {
  const ends = [...initContainers, ...containers];
  return (
    restartPolicy === 'Never' &&
    ends.some(({ runsForMicros, exitCode }) => runsForMicros !== null && exitCode !== 0)
  );
}

function retriesOf(pod: BuiltPod['pod'], count: number): readonly PodSpec[] {
  return Array.from({ length: count }, (_, index) => {
    const seedText = `retry ${pod.namespace}/${pod.name} ${index}`;
    const name = generatedName(pod.name.slice(0, -5), seedText);
    return { ...pod, name, uid: derivedUid(`pod ${seedText}`), arrivesAtMicros: 0 };
  });
}
