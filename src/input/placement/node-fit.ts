import type { NodePlan } from '../nodes/plan-nodes.ts';
import { type LabelRequirement, meetsRequirement } from '../workloads/label-requirement.ts';
import type { Workload } from '../workloads/workload.ts';

type Taint = NonNullable<NonNullable<NonNullable<NodePlan['object']>['node']['spec']>['taints']>[number];

/**
 * Returns why a scheduler keeps these pods away from the node, in its words; undefined: it does not. Mirrors the filters
 * NodeUnschedulable, TaintToleration and NodeAffinity (pkg/scheduler/framework/plugins, v1.36.3). Labels that the input does not tell
 * are whatever a pod wants.
 */
export function misfitOf(workload: Workload, plan: NodePlan, labels: NodeLabels = labelsOf(plan)): string | undefined {
  const { spec, count } = workload;
  if (plan.object?.node.spec?.unschedulable && count !== 'one per node') return 'node(s) were unschedulable';
  const taint = repelling(workload, plan);
  if (taint !== undefined) return `node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`;
  const selector = Object.entries(spec.nodeSelector ?? {}).map(([key, value]) => ({ key, operator: 'In', values: [value] }));
  const isSelected = selector.every((one) => meets(one, labels)) && hasAffinity(workload, labels);
  return isSelected ? undefined : "node(s) didn't match Pod's node affinity/selector";
}

/** What of a workload `misfitOf` goes by, as a text: workloads that are alike in it fit the same nodes. */
export function fitKey({ spec, count }: Workload): string {
  const { nodeSelector, affinity, tolerations, nodeName } = spec;
  return JSON.stringify([nodeSelector, affinity?.nodeAffinity, tolerations, !nodeName, count === 'one per node']);
}

/** A node's labels, and whether there may be others. */
export interface NodeLabels {
  readonly known: Readonly<Record<string, string>>;
  readonly areAll: boolean;
}

export function labelsOf({ name, object }: NodePlan): NodeLabels {
  const labels = object?.node.metadata.labels ?? undefined;
  const names = { 'kubernetes.io/hostname': name, 'metadata.name': name };
  // Nodes that are counted beside the Node objects have the labels of one, but for its name.
  const isItself = object?.node.metadata.name === name;
  return { known: isItself ? { ...names, ...labels } : { ...labels, ...names }, areAll: labels !== undefined };
}

function meets(requirement: LabelRequirement, { known, areAll }: NodeLabels): boolean {
  return (!areAll && !Object.hasOwn(known, String(requirement.key))) || meetsRequirement(requirement, known);
}

/** Mirrors `GetRequiredNodeAffinity` of component-helpers (v0.36.3): one term is enough, of which each requirement is met. */
function hasAffinity({ spec }: Workload, labels: NodeLabels): boolean {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (!required) return true;
  return required.nodeSelectorTerms.some(({ matchExpressions, matchFields }) => {
    const requirements = [...(matchExpressions ?? []), ...(matchFields ?? [])];
    return requirements.length > 0 && requirements.every((one) => meets(one, labels));
  });
}

/** The first taint of the node that the pods do not tolerate. */
function repelling({ spec, count }: Workload, { object }: NodePlan): Taint | undefined {
  const taints = object?.node.spec?.taints ?? [];
  return taints.find(
    (taint) =>
      // A pod that names its node meets no scheduler.
      (taint.effect === 'NoExecute' || (taint.effect === 'NoSchedule' && !spec.nodeName)) &&
      // What its controller lets every DaemonSet tolerate.
      !(count === 'one per node' && taint.key.startsWith('node.kubernetes.io/')) &&
      !(spec.tolerations ?? []).some((toleration) => tolerates(toleration, taint)),
  );
}

/** `ToleratesTaint` of component-helpers, without the comparing operators. */
function tolerates(toleration: NonNullable<Workload['spec']['tolerations']>[number], taint: Taint): boolean {
  if (toleration.effect && toleration.effect !== taint.effect) return false;
  if (toleration.key && toleration.key !== taint.key) return false;
  return toleration.operator === 'Exists' || (toleration.value ?? '') === (taint.value ?? '');
}
