import { parseTimestamp } from '../../inputs/events/timestamp.ts';
import type { ClusterPod } from './cluster-objects.ts';

/** A pod of the run, with when it came, in microseconds since 1970. */
export interface ArrivedPod {
  readonly pod: ClusterPod;
  readonly micros: number;
}

/**
 * Returns when the kubelet got to know of a pod, in microseconds since 1970: when it was bound to its node,
 * or created if nothing tells. The API server's times have whole seconds.
 */
export function arrivalOf({ metadata, status }: ClusterPod): number | undefined {
  const created = timeOf(metadata.creationTimestamp);
  const bound = (status?.conditions ?? []).find(
    ({ type, status: is }) => type === 'PodScheduled' && is === 'True',
  );
  const at = timeOf(bound?.lastTransitionTime);
  return at === undefined || (created !== undefined && at < created) ? created : at;
}

/** How many entries a Scenario may have under `containers`. */
export const containerEntriesMax = 1_000;

/** How long a container of a pod ran, and how it ended. */
export interface ContainerEnd {
  readonly pod: ClusterPod;
  readonly container: string;
  readonly runsForMicros: number;
  readonly exitCode: number;
}

/** Returns the containers of a pod that have ended, each with its last end. */
export function containerEnds(pod: ClusterPod): ContainerEnd[] {
  const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
  return statuses.flatMap(({ name, state, lastState }): ContainerEnd[] => {
    const ended = state?.terminated ?? lastState?.terminated;
    const [began, end] = [timeOf(ended?.startedAt), timeOf(ended?.finishedAt)];
    if (began === undefined || end === undefined || end < began || began === 0) return [];
    const exitCode = ended?.exitCode ?? 0;
    return [
      {
        pod,
        container: name,
        runsForMicros: end - began,
        exitCode: exitCode >= 0 && exitCode <= 255 ? exitCode : 255,
      },
    ];
  });
}

function timeOf(text: string | null | undefined): number | undefined {
  return text ? parseTimestamp(text) : undefined;
}
