import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { PodOwner } from '../../rules/kubelet/pods/pod.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { ContainerPhases } from '../phases/container-phases.ts';
import { type PodPhases, podPhases } from '../phases/pod-phases.ts';
import { type PrePull, prePulls } from '../phases/pre-pulls.ts';
import { headerOf } from '../summary/run-conditions.ts';

/** A container, an image volume, or an image that is pulled ahead, with the name of its pull in records. */
export interface RunRow {
  readonly container: ContainerPhases;
  readonly actor: string;
  readonly arrivedMs: number;
  /** The workload of its pod. */
  readonly owner?: PodOwner | undefined;
  readonly isPrePull: boolean;
}

interface RunRows {
  readonly endMs: number;
  readonly pods: readonly PodPhases[];
  /** In the order of `nodes`; within a node pods in order of arrival, then images that were pulled ahead. */
  readonly rows: readonly RunRow[];
  /** The nodes of the header, then those that only records name. */
  readonly nodes: readonly { readonly name: string; readonly firstRow: number; readonly rowCount: number }[];
}

/** Returns the rows of a run's picture up to `atMs` (default: the trace's end). */
export function runRows(records: readonly TraceRecord[], atMs?: number): RunRows {
  const { pods, endMs } = podPhases(records, atMs);
  const podsByNode = groupedBy(pods, ({ node }) => node);
  const prePullsByNode = groupedBy(prePulls(records, atMs), ({ node }) => node);
  const headerNodes = headerOf(records)?.nodes.map(({ name }) => name) ?? [];
  const names = new Set([...headerNodes, ...podsByNode.keys(), ...prePullsByNode.keys()]);
  const rows: RunRow[] = [];
  const nodes = [...names].map((name) => {
    const firstRow = rows.length;
    for (const row of podRows(podsByNode.get(name) ?? [])) rows.push(row);
    for (const row of (prePullsByNode.get(name) ?? []).flatMap(prePullRows)) rows.push(row);
    return { name, firstRow, rowCount: rows.length - firstRow };
  });
  return { endMs, pods, rows, nodes };
}

/** Returns a row for each container of these pods, in their order. */
export function podRows(pods: readonly PodPhases[]): RunRow[] {
  return pods.flatMap(({ arrivedMs, owner, containers }) =>
    containers.map((container) => ({
      container,
      actor: actorOf(container),
      arrivedMs,
      owner,
      isPrePull: false,
    })),
  );
}

/** Returns the name that the pod's worker gives to a pull. Image volumes have names of their own. */
function actorOf({ node, pod, name, kind }: ContainerPhases): string {
  return `${node}/kubelet/${pod.namespace}/${pod.name}/${kind === 'imageVolume' ? 'volumes/' : ''}${name}`;
}

function prePullRows({ beganMs, images }: PrePull): RunRow[] {
  return images.map(({ phases, actor = '' }) => ({
    container: phases,
    actor,
    arrivedMs: beganMs,
    isPrePull: true,
  }));
}
