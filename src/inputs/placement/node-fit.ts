import type { NodePlan } from '../nodes/plan-nodes.ts';
import { type LabelRequirement, meetsRequirement } from '../workloads/label-requirement.ts';
import type { Workload } from '../workloads/workload.ts';

type Taint = NonNullable<NonNullable<NonNullable<NodePlan['object']>['node']['spec']>['taints']>[number];
type Toleration = NonNullable<Workload['spec']['tolerations']>[number];

/** What a node has once it is cordoned. */
const cordon: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

/**
 * Returns why a scheduler keeps these pods away from the node, in its words; undefined: it does not. Mirrors
 * the filters NodeUnschedulable, NodeName, TaintToleration and NodeAffinity (pkg/scheduler/framework/plugins)
 * and, of a DaemonSet, `NodeShouldRunDaemonPod` (v1.37.2). Labels that the input does not tell are whatever a
 * pod wants.
 */
export function misfitOf(
  workload: Workload,
  plan: NodePlan,
  labels: NodeLabels = labelsOf(plan),
): string | undefined {
  const { spec, count } = workload;
  if (plan.object?.node.spec?.unschedulable && !isTolerated(cordon, workload))
    return 'node(s) were unschedulable';
  if (count === 'one per node' && spec.nodeName && spec.nodeName !== plan.name)
    return "node(s) didn't match the requested node name";
  const taint = repellingTaint(workload, plan);
  if (taint !== undefined) return `node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`;
  return isSelected(workload, plan, labels) ? undefined : "node(s) didn't match Pod's node affinity/selector";
}

/** What of a workload `misfitOf` goes by, as a text: workloads that are alike in it fit the same nodes. */
export function fitKey({ spec, count }: Workload): string {
  const { nodeSelector, affinity, tolerations, nodeName, hostNetwork } = spec;
  const ofDaemons = count === 'one per node' ? [nodeName, hostNetwork] : !nodeName;
  return JSON.stringify([nodeSelector, affinity?.nodeAffinity, tolerations, ofDaemons]);
}

/** A node's labels, and whether there may be others. */
export interface NodeLabels {
  readonly known: Readonly<Record<string, string>>;
  readonly areAll: boolean;
}

export function labelsOf({ name, object }: NodePlan): NodeLabels {
  const labels = object?.node.metadata.labels ?? undefined;
  const names = { 'kubernetes.io/hostname': name };
  // Nodes that are counted beside the Node objects have the labels of one, but for its name.
  const isItself = object?.node.metadata.name === name;
  return {
    known: isItself ? { ...names, ...labels } : { ...labels, ...names },
    areAll: labels !== undefined,
  };
}

function meets(requirement: LabelRequirement, { known, areAll }: NodeLabels): boolean {
  return (!areAll && !Object.hasOwn(known, String(requirement.key))) || meetsRequirement(requirement, known);
}

/**
 * Mirrors `RequiredNodeAffinity.Match` of component-helpers (v0.37.2): one term is enough, of which each
 * requirement is met.
 */
export function isSelected({ spec }: Workload, { name }: NodePlan, labels: NodeLabels): boolean {
  const selector = Object.entries(spec.nodeSelector ?? {}).map(([key, value]) => ({
    key,
    operator: 'In',
    values: [value],
  }));
  if (!selector.every((one) => meets(one, labels))) return false;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (!required) return true;
  return required.nodeSelectorTerms.some((term) => {
    const [expressions, fields] = [term.matchExpressions ?? [], term.matchFields ?? []];
    if (expressions.length + fields.length === 0) return false;
    return (
      expressions.every((one) => meets(one, labels)) &&
      fields.every((one) => meetsRequirement(one, { 'metadata.name': name }))
    );
  });
}

/** The first taint of the node that the pods do not tolerate. */
export function repellingTaint(workload: Workload, { object }: NodePlan): Taint | undefined {
  const { spec, count } = workload;
  // A pod that names its node meets no scheduler.
  const isScheduled = !spec.nodeName || count === 'one per node';
  const { taints, unschedulable } = object?.node.spec ?? {};
  return [...(taints ?? []), ...(unschedulable ? [cordon] : [])].find(
    (taint) =>
      (taint.effect === 'NoExecute' || (taint.effect === 'NoSchedule' && isScheduled)) &&
      !isTolerated(taint, workload),
  );
}

/** What its controller lets every DaemonSet tolerate (`AddOrUpdateDaemonPodTolerations`). */
const daemonTolerations: readonly Toleration[] = [
  ...['not-ready', 'unreachable'].map((name) => ({ name, effect: 'NoExecute' })),
  ...['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map((name) => ({
    name,
    effect: 'NoSchedule',
  })),
].map(({ name, effect }) => ({ key: `node.kubernetes.io/${name}`, operator: 'Exists', effect }));
const onHostNetwork: Toleration = {
  key: 'node.kubernetes.io/network-unavailable',
  operator: 'Exists',
  effect: 'NoSchedule',
};

function isTolerated(taint: Taint, { spec, count }: Workload): boolean {
  const ofDaemons =
    count === 'one per node' ? [...daemonTolerations, ...(spec.hostNetwork ? [onHostNetwork] : [])] : [];
  return [...(spec.tolerations ?? []), ...ofDaemons].some((toleration) => tolerates(toleration, taint));
}

/** Whether a scheduler binds these pods to a node that is not ready (`TaintNodesByCondition`). */
export function toleratesNotReady(workload: Workload): boolean {
  return isTolerated({ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }, workload);
}

/** `ToleratesTaint` of k8s.io/api. The operators Lt and Gt need an alpha gate. */
function tolerates({ key, operator, value, effect }: Toleration, taint: Taint): boolean {
  if (effect && effect !== taint.effect) return false;
  if (key && key !== taint.key) return false;
  return (
    operator === 'Exists' || ((!operator || operator === 'Equal') && (value ?? '') === (taint.value ?? ''))
  );
}
