import type { Problems } from '../documents/problems.ts';
import type { NodePlan } from '../nodes/node-plan.ts';
import { few } from '../nodes/plan-nodes.ts';
import type { Workload } from '../workloads/workload.ts';
import { misfitOf } from './node-fit.ts';

/** Says once of each node which pods name it in spec.nodeName though they may not run there: they go there all the same. */
export function warnOfPlacement(workloads: readonly Workload[], plans: readonly NodePlan[], problems: Problems): void {
  for (const plan of plans) {
    const kept = workloads.filter(
      (workload) => workload.count !== 'one per node' && workload.spec.nodeName === plan.name && misfitOf(workload, plan) !== undefined,
    );
    if (kept[0] === undefined) continue;
    const names = few(kept.map(({ object, name }) => `${object.kind}/${name}`));
    problems.warn(`${names} may not run on node ${plan.name} (${misfitOf(kept[0], plan)}), but spec.nodeName says so: it is heeded`);
  }
}
