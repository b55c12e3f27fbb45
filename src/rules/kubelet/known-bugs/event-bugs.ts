import type { KnownBug } from '../known-bug.ts';

/** Known defects of the events that people see. */
export const eventBugs = {
  droppedEventsAreCounted: {
    id: 'dropped-events-are-counted',
    area: 'event',
    since: '1.14',
    until: '1.38',
    effect:
      'after some 25 events of a pod its further ones are dropped but for one in 5 minutes, while the counts go on: Pulling and Failed vanish behind BackOff (x5959 over 22h)',
    source: 'client-go/tools/record/events_cache.go (v0.36.3), kubernetes#119891, kubernetes#67887',
  },
  oneBucketForAllTypes: {
    id: 'one-bucket-for-all-types',
    area: 'event',
    since: '1.14',
    until: '1.31',
    effect:
      'Normal and Warning events of a pod share one spam filter: back-off events, which are Normal, use up the quota for events of failures',
    source: 'client-go/tools/record/events_cache.go (v0.31.14)',
    fixed: 'from v0.32 each type has its own',
  },
} as const satisfies Readonly<Record<string, KnownBug>>;
