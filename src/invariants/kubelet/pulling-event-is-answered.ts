import type { Invariant, Violation } from '../invariant.ts';
import { headerNodes } from '../reading/header-nodes.ts';
import { stoppedKubelets } from '../reading/stopped-kubelets.ts';

export const pullingEventIsAnswered: Invariant = {
  name: 'pulling-event-is-answered',
  kind: 'always',
  says: 'Every event Pulling is followed by Pulled or Failed of the same container before its next Pulling.',
  check: (records) => {
    const nodes = headerNodes(records).map((node) => node.name);
    const violations: Violation[] = [];
    const open = new Map<string, { readonly record: number; readonly node: string }>();
    for (const record of records) {
      for (const node of stoppedKubelets(record, nodes)) {
        for (const [actor, told] of open) if (told.node === node) open.delete(actor);
      }
      if (record.type !== 'event') continue;
      if (record.reason === 'Pulling') {
        const before = open.get(record.actor);
        if (before !== undefined)
          violations.push({
            record: record.id,
            message: `${record.actor}: Pulling again, record ${before.record} has no Pulled or Failed`,
          });
        open.set(record.actor, { record: record.id, node: record.node });
      } else if (record.reason === 'Pulled' || record.reason === 'Failed') {
        open.delete(record.actor);
      }
    }
    return violations;
  },
};
