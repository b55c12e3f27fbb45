import type { ActorRecord } from '../../trace/record.ts';
import type { Invariant, Violation } from '../invariant.ts';

type FetchRecord = Extract<ActorRecord, { type: 'fetch' }>;

/** Sizes of layers agree, and an image that became present received every byte that its pull called missing. */
export const bytesConserved: Invariant = {
  name: 'bytes-conserved',
  kind: 'always',
  says: 'A layer has one size, what is fetched was begun, and an image is complete when it is present.',
  check: (records) => {
    const violations: Violation[] = [];
    const sizes = new Map<string, number>();
    const begun = new Map<string, FetchRecord>();
    const fetched = new Set<string>();
    const missing = new Map<string, Set<string>>();
    for (const record of records) {
      if (record.type === 'image' && record.state === 'present' && record.pull !== undefined) {
        const { pull } = record;
        const lacking = [...(missing.get(pull) ?? [])].filter((digest) => !fetched.has(`${record.node} ${digest}`));
        if (lacking.length > 0) violations.push({ record: record.id, message: `${record.image} is present without ${lacking.join(', ')}` });
        missing.delete(pull);
      }
      // A pull that was lost with its kubelet no longer lacks anything: the container's next call begins a new one.
      if (record.type === 'runtime' && record.op === 'PullImage') missing.delete(record.actor);
      if (record.type === 'runtime-return' && record.error !== undefined) missing.delete(record.actor);
      if (record.type !== 'fetch') continue;
      const size = sizes.get(record.digest);
      if (size !== undefined && size !== record.bytes) {
        violations.push({ record: record.id, message: `${record.digest} has ${record.bytes} bytes here and ${size} before` });
      }
      sizes.set(record.digest, record.bytes);
      if (record.state === 'queued' || record.state === 'shared') {
        const pull = record.pull;
        missing.set(pull, (missing.get(pull) ?? new Set()).add(record.digest));
      }
      if (record.state === 'started') begun.set(record.actor, record);
      if (record.state !== 'fetched') continue;
      if (begun.get(record.actor)?.digest !== record.digest) {
        violations.push({ record: record.id, message: `${record.digest} is fetched without a beginning` });
      }
      fetched.add(`${record.node} ${record.digest}`);
    }
    return violations;
  },
};
