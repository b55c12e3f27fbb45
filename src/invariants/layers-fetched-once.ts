import type { ActorRecord, TraceRecord } from '../trace/record.ts';
import { headerNodes } from './header-nodes.ts';
import type { Invariant, Violation } from './invariant.ts';
import { nodeOf } from './node-of.ts';
import { pullOfWork } from './pull-of-work.ts';
import { stoppedKubelets } from './stopped-kubelets.ts';

/** A layer that a node has, or gets. */
interface Held {
  readonly pull: string;
  readonly record: number;
}

/**
 * What a failed or cancelled pull fetched goes with it, and so may what a removed image held: then the layer may come
 * again. (Whether another image keeps it is the content store's business, and no violation either way.)
 */
export const layersFetchedOnce: Invariant = {
  name: 'layers-fetched-once',
  kind: 'always',
  says: 'A node fetches a layer once, unless an image was removed or the pull that fetched it failed in between.',
  check: (records) => {
    const nodes = headerNodes(records).map((node) => node.name);
    const violations: Violation[] = [];
    const held = new Map<string, Map<string, Held>>();
    for (const record of records) {
      for (const node of stoppedKubelets(record, nodes)) held.delete(node);
      if (record.type === 'image' && record.state === 'removed') held.delete(nodeOf(record.actor));
      const failed = failedPull(record);
      if (failed !== undefined) dropPull(held.get(nodeOf(failed)), failed);
      if (record.type !== 'fetch' || record.state !== 'started') continue;
      const node = nodeOf(record.actor);
      const layers = held.get(node) ?? new Map<string, Held>();
      const before = layers.get(record.digest);
      if (before !== undefined)
        violations.push({ record: record.id, message: `${record.digest} comes again: record ${before.record} fetched it` });
      held.set(node, layers.set(record.digest, { pull: pullOfWork(record.actor), record: record.id }));
    }
    return violations;
  },
};

function dropPull(layers: Map<string, Held> | undefined, pull: string): void {
  for (const [digest, layer] of layers ?? []) if (layer.pull === pull) layers?.delete(digest);
}

/** The runtime's pull that this record shows to fail; a status that is retried counts too. */
function failedPull(record: TraceRecord): string | undefined {
  return (isWork(record) && record.state === 'failed') || (record.type === 'request' && (record.status ?? 0) >= 400)
    ? pullOfWork(record.actor)
    : undefined;
}

function isWork(record: TraceRecord): record is Extract<ActorRecord, { type: 'request' | 'fetch' | 'unpack' }> {
  return record.type === 'request' || record.type === 'fetch' || record.type === 'unpack';
}
