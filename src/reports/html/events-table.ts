import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { ActorRecord, TraceRecord } from '../../trace/record.ts';
import { hiddenCount } from '../describe/hidden-events.ts';
import { seenEvents } from '../describe/seen-events.ts';
import { headerOf } from '../summary/run-conditions.ts';
import { durationText } from '../text/quantity-text.ts';
import type { Markup } from './markup.ts';
import { pageTable } from './page-table.ts';

interface EventCount {
  readonly type: string;
  readonly reason: string;
  firstMs: number;
  lastMs: number;
  count: number;
  shown: number;
  message: string;
  objects: number;
}

/**
 * Returns the Kubernetes events by type and reason, warnings first, and how many of them `kubectl get events`
 * shows at the end; undefined without events.
 */
export function eventsTable(records: readonly TraceRecord[]): Markup | undefined {
  const counts = new Map<string, EventCount>();
  for (const { all } of seenEvents(
    headerOf(records),
    eventsAndNodes(records),
    records.at(-1)?.at ?? 0,
  ).values()) {
    const reasons = new Set<string>();
    for (const one of all) {
      const { type, reason, message } = one.event;
      const key = `${type} ${reason}`;
      const { firstMs, lastMs } = one;
      const known = getOrInsert(counts, key, () => ({
        type,
        reason,
        firstMs,
        lastMs,
        count: 0,
        shown: 0,
        message,
        objects: 0,
      }));
      known.count += one.count;
      known.shown += one.count - hiddenCount(one);
      if (firstMs < known.firstMs) known.message = message;
      known.firstMs = Math.min(known.firstMs, firstMs);
      known.lastMs = Math.max(known.lastMs, lastMs);
      if (!reasons.has(key)) known.objects += 1;
      reasons.add(key);
    }
  }
  if (counts.size === 0) return undefined;
  const rows = [...counts.values()]
    .toSorted((a, b) => Number(a.type === 'Normal') - Number(b.type === 'Normal') || b.count - a.count)
    .map(({ type, reason, count, shown, objects, firstMs, lastMs, message }) => [
      reason,
      type,
      String(count),
      String(shown),
      String(objects),
      durationText(firstMs),
      durationText(lastMs),
      message,
    ]);
  return pageTable(
    'Events as the kubelets made them, and how many of them kubectl shows at the end, warnings first',
    [
      { title: 'reason', look: 'name' },
      { title: 'type', look: 'text' },
      { title: 'events', look: 'number' },
      { title: 'shown by kubectl', look: 'number' },
      { title: 'objects', look: 'number' },
      { title: 'first at', look: 'number' },
      { title: 'last at', look: 'number' },
      { title: 'first message', look: 'long' },
    ],
    rows,
    100,
  );
}

function eventsAndNodes(records: readonly TraceRecord[]): ActorRecord[] {
  return records.flatMap((record) => (record.type === 'event' || record.type === 'node' ? [record] : []));
}
