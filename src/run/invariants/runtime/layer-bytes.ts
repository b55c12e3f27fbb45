import type { ActorRecord } from '../../../trace/record.ts';
import { always } from '../invariant.ts';

type FetchRecord = Extract<ActorRecord, { type: 'fetch' }>;

/**
 * Sizes of layers agree, and an image that became present received every byte that its pull called missing.
 */
export const bytesConserved = always(
  'bytes-conserved',
  'A layer has one size, what is fetched was begun, and an image is complete when it is present.',
  function* (records) {
    const sizes = new Map<string, number>();
    const begun = new Map<string, FetchRecord>();
    const fetched = new Set<string>();
    const missing = new Map<string, Set<string>>();
    for (const record of records) {
      if (record.type === 'image' && record.state === 'present' && record.pull !== undefined) {
        const { pull } = record;
        const lacking = [...(missing.get(pull) ?? [])].filter(
          (digest) => !fetched.has(`${record.node} ${digest}`),
        );
        if (lacking.length > 0)
          yield { record: record.id, message: `${record.image} is present without ${lacking.join(', ')}` };
        missing.delete(pull);
      }
      // A pull that was lost with its kubelet no longer lacks anything: the container's next call begins a
      // new one.
      if (record.type === 'runtime' && record.op === 'PullImage') missing.delete(record.actor);
      if (record.type === 'runtime-return' && record.error !== undefined) missing.delete(record.actor);
      if (record.type !== 'fetch') continue;
      const size = sizes.get(record.digest);
      if (size !== undefined && size !== record.bytes) {
        yield {
          record: record.id,
          message: `${record.digest} has ${record.bytes} bytes here and ${size} before`,
        };
      }
      sizes.set(record.digest, record.bytes);
      if (record.state === 'queued' || record.state === 'shared') {
        const pull = record.pull;
        missing.set(pull, (missing.get(pull) ?? new Set()).add(record.digest));
      }
      if (record.state === 'started') begun.set(record.actor, record);
      if (record.state !== 'fetched') continue;
      if (begun.get(record.actor)?.digest !== record.digest) {
        yield { record: record.id, message: `${record.digest} is fetched without a beginning` };
      }
      fetched.add(`${record.node} ${record.digest}`);
    }
  },
);

/**
 * What images take of a node's disk after a removal, plus what that removal freed, is at most what they took
 * after the removal before plus what has arrived since. The trace does not have what they took at the
 * beginning of the run. A layer whose last byte has arrived belongs to an image after its commit, which is
 * over when its unpacking begins.
 */
export const freedBytesWereOnDisk = always(
  'freed-bytes-were-on-disk',
  'Image GC frees only bytes that were on the disk, and each of them once.',
  function* (records) {
    /** By node: the most that images can take now. */
    const heldBytesMax = new Map<string, number>();
    /** By node: layers that may not be committed yet. */
    const uncommitted = new Map<string, Map<string, number>>();
    const arrive = (node: string, bytes: number) => {
      const before = heldBytesMax.get(node);
      if (before !== undefined) heldBytesMax.set(node, before + bytes);
    };
    for (const record of records) {
      if (record.type === 'fetch' && record.state === 'fetched') {
        const { node } = record;
        arrive(node, record.bytes);
        const layers = uncommitted.get(node) ?? new Map<string, number>();
        uncommitted.set(node, layers.set(record.digest, record.bytes));
      }
      if (record.type === 'unpack' && record.state === 'started')
        uncommitted.get(record.node)?.delete(record.digest);
      if (record.type === 'unpack' && record.state === 'finished') arrive(record.node, record.bytes);
      if (record.type !== 'imageGC' || record.state !== 'removed') continue;
      const { freedBytes = 0, heldBytes = 0, node, image = '' } = record;
      const freeableBytesMax = heldBytesMax.get(node) ?? Number.POSITIVE_INFINITY;
      if (freedBytes < 0 || heldBytes < 0 || freedBytes + heldBytes > freeableBytesMax) {
        yield {
          record: record.id,
          message: `${image} frees ${freedBytes} bytes and leaves ${heldBytes}, and there were at most ${freeableBytesMax}`,
        };
      }
      const layers = uncommitted.get(node)?.values() ?? [];
      heldBytesMax.set(
        node,
        [...layers].reduce((sum, bytes) => sum + bytes, heldBytes),
      );
    }
  },
);
