import type { Invariant, Violation } from '../invariant.ts';
import type { PullRecord } from '../reading/pull-calls.ts';

export const containersHaveTheirImage: Invariant = {
  name: 'containers-have-their-image',
  kind: 'always',
  says: 'A container is created only after the latest pull of its image ended with the image present.',
  check: (records) => {
    const violations: Violation[] = [];
    const latest = new Map<string, PullRecord>();
    for (const record of records) {
      if (record.type === 'pull' && record.volume !== true) latest.set(`${record.pod.uid} ${record.container}`, record);
      if (record.type !== 'container' || record.state !== 'creating') continue;
      const pull = latest.get(`${record.pod.uid} ${record.container}`);
      if (pull?.state === 'present' || pull?.state === 'pulled') continue;
      violations.push({
        record: record.id,
        message: `${record.pod.name}/${record.container} is created with its image ${pull?.state ?? 'never asked for'}`,
      });
    }
    return violations;
  },
};
