import { lowerBound } from '../../../rules/collections/lower-bound.ts';
import type { TraceRecord } from '../../../trace/record.ts';

interface Change {
  readonly id: number;
  /** Its reference; empty if it left, or has none. */
  readonly ref: string;
}

/** When images were on the nodes, according to a trace. */
interface ImagePresence {
  /**
   * Returns the image's reference if it was on the node at the record `from` and did not leave before the
   * record `to`.
   */
  readonly refWhilePresent: (node: string, image: string, from: number, to: number) => string | undefined;
}

/** Reads when images came and left, by the name that the runtime gives them. */
export function imagePresence(records: readonly TraceRecord[]): ImagePresence {
  const changes = new Map<string, Change[]>();
  for (const record of records) {
    if (record.type !== 'image') continue;
    const key = `${record.node} ${record.image}`;
    // Without a reference GetImageRef answers "", which the kubelet takes as absent.
    const change = { id: record.id, ref: record.state === 'present' ? record.ref : '' };
    const imageChanges = changes.get(key);
    if (imageChanges === undefined) changes.set(key, [change]);
    else imageChanges.push(change);
  }
  return {
    refWhilePresent: (node, image, from, to) => {
      const imageChanges = changes.get(`${node} ${image}`) ?? [];
      const next = firstAfter(imageChanges, from);
      const ref = imageChanges[next - 1]?.ref ?? '';
      if (ref === '') return undefined;
      for (let index = next; index < imageChanges.length; index += 1) {
        const change = imageChanges[index];
        if (change === undefined || change.id >= to) break;
        if (change.ref === '') return undefined;
      }
      return ref;
    },
  };
}

/**
 * Returns the index of the first change at or after the record, by bisection, because an image may come and
 * go a thousand times.
 */
function firstAfter(changes: readonly Change[], record: number): number {
  return lowerBound(changes.length, (index) => (changes[index]?.id ?? 0) >= record);
}
