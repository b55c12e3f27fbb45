import type { PodLifecycleEvent } from '../../../rules/kubelet/pleg/lifecycle-events.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { always } from '../invariant.ts';
import { headerNodes, stoppedKubelets } from '../reading/node-lives.ts';

/**
 * A container is started, dies and is removed once. A container that starts again is another one with its own
 * id.
 */
export const plegTellsOnce = always(
  'pleg-tells-once',
  'PLEG never reports an event twice in the life of a kubelet.',
  function* (records) {
    const reportedEvents = new Map<string, Set<string>>();
    for (const { record, actor, event } of lifecycleEvents(records)) {
      if (event === undefined) {
        reportedEvents.delete(actor);
        continue;
      }
      const { uid, eventType, data } = event;
      if (data === undefined) continue;
      const before = reportedEvents.get(actor) ?? new Set();
      const key = `${eventType} ${uid} ${data}`;
      if (before.has(key)) yield { record, message: `${eventType} of ${data} is reported a second time` };
      reportedEvents.set(actor, before.add(key));
    }
  },
);

/** A failed inspection holds back its events; the next relist must find them again from the earlier state. */
export const plegErrorsKeepRecords = always(
  'pleg-errors-keep-records',
  'A relist error keeps the old record: nothing is removed before an event says that it died.',
  function* (records) {
    const dead = new Map<string, Set<string>>();
    for (const { record, actor, event, isLossy } of lifecycleEvents(records)) {
      // What a full channel has lost is unknown.
      if (event === undefined || isLossy) dead.delete(actor);
      if (event?.data === undefined || isLossy) continue;
      const deadContainers = dead.get(actor) ?? new Set();
      const key = `${event.uid} ${event.data}`;
      if (event.eventType === 'ContainerDied') deadContainers.add(key);
      else if (event.eventType === 'ContainerRemoved' && !deadContainers.has(key)) {
        yield { record, message: `${event.data} is removed, and no event said that it died` };
      }
      dead.set(actor, deadContainers);
    }
  },
);

/** An event that PLEG has sent. Without one, the PLEG of that name has ended with its kubelet. */
interface SentEvent {
  readonly record: number;
  readonly actor: string;
  readonly event?: PodLifecycleEvent;
  /** Whether the channel has lost events up to here. */
  readonly isLossy: boolean;
}

/** Returns the events of every PLEG in the order in which they were sent. */
function* lifecycleEvents(records: readonly TraceRecord[]): Generator<SentEvent> {
  const nodes = headerNodes(records).map(({ name }) => name);
  const plegs = new Map<string, string>();
  const lossy = new Set<string>();
  for (const record of records) {
    const stopped = new Set(stoppedKubelets(record, nodes));
    for (const [actor, node] of plegs) {
      if (!stopped.has(node)) continue;
      plegs.delete(actor);
      lossy.delete(actor);
      yield { record: record.id, actor, isLossy: false };
    }
    if (record.type !== 'pleg' || record.state !== 'relisted') continue;
    plegs.set(record.actor, record.node);
    if ((record.discarded ?? 0) > 0) lossy.add(record.actor);
    for (const event of record.events ?? []) {
      yield { record: record.id, actor: record.actor, event, isLossy: lossy.has(record.actor) };
    }
  }
}
