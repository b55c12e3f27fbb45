import type { UnplacedPods } from '../../run/simulation-input.ts';
import type { Problems } from '../documents/problems.ts';
import { few, type NodePlan } from '../nodes/plan-nodes.ts';
import type { Workload } from '../workloads/workload.ts';

const osLabels = ['kubernetes.io/os', 'beta.kubernetes.io/os'] as const;

/** The nodes and workloads of Linux, and the pods of Windows, which have no node in a run. */
export interface LinuxCluster {
  readonly plans: readonly NodePlan[];
  readonly workloads: readonly Workload[];
  readonly leftOut: readonly UnplacedPods[];
}

/**
 * Leaves out Windows nodes, and the pods that only they take: their images, snapshots and runtime are not
 * those that are simulated. A warning names them.
 */
export function withoutWindows(
  plans: readonly NodePlan[],
  workloads: readonly Workload[],
  problems: Problems,
): LinuxCluster {
  const windowsNodes = new Set(plans.filter(isWindowsNode).map(({ name }) => name));
  const ofWindows = new Set(workloads.filter((workload) => isForWindows(workload, windowsNodes)));
  const names = [
    ...[...windowsNodes].map((name) => `node ${name}`),
    ...[...ofWindows].map(({ object, name }) => `${object.kind}/${name}`),
  ];
  if (names.length > 0) problems.warn(`Windows is not simulated; left out: ${few(names)}`);
  const leftOut = [...ofWindows].map(({ object, name, count }) => ({
    workload: `${object.kind}/${name}`,
    pods: count === 'one per node' ? windowsNodes.size : count,
    reason: 'Windows is not simulated.',
  }));
  return {
    plans: plans.filter(({ name }) => !windowsNodes.has(name)),
    workloads: workloads.filter((workload) => !ofWindows.has(workload)),
    leftOut: leftOut.filter(({ pods }) => pods > 0),
  };
}

function isWindowsNode({ object }: NodePlan): boolean {
  const labels = object?.node.metadata.labels ?? {};
  return (
    object?.node.status?.nodeInfo?.operatingSystem === 'windows' ||
    osLabels.some((label) => labels[label] === 'windows')
  );
}

/** Whether a workload asks for Windows: by its operating system, by its selector, or by the node it names. */
function isForWindows({ spec }: Workload, windowsNodes: ReadonlySet<string>): boolean {
  if (spec.os?.name === 'windows' || windowsNodes.has(spec.nodeName ?? '')) return true;
  if (osLabels.some((label) => spec.nodeSelector?.[label] === 'windows')) return true;
  const terms =
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return (
    terms.length > 0 &&
    terms.every((term) =>
      term.matchExpressions?.some(
        ({ key, operator, values }) =>
          (osLabels as readonly string[]).includes(String(key)) &&
          operator === 'In' &&
          Array.isArray(values) &&
          values.every((value) => value === 'windows'),
      ),
    )
  );
}
