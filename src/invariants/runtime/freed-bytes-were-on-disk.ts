import type { Invariant, Violation } from '../invariant.ts';

/**
 * What images take of a node's disk after a removal, plus what that removal freed, is at most what they took after the removal before plus
 * what has arrived since. The trace does not tell what they took at the beginning of the run. A layer whose last byte has arrived belongs
 * to an image after its commit, which is over when its unpacking begins.
 */
export const freedBytesWereOnDisk: Invariant = {
  name: 'freed-bytes-were-on-disk',
  kind: 'always',
  says: 'Image GC frees only bytes that were on the disk, and each of them once.',
  check: (records) => {
    const violations: Violation[] = [];
    /** By node: the most that images can take now. */
    const held = new Map<string, number>();
    /** By node: layers that may not be committed yet. */
    const uncommitted = new Map<string, Map<string, number>>();
    const arrive = (node: string, bytes: number) => {
      const before = held.get(node);
      if (before !== undefined) held.set(node, before + bytes);
    };
    for (const record of records) {
      if (record.type === 'fetch' && record.state === 'fetched') {
        const { node } = record;
        arrive(node, record.bytes);
        const layers = uncommitted.get(node) ?? new Map<string, number>();
        uncommitted.set(node, layers.set(record.digest, record.bytes));
      }
      if (record.type === 'unpack' && record.state === 'started') uncommitted.get(record.node)?.delete(record.digest);
      if (record.type === 'unpack' && record.state === 'finished') arrive(record.node, record.bytes);
      if (record.type !== 'imageGC' || record.state !== 'removed') continue;
      const { freedBytes = 0, heldBytes = 0, node, image = '' } = record;
      const most = held.get(node) ?? Number.POSITIVE_INFINITY;
      if (freedBytes < 0 || heldBytes < 0 || freedBytes + heldBytes > most) {
        violations.push({
          record: record.id,
          message: `${image} frees ${freedBytes} bytes and leaves ${heldBytes}, and there were at most ${most}`,
        });
      }
      const layers = uncommitted.get(node)?.values() ?? [];
      held.set(
        node,
        [...layers].reduce((sum, bytes) => sum + bytes, heldBytes),
      );
    }
    return violations;
  },
};
