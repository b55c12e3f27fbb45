import { groupedBy } from '../../collections/grouped-by.ts';
import type { Problems } from '../documents/problems.ts';
import type { NodePlan } from '../nodes/node-plan.ts';
import { few } from '../nodes/plan-nodes.ts';
import type { Workload } from '../workloads/workload.ts';
import { misfitOf } from './node-fit.ts';

/** Says once of each node which pods name it in spec.nodeName though they may not run there: they go there all the same. */
export function warnOfPlacement(workloads: readonly Workload[], plans: readonly NodePlan[], problems: Problems): void {
  const named = groupedBy(
    workloads.filter(({ spec, count }) => spec.nodeName && count !== 'one per node'),
    ({ spec }) => spec.nodeName ?? '',
  );
  for (const plan of plans) {
    const kept = (named.get(plan.name) ?? []).flatMap((workload) => {
      const reason = misfitOf(workload, plan);
      return reason === undefined ? [] : [{ workload, reason }];
    });
    if (kept[0] === undefined) continue;
    const names = few(kept.map(({ workload: { object, name } }) => `${object.kind}/${name}`));
    problems.warn(
      `${names} may not run on node ${plan.name} (${kept[0].reason}), but spec.nodeName names it: Windlass obeys spec.nodeName`,
    );
  }
}
