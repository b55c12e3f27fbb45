import type { HeaderNode, TraceRecord } from '../../../trace/record.ts';

/** A node with the settings of its kubelet from one record up to another (not included). */
export interface NodeLife {
  readonly node: HeaderNode;
  readonly fromRecord: number;
  readonly untilRecord: number;
}

/**
 * Returns the nodes of the header, each once more for every restart that changed its kubelet's settings. A
 * kubelet reads its settings at its start, and no pull or sync outlives it.
 */
export function nodeLives(records: readonly TraceRecord[]): readonly NodeLife[] {
  const lives = new Map<string, NodeLife>();
  for (const node of headerNodes(records))
    lives.set(node.name, { node, fromRecord: 0, untilRecord: Number.POSITIVE_INFINITY });
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

/** Returns the nodes in the trace's header; none if the header is missing. */
export function headerNodes(records: readonly TraceRecord[]): readonly HeaderNode[] {
  const [first] = records;
  return first?.type === 'header' ? first.nodes : [];
}

/**
 * Returns the nodes whose kubelet ends with this record, together with its slots, back-offs, syncs and
 * waiting pulls, which are all in memory. A fault without a target concerns every node. Records of the
 * restart count too, because they come before any record of the new kubelet.
 */
export function stoppedKubelets(record: TraceRecord, nodes: readonly string[]): readonly string[] {
  if (record.type === 'node') return [record.actor];
  if (record.type !== 'fault' || record.state !== 'began') return [];
  if (record.fault !== 'kubeletRestart' && record.fault !== 'nodeReboot') return [];
  return record.target === undefined ? nodes : [record.target];
}
