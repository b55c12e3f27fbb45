import type { TraceRecord } from '../../trace/record.ts';

/**
 * The nodes whose kubelet ends with this record: its slots, back-offs, syncs and waiting pulls are gone, since all of
 * that is in memory. A fault without a target concerns every node. Records of the restart count too: they come before
 * anything that the new kubelet tells.
 */
export function stoppedKubelets(record: TraceRecord, nodes: readonly string[]): readonly string[] {
  if (record.type === 'node') return [record.actor];
  if (record.type !== 'fault' || record.state !== 'began') return [];
  if (record.fault !== 'kubeletRestart' && record.fault !== 'nodeReboot') return [];
  return record.target === undefined ? nodes : [record.target];
}
