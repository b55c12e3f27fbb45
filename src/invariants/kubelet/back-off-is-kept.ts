import type { Invariant, Violation } from '../invariant.ts';
import { walkBackOffs } from '../reading/walk-back-offs.ts';

/** At the very end of the window a pull is allowed; within it every call is refused. */
export const backOffIsKept: Invariant = {
  name: 'back-off-is-kept',
  kind: 'always',
  says: 'No pull of a pod and image begins before its back-off window is over, and none is refused after.',
  check: (records) => {
    const violations: Violation[] = [];
    walkBackOffs(records, (pull, window) => {
      const untilMs = window === undefined ? 0 : window.failedMs + window.windowMs;
      const isEarly = untilMs - pull.at > 0.0005;
      if ((pull.state === 'waiting' || pull.state === 'pulling') && isEarly) {
        violations.push({ record: pull.id, message: `${pull.actor} is ${pull.state} before its back-off ends at ${untilMs} ms` });
      }
      if (pull.state !== 'backingOff') return;
      if (!isEarly) violations.push({ record: pull.id, message: `${pull.actor} is refused, though no back-off is in force` });
      else if (Math.abs((pull.untilMs ?? 0) - untilMs) >= 0.0005) {
        violations.push({
          record: pull.id,
          message: `${pull.actor} is refused until ${pull.untilMs} ms where its window ends at ${untilMs} ms`,
        });
      }
    });
    return violations;
  },
};
