import { objectKey, type RecordedEvent } from '../rules/kubelet/events/recorded-event.ts';
import type { ActorRecord, HeaderRecord, TraceRecord } from '../trace/record.ts';
import { eventAge } from './describe/describe-events.ts';
import { type HappenedEvent, hiddenCount, hiddenReasons } from './describe/hidden-events.ts';
import { recordedEvent, type SeenEvents, seenEvents } from './describe/seen-events.ts';
import { filteredReadings } from './run-filter/shown-records.ts';
import { type RunReader, readRun } from './run-reader.ts';
import { kubectlTable } from './text/tab-writer.ts';
import type { TextOptions } from './text/text-options.ts';

/**
 * Returns the events that `kubectl get events` prints at `options.atMs` (default: the trace's end; `-A` if
 * there are several namespaces): those that the kubelets' correlators have let through and the API server
 * still has, with the count of equal ones as `kubectl events` and `kubectl describe` show it. With
 * `options.all` every event that happened, those marked that are not shown. Empty without events.
 */
export function formatEvents(records: readonly TraceRecord[], options: TextOptions): string {
  return readRun(records, options.atMs, (header) => eventsReader(header, options));
}

/**
 * Reads a run for it. What has become of an event is known at the end, and depends on all events of its
 * kubelet.
 */
export function eventsReader(
  header: HeaderRecord | undefined,
  { filter, all = false }: TextOptions,
): RunReader<string> {
  const kept: ActorRecord[] = [];
  const keep = (record: ActorRecord) => void kept.push(record);
  const asked = new Set<string>();
  const ask = (record: Parameters<typeof recordedEvent>[0]) =>
    void asked.add(objectKey(recordedEvent(record)));
  const filtered = filteredReadings([{ event: ask, scheduling: ask }], filter);
  return {
    readings: [...filtered, { event: keep, scheduling: keep, node: keep }],
    finish: ({ endMs }) => {
      const records = kept.sort((a, b) => a.at - b.at);
      const seen = [...seenEvents(header, records, endMs)].flatMap(([object, events]) =>
        asked.has(object) ? [events] : [],
      );
      return eventsTable(all ? allRows(seen) : shownRows(seen), all, endMs);
    },
  };
}

/** Equal events, as a row of the table. */
interface EventRow {
  readonly event: RecordedEvent;
  readonly firstMicros: number;
  readonly lastMicros: number;
  readonly count: number;
  /** Why kubectl does not show them; empty: it shows all. */
  readonly hidden: string;
}

/** In order of their last time. */
function shownRows(seen: readonly SeenEvents[]): EventRow[] {
  const rows = seen.flatMap(({ shown }) => shown.map((event) => ({ ...event, event, hidden: '' })));
  return rows.sort((a, b) => a.lastMicros - b.lastMicros);
}

function allRows(seen: readonly SeenEvents[]): EventRow[] {
  const rows = seen.flatMap(({ all }) =>
    all.map((one) => ({
      event: one.event,
      firstMicros: Math.round(one.firstMs * 1000),
      lastMicros: Math.round(one.lastMs * 1000),
      count: one.count,
      hidden: hiddenText(one),
    })),
  );
  return rows.sort((a, b) => a.lastMicros - b.lastMicros);
}

/** Returns `spam filter`, or `spam filter 3 of 4` where some are shown. */
function hiddenText(event: HappenedEvent): string {
  const reasons = hiddenReasons(event);
  const [only] = reasons;
  if (reasons.length === 1 && only !== undefined && hiddenCount(event) === event.count) return only[0];
  return reasons.map(([words, count]) => `${words} ${count} of ${event.count}`).join(', ');
}

function eventsTable(rows: readonly EventRow[], all: boolean, endMs: number): string {
  if (rows.length === 0) return '';
  const namespaces = new Set(rows.map(({ event }) => namespaceOf(event)));
  const withNamespace = namespaces.size > 1;
  const lines = kubectlTable(
    [
      ...(withNamespace ? ['NAMESPACE'] : []),
      'LAST SEEN',
      'TYPE',
      'REASON',
      'OBJECT',
      ...(all ? ['NOT SHOWN'] : []),
      'MESSAGE',
    ],
    rows.map(({ event, hidden, ...times }) => [
      ...(withNamespace ? [namespaceOf(event)] : []),
      eventAge(times, endMs),
      event.type,
      event.reason,
      `${event.kind.toLowerCase()}/${event.name}`,
      ...(all ? [hidden] : []),
      event.message.trim(),
    ]),
  );
  return `${lines.join('\n')}\n`;
}

/** Events about nodes are in the namespace `default`. */
function namespaceOf({ namespace }: RecordedEvent): string {
  return namespace === '' ? 'default' : namespace;
}
