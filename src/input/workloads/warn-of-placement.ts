import type { Problems } from '../documents/problems.ts';
import type { NodePlan } from '../nodes/node-plan.ts';
import { few } from '../nodes/plan-nodes.ts';
import { meetsRequirement } from './label-requirement.ts';
import type { Workload } from './workload.ts';

type Taint = NonNullable<NonNullable<NonNullable<NodePlan['object']>['node']['spec']>['taints']>[number];

/**
 * Warns once for each name about pods that a scheduler would keep away from every node (nodeSelector, node affinity) or from some (taints);
 * here they are placed all the same. Labels and taints are known only for nodes with a Node object in the input.
 */
export function warnOfPlacement(workloads: readonly Workload[], plans: readonly NodePlan[], problems: Problems): void {
  const named = (chosen: readonly Workload[]) => few(chosen.map(({ object, name }) => `${object.kind}/${name}`));
  for (const [what, isMet] of [
    ['nodeSelector', isSelected],
    ['node affinity', hasAffinity],
  ] as const) {
    const kept = workloads.filter((workload) => plans.length > 0 && !plans.every((plan) => isMet(workload, plan)));
    if (kept.length === 0) continue;
    problems.warn(
      `the ${what} of ${named(kept)} would keep its pods away from some nodes; it is not heeded: pods go where they go without it`,
    );
  }
  const tainted = plans.filter((plan) => workloads.some((workload) => repelling(workload, plan) !== undefined));
  for (const plan of tainted) {
    const kept = workloads.filter((workload) => repelling(workload, plan) !== undefined);
    const { key, value, effect } = kept[0] === undefined ? {} : (repelling(kept[0], plan) ?? {});
    const taint = `${key}${value ? `=${value}` : ''}:${effect}`;
    problems.warn(`the taint ${taint} of node ${plan.name} would keep ${named(kept)} away; it is not heeded: pods go there all the same`);
  }
}

function isSelected({ spec }: Workload, { object }: NodePlan): boolean {
  const labels = object?.node.metadata.labels ?? {};
  return Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => labels[key] === value);
}

/** Mirrors `GetRequiredNodeAffinity` of component-helpers (v0.36.3): one term is enough, and each of its requirements must be met. */
function hasAffinity({ spec }: Workload, { name, object }: NodePlan): boolean {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (!required) return true;
  const labels = object?.node.metadata.labels ?? {};
  return required.nodeSelectorTerms.some(({ matchExpressions, matchFields }) => {
    const [expressions, fields] = [matchExpressions ?? [], matchFields ?? []];
    return (
      expressions.length + fields.length > 0 &&
      expressions.every((one) => meetsRequirement(one, labels)) &&
      fields.every((one) => meetsRequirement(one, { 'metadata.name': name }))
    );
  });
}

/**
 * Returns the first taint of the node that the pods do not tolerate. A pod with a node of its own does not pass the scheduler, so only
 * NoExecute matters.
 */
function repelling({ spec, count }: Workload, { object }: NodePlan): Taint | undefined {
  const taints = object?.node.spec?.taints ?? [];
  return taints.find(
    (taint) =>
      (taint.effect === 'NoExecute' || (taint.effect === 'NoSchedule' && !spec.nodeName)) &&
      // The controller adds these tolerations to every DaemonSet.
      !(count === 'one per node' && taint.key.startsWith('node.kubernetes.io/')) &&
      !(spec.tolerations ?? []).some((toleration) => tolerates(toleration, taint)),
  );
}

/** Mirrors `ToleratesTaint` of component-helpers, without the comparing operators. */
function tolerates(toleration: NonNullable<Workload['spec']['tolerations']>[number], taint: Taint): boolean {
  if (toleration.effect && toleration.effect !== taint.effect) return false;
  if (toleration.key && toleration.key !== taint.key) return false;
  return toleration.operator === 'Exists' || (toleration.value ?? '') === (taint.value ?? '');
}
