import { entryOf } from '../../collections/entry-of.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { durationText } from '../text/quantity-text.ts';
import type { Markup } from './markup.ts';
import { pageTable } from './page-table.ts';

interface EventCount {
  readonly type: string;
  readonly reason: string;
  readonly firstMs: number;
  lastMs: number;
  count: number;
  readonly message: string;
  readonly objects: Set<string>;
}

/** Returns the Kubernetes events by type and reason, warnings first; undefined without events. */
export function eventsTable(records: readonly TraceRecord[]): Markup | undefined {
  const counts = new Map<string, EventCount>();
  for (const record of records) {
    if (record.type !== 'event') continue;
    const { at, eventType: type, reason, message, pod, actor } = record;
    const key = `${type} ${reason}`;
    const known = entryOf(counts, key, () => ({ type, reason, firstMs: at, lastMs: at, count: 0, message, objects: new Set<string>() }));
    known.count += 1;
    known.lastMs = at;
    known.objects.add(pod?.uid ?? actor);
  }
  if (counts.size === 0) return undefined;
  const rows = [...counts.values()]
    .toSorted((a, b) => Number(a.type === 'Normal') - Number(b.type === 'Normal') || b.count - a.count)
    .map(({ type, reason, count, objects, firstMs, lastMs, message }) => [
      reason,
      type,
      String(count),
      String(objects.size),
      durationText(firstMs),
      durationText(lastMs),
      message,
    ]);
  return pageTable(
    'Events as the kubelet made them, warnings first',
    [
      { title: 'reason', look: 'name' },
      { title: 'type', look: 'text' },
      { title: 'events', look: 'number' },
      { title: 'objects', look: 'number' },
      { title: 'first at', look: 'number' },
      { title: 'last at', look: 'number' },
      { title: 'first message', look: 'long' },
    ],
    rows,
    100,
  );
}
