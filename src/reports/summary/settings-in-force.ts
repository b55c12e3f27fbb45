import type { HeaderNode, RecordOf, TraceRecord } from '../../trace/record.ts';
import { durationText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';

type NodeRecord = RecordOf<'node'>;

/**
 * Returns the node with the settings that its kubelet had at that time, because a restart may have changed
 * some of the header's.
 */
export function settingsInForce(records: readonly TraceRecord[], node: HeaderNode, atMs: number): HeaderNode {
  const changes = changesOf(records, node.name, atMs).flatMap(({ kubelet = {} }) => Object.entries(kubelet));
  return { ...node, kubelet: { ...node.kubelet, ...Object.fromEntries(changes) } };
}

/**
 * Returns a line for each restart up to `atMs` that changed the node's settings:
 * `from 7.0 s: maxParallelImagePulls 2`.
 */
export function settingsChanges(
  records: readonly TraceRecord[],
  node: string,
  atMs = Number.POSITIVE_INFINITY,
): string[] {
  return changesOf(records, node, atMs).map(({ at, kubelet = {} }) => {
    const fields = Object.entries(kubelet).map(
      ([field, value]) => `${field} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    return visibleText(`from ${durationText(at)}: ${fields.join(', ')}`);
  });
}

function changesOf(records: readonly TraceRecord[], node: string, atMs: number): NodeRecord[] {
  return records.filter(
    (record): record is NodeRecord =>
      record.type === 'node' && record.actor === node && record.kubelet !== undefined && record.at <= atMs,
  );
}
