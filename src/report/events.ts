import type { ActorRecord, TraceRecord } from '../trace/record.ts';
import { humanDuration } from './text/human-duration.ts';
import { kubectlTable } from './text/kubectl-table.ts';
import { matchesName } from './text/name-pattern.ts';
import type { TextOptions } from './text/text-options.ts';

type EventRecord = Extract<ActorRecord, { type: 'event' }>;

/** Equal events, counted as in the API server's event object. */
export interface CountedEvent {
  readonly namespace: string;
  /** The object's name: `pod/web-0`, `node/node-1`. */
  readonly object: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly count: number;
}

/**
 * Returns the events up to `atMs` (default: the trace's end) with counts of equal ones, in order of their last time. They are equal as in
 * getEventKey of client-go/tools/record/events_cache.go (v0.36.3): node, object with field path, type, reason, message.
 */
export function countedEvents(records: readonly TraceRecord[], atMs?: number): CountedEvent[] {
  const events = new Map<string, CountedEvent>();
  for (const record of records) {
    if (atMs !== undefined && record.at > atMs) break;
    if (record.type !== 'event') continue;
    const key = keyOf(record);
    const before = events.get(key);
    // Removed and added again: a map keeps the order of insertion, and the order must be that of the last time.
    events.delete(key);
    events.set(key, before === undefined ? firstOf(record) : { ...before, lastMs: record.at, count: before.count + 1 });
  }
  return [...events.values()];
}

/**
 * Returns the events as `kubectl get events` prints them (`-A` if there are several namespaces), with the count of equal ones as `kubectl
 * events` and `kubectl describe` show it. Ages count from `atMs` or the trace's end. Empty without events.
 */
export function formatEvents(records: readonly TraceRecord[], options: TextOptions): string {
  const { pod } = options;
  const events = countedEvents(records, options.atMs).filter(
    ({ namespace, object }) => pod === undefined || (object.startsWith('pod/') && matchesName(pod, { namespace, name: object.slice(4) })),
  );
  if (events.length === 0) return '';
  const endMs = options.atMs ?? records.at(-1)?.at ?? 0;
  const withNamespace = new Set(events.map(({ namespace }) => namespace)).size > 1;
  const lines = kubectlTable(
    [...(withNamespace ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE'],
    events.map((event) => [
      ...(withNamespace ? [event.namespace] : []),
      lastSeen(event, endMs),
      event.type,
      event.reason,
      event.object,
      event.message.trim(),
    ]),
  );
  return `${lines.join('\n')}\n`;
}

function lastSeen({ firstMs, lastMs, count }: CountedEvent, endMs: number): string {
  const last = humanDuration(endMs - lastMs);
  return count > 1 ? `${last} (x${count} over ${humanDuration(endMs - firstMs)})` : last;
}

function firstOf(record: EventRecord): CountedEvent {
  return {
    namespace: record.pod?.namespace ?? 'default',
    object: record.pod === undefined ? `node/${record.node}` : `pod/${record.pod.name}`,
    type: record.eventType,
    reason: record.reason,
    message: record.message,
    firstMs: record.at,
    lastMs: record.at,
    count: 1,
  };
}

function keyOf(record: EventRecord): string {
  return JSON.stringify([record.node, record.pod?.uid ?? '', record.fieldPath ?? '', record.eventType, record.reason, record.message]);
}
