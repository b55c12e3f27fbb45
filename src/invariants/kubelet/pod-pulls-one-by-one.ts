import type { Invariant, Violation } from '../invariant.ts';
import { type PullCall, pullCalls } from '../reading/pull-calls.ts';

export const podPullsOneByOne: Invariant = {
  name: 'pod-pulls-one-by-one',
  kind: 'always',
  says: 'The images of a pod are ensured one after another, never two at once.',
  check: (records) => {
    const violations: Violation[] = [];
    const last = new Map<string, PullCall>();
    for (const call of pullCalls(records)) {
      const before = last.get(call.begun.pod.uid);
      const over = (before?.ended ?? before?.lost)?.id;
      if (before !== undefined && (over === undefined || over > call.begun.id)) {
        violations.push({
          record: call.begun.id,
          message: `${call.begun.actor} begins while ${before.begun.actor} of the same pod is under way`,
        });
      }
      last.set(call.begun.pod.uid, call);
    }
    return violations;
  },
};
