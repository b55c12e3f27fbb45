import { LruCache } from './lru-cache.ts';
import { eventKey, objectKey, type RecordedEvent } from './recorded-event.ts';

const messagesMax = 10;
const intervalMaxMicros = 600_000_000;

interface Group {
  /** The distinct messages in order of arrival. */
  readonly messages: Set<string>;
  readonly lastMicros: number;
}

/** The event that is passed on, and the key under which it is counted. */
export interface AggregatedEvent {
  readonly event: RecordedEvent;
  readonly key: string;
  /** Whether the event stands for many that differ in their messages. */
  readonly combined: boolean;
}

/**
 * Makes one event of many that differ only in their messages: from the tenth distinct message on, until none has come for
 * more than ten minutes. Each combined event makes room for one message; upstream takes any, here it is the oldest.
 *
 * Mirrors `EventAggregator` of client-go/tools/record/events_cache.go (v0.36.3, v0.31.14, v0.27.16: the same).
 */
export class EventAggregator {
  readonly #groups: LruCache<Group>;

  constructor(entriesMax: number) {
    this.#groups = new LruCache(entriesMax);
  }

  /** Returns the event itself, or the combined one in its place. */
  aggregate(event: RecordedEvent, nowMicros: number): AggregatedEvent {
    // The key has no field path, so the containers of a pod share a group.
    const groupKey = `${objectKey(event)}\n${event.type}\n${event.reason}`;
    const known = this.#groups.get(groupKey);
    const isFresh = known !== undefined && nowMicros - known.lastMicros <= intervalMaxMicros;
    const messages = isFresh ? known.messages : new Set<string>();
    messages.add(event.message);
    this.#groups.add(groupKey, { messages, lastMicros: nowMicros });
    if (messages.size < messagesMax) return { event, key: eventKey(event), combined: false };
    const [oldest] = messages;
    if (oldest !== undefined) messages.delete(oldest);
    return {
      event: { ...event, message: `(combined from similar events): ${event.message}` },
      key: `${groupKey}\n(combined)`,
      combined: true,
    };
  }
}
