import type { HeaderNode, TraceRecord } from '../../trace/record.ts';
import { headerNodes } from './header-nodes.ts';

/** A node with the settings of its kubelet from one record up to another (not included). */
export interface NodeLife {
  readonly node: HeaderNode;
  readonly fromRecord: number;
  readonly untilRecord: number;
}

/**
 * Returns the nodes of the header, each once more for every restart that changed its kubelet's settings. A kubelet reads its settings at
 * its start, and no pull or sync outlives it.
 */
export function nodeLives(records: readonly TraceRecord[]): readonly NodeLife[] {
  const lives = new Map<string, NodeLife>();
  for (const node of headerNodes(records)) lives.set(node.name, { node, fromRecord: 0, untilRecord: Number.POSITIVE_INFINITY });
  const over: NodeLife[] = [];
  for (const record of records) {
    const life = record.type === 'node' && record.kubelet !== undefined ? lives.get(record.actor) : undefined;
    if (life === undefined || record.type !== 'node') continue;
    over.push({ ...life, untilRecord: record.id });
    const node = { ...life.node, kubelet: { ...life.node.kubelet, ...record.kubelet } };
    lives.set(record.actor, { ...life, node, fromRecord: record.id });
  }
  return [...over, ...lives.values()];
}
