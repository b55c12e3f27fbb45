import type { Invariant, Violation } from '../invariant.ts';
import { walkBackOffs } from '../reading/walk-back-offs.ts';

export const backOffDoubles: Invariant = {
  name: 'back-off-doubles',
  kind: 'always',
  says: 'Back-off windows of a pod and image are 10 s, doubled by each failure up to 300 s, and new after more than 600 s without one.',
  check: (records) => {
    const violations: Violation[] = [];
    walkBackOffs(records, (pull, window) => {
      if (pull.state !== 'failed') return;
      const expectedMs = window === undefined ? 10_000 : Math.min(2 * window.windowMs, 300_000);
      if (pull.windowMs !== expectedMs)
        violations.push({ record: pull.id, message: `a window of ${pull.windowMs} ms where ${expectedMs} ms follow` });
      if (pull.untilMs !== undefined && !isAbout(pull.untilMs, pull.at + expectedMs)) {
        violations.push({
          record: pull.id,
          message: `a window until ${pull.untilMs} ms that began at ${pull.at} ms with ${expectedMs} ms`,
        });
      }
    });
    return violations;
  },
};

/** Milliseconds are exact to the microsecond, but their sums are not. */
function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.0005;
}
