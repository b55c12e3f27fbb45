import type { Invariant, Violation } from '../invariant.ts';
import { lifecycleEvents } from '../reading/lifecycle-events.ts';

/** A container is started, dies and is removed once. A container that starts again is another one with its own id. */
export const plegTellsOnce: Invariant = {
  name: 'pleg-tells-once',
  kind: 'always',
  says: 'PLEG never reports an event twice in the life of a kubelet.',
  check: (records) => {
    const violations: Violation[] = [];
    const told = new Map<string, Set<string>>();
    for (const { record, actor, event } of lifecycleEvents(records)) {
      if (event === undefined) {
        told.delete(actor);
        continue;
      }
      const { uid, eventType, data } = event;
      if (data === undefined) continue;
      const before = told.get(actor) ?? new Set();
      const key = `${eventType} ${uid} ${data}`;
      if (before.has(key)) violations.push({ record, message: `${eventType} of ${data} is reported a second time` });
      told.set(actor, before.add(key));
    }
    return violations;
  },
};
