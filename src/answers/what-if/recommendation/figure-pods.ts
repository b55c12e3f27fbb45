import type { Figure, PodTimes } from '../../../reports/comparison/figure-rows.ts';
import type { LinkName } from '../../../reports/critical-path/critical-path.ts';
import type { PodPath } from '../../../reports/critical-path/pod-paths.ts';
import { percentile } from '../../../reports/summary/percentile.ts';
import type { RunSummary } from '../../../reports/summary/summary.ts';
import { ownerText } from '../../../rules/kubelet/pods/pod.ts';

type Rollout = NonNullable<RunSummary['rollouts']>[number];

/** A pod that makes a figure, and what its time consists of, in whole microseconds. */
export interface FigurePod extends Pick<PodPath, 'pod' | 'links'> {
  /** Whether it does not run. */
  readonly isIdle: boolean;
}

/**
 * Returns the pods of a run that make a figure: of a percentile those whose time it is, which are several
 * where pods take equally long; if it is never reached, the pods that do not run. None if the figure is a sum
 * over all pods, or no time of pods.
 */
export function figurePods(
  { pods: of }: Figure,
  summary: RunSummary,
  paths: readonly PodPath[],
): readonly FigurePod[] {
  if (of === 'notRunning') return idlePods(paths);
  if (of === 'longestWait') return longestWaiter(summary);
  if (of === 'rollout') return rolloutPods(summary.rollouts ?? [], paths);
  return of === undefined ? [] : podsAtRank(of, paths);
}

function idlePods(paths: readonly PodPath[]): readonly FigurePod[] {
  return paths
    .filter(({ state }) => state === 'notRunning')
    .map(({ pod, links }) => ({ pod, links, isIdle: true }));
}

function longestWaiter({ longestWait }: RunSummary): readonly FigurePod[] {
  if (longestWait === null) return [];
  const { container, phase, fromMs, toMs } = longestWait;
  const pod = container.split('/').slice(0, 2).join('/');
  return [{ pod, links: new Map([[phase as LinkName, Math.round((toMs - fromMs) * 1000)]]), isIdle: false }];
}

function podsAtRank({ time, percent }: PodTimes, paths: readonly PodPath[]): readonly FigurePod[] {
  const known = Float64Array.from(paths.flatMap((path) => path[time] ?? [])).sort();
  // As in `timesToRunning` of the summary.
  const never =
    time === 'timeToRunningMs'
      ? paths.filter(({ state }) => state === 'notRunning' || state === 'rejected').length
      : 0;
  const reached = percentile(known, percent, known.length + never);
  if (reached === undefined) return idlePods(paths);
  return paths
    .filter((path) => path[time] === reached)
    .map(({ pod, links }) => ({ pod, links, isIdle: false }));
}

/**
 * Of the longest rollout the pods that came with it; of one that is not complete those of them that do not
 * run.
 */
function rolloutPods(rollouts: readonly Rollout[], paths: readonly PodPath[]): readonly FigurePod[] {
  const took = ({ durationMs }: Rollout) => durationMs ?? Number.POSITIVE_INFINITY;
  const longest = rollouts.reduce<Rollout | undefined>(
    (most, one) => (most === undefined || took(one) > took(most) ? one : most),
    undefined,
  );
  if (longest === undefined) return [];
  const { namespace, workload, atMs, durationMs } = longest;
  const come = paths.filter(
    ({ pod, owner, arrivedMs }) =>
      pod.startsWith(`${namespace}/`) && ownerText(owner) === workload && arrivedMs > atMs,
  );
  return durationMs === null
    ? idlePods(come)
    : come
        .filter(({ arrivedMs }) => arrivedMs <= atMs + durationMs)
        .map(({ pod, links }) => ({ pod, links, isIdle: false }));
}
