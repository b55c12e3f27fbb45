import type { Invariant } from '../invariant.ts';
import { headerNodes } from '../reading/header-nodes.ts';
import { stoppedKubelets } from '../reading/stopped-kubelets.ts';

/** A layer that never ends would block its connection, and the pulls that share it. */
export const everyFetchEnds: Invariant = {
  name: 'every-fetch-ends',
  kind: 'eventually',
  says: 'In a settled run every layer whose fetch began was fetched or failed, unless its kubelet stopped.',
  check: (records) => {
    const last = records.at(-1);
    if (last?.type !== 'end' || last.reason !== 'settled') return [];
    const nodes = headerNodes(records).map((node) => node.name);
    const open = new Map<string, { readonly record: number; readonly node: string; readonly digest: string }>();
    for (const record of records) {
      for (const node of stoppedKubelets(record, nodes)) {
        for (const [actor, fetch] of open) if (fetch.node === node) open.delete(actor);
      }
      if (record.type !== 'fetch') continue;
      if (record.state === 'started') open.set(record.actor, { record: record.id, node: record.node, digest: record.digest });
      else if (record.state === 'fetched' || record.state === 'failed') open.delete(record.actor);
    }
    return [...open.values()].map(({ record, digest }) => ({
      record,
      message: `the run is settled, but ${digest} is still being fetched`,
    }));
  },
};
