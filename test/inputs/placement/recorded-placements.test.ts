import { expect, test } from 'vitest';
import type { NodePlan } from '../../../src/inputs/nodes/plan-nodes.ts';
import { NodeChooser } from '../../../src/inputs/placement/node-chooser.ts';
import { misfitOf } from '../../../src/inputs/placement/node-fit.ts';
import type { Workload } from '../../../src/inputs/workloads/workload.ts';
import { recordedIn } from '../../rules/kubelet/recorded.ts';

/**
 * A random workload and nodes, and what the filters of a real scheduler say
 * (scripts/oracle/record-placements.mjs).
 */
interface Recorded {
  readonly isDaemon: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: Workload['spec'];
  readonly nodes: readonly {
    readonly name: string;
    readonly labels: Record<string, string>;
    readonly spec: object;
  }[];
  readonly answer: {
    /** The nodes of the first eight pods. */
    readonly chosen: readonly string[];
    /** Why each node does not take the next one; of a DaemonSet only whether. */
    readonly reasons: readonly string[];
  };
}

const recorded = recordedIn<Recorded>(new URL('recorded-placements.ndjson.gz', import.meta.url));

function ourAnswer({ isDaemon, labels, spec, nodes }: Recorded): Recorded['answer'] {
  const plans = nodes.map(
    (node) => ({ name: node.name, object: { node: { ...node, metadata: node } } }) as unknown as NodePlan,
  );
  const count = isDaemon ? 'one per node' : 8;
  const workload = { spec, count, podMetadata: { labels } } as unknown as Workload;
  const chooser = new NodeChooser(plans.map((plan) => ({ plan, podsMax: 110 })));
  const chosen = isDaemon ? [] : Array.from({ length: 8 }, () => plans[chooser.choose(workload) ?? -1]?.name);
  const reasons = plans.map((plan) => misfitOf(workload, plan) ?? '');
  return {
    chosen: chosen.filter((name) => name !== undefined),
    reasons: isDaemon ? reasons.map((reason) => (reason ? 'no' : '')) : reasons,
  };
}

test('pods go where the filters of a real scheduler let them, and for its reasons nowhere else', () => {
  const real = ({ answer: { chosen, reasons } }: Recorded) => ({
    chosen,
    // Which depend on where the other pods are.
    reasons: reasons.map((reason) => (reason.includes('topology spread') ? '' : reason)),
  });
  expect(recorded.filter((one) => JSON.stringify(ourAnswer(one)) !== JSON.stringify(real(one)))).toEqual([]);
  expect(
    recorded.filter(({ answer }) => answer.reasons.some((reason) => reason.includes('topology spread')))
      .length,
  ).toBeGreaterThan(30);
});
