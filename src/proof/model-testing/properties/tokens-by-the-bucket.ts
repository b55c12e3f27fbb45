import { fullTokenBucket, takeToken } from '../../../rules/kubelet/images/token-bucket.ts';
import { microsOf } from '../../conformance/script-time.ts';
import { pullImageOf } from '../call-entries.ts';
import type { JudgedRun, PropertyViolation, ProtocolProperty } from './protocol-property.ts';

interface Taken {
  readonly call: string;
  readonly at: number;
  readonly isRefused: boolean;
}

const refusal = 'pull QPS exceeded';

/**
 * At one moment nothing flows into the bucket, so refusals come after all grants, whatever their real order
 * was.
 */
export const tokensByTheBucket: ProtocolProperty = {
  name: 'tokens-by-the-bucket',
  says: 'A pull fails with "pull QPS exceeded" where the bucket of registryPullQPS and registryBurst is empty, and only there.',
  check: (run) => {
    const { registryPullQPS: qps, registryBurst: burst } = run.script.kubelet;
    const rules = { qps, burst };
    const violations: PropertyViolation[] = [];
    let bucket = fullTokenBucket(rules, 0);
    for (const { call, at, isRefused } of takenOf(run)) {
      if (qps === 0) {
        if (isRefused) violations.push({ at, call, message: `fails with ${refusal}, but there is no limit` });
        continue;
      }
      const taken = takeToken(rules, bucket, microsOf(at));
      if (taken.accepted === isRefused) {
        const tokens = bucket.tokens + ((microsOf(at) - bucket.lastMicros) / 1e6) * qps;
        const left = Math.min(burst, tokens).toFixed(3);
        violations.push({
          at,
          call,
          message: isRefused ? `is refused with ${left} tokens left` : `goes on with ${left} tokens left`,
        });
      }
      if (taken.accepted && !isRefused) bucket = taken.bucket;
    }
    return violations;
  },
};

function takenOf({ script, entries }: JudgedRun): Taken[] {
  const taken = script.calls.flatMap(({ id }): Taken[] => {
    const own = entries.get(id) ?? [];
    const pull = pullImageOf(own);
    if (pull !== undefined) return [{ call: id, at: pull.at, isRefused: false }];
    // Another system's event of a refusal differs from that of a failed pull in its message alone.
    const refused = own.find(
      (entry) =>
        entry.type === 'event' && entry.reason === 'Failed' && String(entry.message).endsWith(refusal),
    );
    return refused === undefined ? [] : [{ call: id, at: refused.at, isRefused: true }];
  });
  return taken.sort((a, b) => a.at - b.at || Number(a.isRefused) - Number(b.isRefused));
}
