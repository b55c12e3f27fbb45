import type { Invariant, Violation } from '../invariant.ts';
import { lifecycleEvents } from '../reading/lifecycle-events.ts';

/** A failed inspection holds back its events; the next relist must find them again from the earlier state. */
export const plegErrorsKeepRecords: Invariant = {
  name: 'pleg-errors-keep-records',
  kind: 'always',
  says: 'A relist error keeps the old record: nothing is removed before an event says that it died.',
  check: (records) => {
    const violations: Violation[] = [];
    const dead = new Map<string, Set<string>>();
    for (const { record, actor, event, isLossy } of lifecycleEvents(records)) {
      // What a full channel has lost is unknown.
      if (event === undefined || isLossy) dead.delete(actor);
      if (event?.data === undefined || isLossy) continue;
      const known = dead.get(actor) ?? new Set();
      const key = `${event.uid} ${event.data}`;
      if (event.eventType === 'ContainerDied') known.add(key);
      else if (event.eventType === 'ContainerRemoved' && !known.has(key)) {
        violations.push({ record, message: `${event.data} is removed, and no event said that it died` });
      }
      dead.set(actor, known);
    }
    return violations;
  },
};
