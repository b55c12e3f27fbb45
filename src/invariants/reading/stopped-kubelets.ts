import type { TraceRecord } from '../../trace/record.ts';

/**
 * Returns the nodes whose kubelet ends with this record, together with its slots, back-offs, syncs and waiting pulls, which are all in
 * memory. A fault without a target concerns every node. Records of the restart count too, because they come before any record of the new
 * kubelet.
 */
export function stoppedKubelets(record: TraceRecord, nodes: readonly string[]): readonly string[] {
  if (record.type === 'node') return [record.actor];
  if (record.type !== 'fault' || record.state !== 'began') return [];
  if (record.fault !== 'kubeletRestart' && record.fault !== 'nodeReboot') return [];
  return record.target === undefined ? nodes : [record.target];
}
