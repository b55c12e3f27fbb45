import { smallest } from '../../../rules/collections/extremes.ts';
import { fullTokenBucket, takeToken } from '../../../rules/kubelet/images/token-bucket.ts';
import { microsOf } from '../../conformance/script-time.ts';
import { pullImageOf, qpsRefusalOf, resultOf, triesToPull } from '../call-entries.ts';
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
    const judgedUntilMs = untilUnknown(run);
    for (const { call, at, isRefused } of takenOf(run).filter((taken) => taken.at < judgedUntilMs)) {
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

/**
 * Returns the time of the first call that says that it pulls but ends without PullImage and without a refusal:
 * whether it took a token nobody can see, so that what follows says nothing about the bucket.
 */
function untilUnknown({ script, entries }: JudgedRun): number {
  const unseen = script.calls.filter(({ id }) => {
    const own = entries.get(id) ?? [];
    const hasEnded = resultOf(own) !== undefined;
    const isSeen = pullImageOf(own) !== undefined || qpsRefusalOf(own) !== undefined;
    return hasEnded && triesToPull(own) && !isSeen;
  });
  return smallest(unseen.map(({ at }) => at));
}

function takenOf({ script, entries }: JudgedRun): Taken[] {
  const taken = script.calls.flatMap(({ id }): Taken[] => {
    const own = entries.get(id) ?? [];
    const pull = pullImageOf(own);
    if (pull !== undefined) return [{ call: id, at: pull.at, isRefused: false }];
    const refused = qpsRefusalOf(own);
    return refused === undefined ? [] : [{ call: id, at: refused.at, isRefused: true }];
  });
  return taken.sort((a, b) => a.at - b.at || Number(a.isRefused) - Number(b.isRefused));
}
