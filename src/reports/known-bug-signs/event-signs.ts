import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { fullTokenBucket, type TokenBucket, takeToken } from '../../rules/kubelet/images/token-bucket.ts';
import { eventBugs } from '../../rules/kubelet/known-bugs/event-bugs.ts';
import { hasBug } from '../../rules/kubelet/known-bugs.ts';
import type { RecordOf } from '../../trace/record.ts';
import { type BugSign, podNameOf } from './bug-sign.ts';

/**
 * The spam filter: 25 events about an object at once, then one every five minutes. Mirrors
 * client-go/tools/record/events_cache.go (v0.36.3).
 */
const spamBucket = { qps: 1 / 300, burst: 25 };

/** The signs of the known bugs of events. */
export const eventSigns: readonly BugSign[] = [
  {
    bug: eventBugs.droppedEventsAreCounted,
    look: (run) => {
      const byObject = new SpamFilter();
      const byType = new SpamFilter();
      return {
        event: (record) => {
          const isShared = hasBug(run.nodeOf(record)?.profile ?? '', eventBugs.oneBucketForAllTypes);
          const passes = isShared ? byObject.passes(record, '') : byType.passes(record, record.eventType);
          return passes ? undefined : subjectOf(record);
        },
      };
    },
  },
  {
    bug: eventBugs.oneBucketForAllTypes,
    look: () => {
      const byObject = new SpamFilter();
      const byType = new SpamFilter();
      return {
        event: (record) => {
          const passesAlone = byType.passes(record, record.eventType);
          const isDropped = !byObject.passes(record, '');
          return isDropped && passesAlone ? subjectOf(record) : undefined;
        },
      };
    },
  },
];

type EventRecord = RecordOf<'event'>;

class SpamFilter {
  /** By the type of the object, a pod or a node, then by the object. */
  readonly #ofPods = new Map<string, Map<string, TokenBucket>>();
  readonly #ofNodes = new Map<string, Map<string, TokenBucket>>();

  passes({ at, node, pod }: EventRecord, type: string): boolean {
    const micros = at * 1000;
    const buckets = getOrInsert(pod === undefined ? this.#ofNodes : this.#ofPods, type, () => new Map());
    const key = pod?.uid ?? node;
    const { accepted, bucket } = takeToken(
      spamBucket,
      buckets.get(key) ?? fullTokenBucket(spamBucket, micros),
      micros,
    );
    buckets.set(key, bucket);
    return accepted;
  }
}

function subjectOf({ pod, node }: EventRecord): string {
  return pod === undefined ? node : podNameOf(pod);
}
