import type { Invariant, Violation } from '../invariant.ts';
import { headerNodes } from '../reading/header-nodes.ts';

/** Sandboxes and containers outlive the kubelet, but not the node. */
export const nothingRunsTwice: Invariant = {
  name: 'nothing-runs-twice',
  kind: 'always',
  says: 'A sandbox or a container is created only where the one before it is gone, also after a restart of the kubelet.',
  check: (records) => {
    const nodes = new Set(headerNodes(records).map((node) => node.name));
    const violations: Violation[] = [];
    const up = new Map<string, string>();
    for (const record of records) {
      if (record.type === 'node' && record.state === 'rebooting' && nodes.has(record.actor)) {
        for (const [what, node] of up) if (node === record.actor) up.delete(what);
      }
      if (record.type !== 'sandbox' && record.type !== 'container') continue;
      const what = record.type === 'sandbox' ? `the sandbox of ${record.pod.name}` : `${record.pod.name}/${record.container}`;
      const key = `${record.pod.uid} ${what}`;
      if (record.state === 'creating' && up.has(key)) violations.push({ record: record.id, message: `${what} is created a second time` });
      if (record.state === 'ready' || record.state === 'running') up.set(key, record.node);
      if (record.state === 'gone' || record.state === 'exited') up.delete(key);
    }
    return violations;
  },
};
