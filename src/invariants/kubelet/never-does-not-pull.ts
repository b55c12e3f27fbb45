import type { TraceRecord } from '../../trace/record.ts';
import type { Invariant } from '../invariant.ts';
import type { PullRecord } from '../reading/pull-calls.ts';
import { policyOfPull } from './policy-of-pull.ts';

export const neverDoesNotPull: Invariant = {
  name: 'never-does-not-pull',
  kind: 'always',
  says: 'A container of policy Never neither asks for a slot nor calls PullImage.',
  check: (records) => {
    const policies = policyOfPull(records);
    const latest = new Map<string, PullRecord>();
    return records.flatMap((record) => {
      if (record.type === 'pull') latest.set(record.actor, record);
      const pull = pullBehind(record, latest);
      if (pull === undefined) return [];
      const possible = policies(pull);
      return possible.size === 1 && possible.has('Never')
        ? [{ record: record.id, message: `${pull.actor} has policy Never and pulls ${pull.image}` }]
        : [];
    });
  },
};

function pullBehind(record: TraceRecord, latest: ReadonlyMap<string, PullRecord>): PullRecord | undefined {
  if (record.type === 'pull') return record.state === 'waiting' ? record : undefined;
  return record.type === 'runtime' && record.op === 'PullImage' ? latest.get(record.actor) : undefined;
}
