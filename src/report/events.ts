import type { Readings } from '../trace/readings.ts';
import type { RecordOf, TraceRecord } from '../trace/record.ts';
import { filteredReadings } from './run-filter/shown-records.ts';
import { type RunReader, readRun } from './run-reader.ts';
import { humanDuration } from './text/quantity-text.ts';
import { kubectlTable } from './text/tab-writer.ts';
import type { TextOptions } from './text/text-options.ts';

type EventRecord = RecordOf<'event'>;

/** Equal events, counted as in the API server's event object. */
interface CountedEvent {
  readonly namespace: string;
  /** The object's name: `pod/web-0`, `node/node-1`. */
  readonly object: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly firstMs: number;
  lastMs: number;
  count: number;
}

/**
 * Counts equal events. They are equal as in getEventKey of client-go/tools/record/events_cache.go (v0.36.3): node, object with field
 * path, type, reason, message.
 */
class EventCounts {
  readonly #events = new Map<string, CountedEvent>();

  readonly readings: Readings = {
    event: (record) => {
      const key = keyOf(record);
      const counted = this.#events.get(key) ?? firstOf(record);
      counted.lastMs = record.at;
      counted.count += 1;
      // Removed and added again: a map keeps the order of insertion, and the order must be that of the last time.
      this.#events.delete(key);
      this.#events.set(key, counted);
    },
  };

  /** In order of their last time. */
  events(): CountedEvent[] {
    return [...this.#events.values()].sort((a, b) => a.lastMs - b.lastMs);
  }
}

/**
 * Returns the events as `kubectl get events` prints them (`-A` if there are several namespaces), with the count of equal ones as `kubectl
 * events` and `kubectl describe` show it. Ages count from `atMs` or the trace's end. Empty without events.
 */
export function formatEvents(records: readonly TraceRecord[], options: TextOptions): string {
  return readRun(records, options.atMs, () => eventsReader(options));
}

/** Reads a run for it. */
export function eventsReader({ filter }: TextOptions): RunReader<string> {
  const counts = new EventCounts();
  return { readings: filteredReadings([counts.readings], filter), finish: ({ endMs }) => eventsTable(counts.events(), endMs) };
}

function eventsTable(events: readonly CountedEvent[], endMs: number): string {
  if (events.length === 0) return '';
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
    count: 0,
  };
}

function keyOf(record: EventRecord): string {
  return JSON.stringify([record.node, record.pod?.uid ?? '', record.fieldPath ?? '', record.eventType, record.reason, record.message]);
}
