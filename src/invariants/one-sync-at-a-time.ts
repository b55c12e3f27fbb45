import { headerNodes } from './header-nodes.ts';
import type { Invariant, Violation } from './invariant.ts';
import { nodeOf } from './node-of.ts';
import { stoppedKubelets } from './stopped-kubelets.ts';

export const oneSyncAtATime: Invariant = {
  name: 'one-sync-at-a-time',
  kind: 'always',
  says: 'A pod has one sync at a time, and none after it has ended.',
  check: (records) => {
    const nodes = headerNodes(records).map((node) => node.name);
    const violations: Violation[] = [];
    const open = new Map<string, string>();
    const over = new Set<string>();
    for (const record of records) {
      for (const node of stoppedKubelets(record, nodes)) {
        for (const [uid, owner] of open) if (owner === node) open.delete(uid);
      }
      if (record.type === 'pod' && record.state !== 'added') over.add(record.pod.uid);
      if (record.type !== 'sync') continue;
      const { uid, name } = record.pod;
      if (over.has(uid)) violations.push({ record: record.id, message: `a sync of pod ${name}, which has ended` });
      if (record.state === 'finished') {
        if (!open.delete(uid)) violations.push({ record: record.id, message: `a sync of pod ${name} ends that did not begin` });
      } else {
        if (open.has(uid)) violations.push({ record: record.id, message: `a second sync of pod ${name} begins within one` });
        open.set(uid, nodeOf(record.actor));
      }
    }
    return violations;
  },
};
