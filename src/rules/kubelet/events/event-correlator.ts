import { fullTokenBucket, type TokenBucket, takeToken } from '../images/token-bucket.ts';
import { type ApiEvent, type EventRules, eventKey, objectKey, type RecordedEvent } from './recorded-event.ts';

const entriesMax = 4096;
/** An object may have 25 events at once, and then one every five minutes. */
const spamBucket = { qps: 1 / 300, burst: 25 };

interface Counted {
  readonly id: string;
  readonly count: number;
  readonly firstMicros: number;
}

/** The event after correlation. */
interface CorrelatedEvent {
  readonly event: ApiEvent;
  /**
   * Whether the spam filter holds the event back. It is counted nevertheless, and the next one that passes
   * shows the count.
   */
  readonly skipped: boolean;
  readonly combined: boolean;
}

/**
 * What stands between a component and the API server: combines similar events, counts equal ones, and holds
 * back an object's events above its rate. It lives as long as the process does. Each event costs the same,
 * however many came before.
 *
 * Mirrors `EventCorrelator.EventCorrelate` of client-go/tools/record/events_cache.go (v0.36.3, v0.31.14,
 * v0.27.16).
 */
export class EventCorrelator {
  readonly #rules: EventRules;
  readonly #name: string;
  readonly #aggregator = new EventAggregator(entriesMax);
  readonly #counts = new LruCache<Counted>(entriesMax);
  readonly #buckets = new LruCache<TokenBucket>(entriesMax);
  #named = 0;

  /** `name` begins the ids of the events, so that those of two correlators differ. */
  constructor(rules: EventRules, name: string) {
    this.#rules = rules;
    this.#name = name;
  }

  /** `atMicros`: when the event was recorded; `nowMicros`: when its turn has come. Neither ever falls. */
  correlate(recorded: RecordedEvent, atMicros: number, nowMicros: number): CorrelatedEvent {
    const { event, key, combined } = this.#aggregator.aggregate(recorded, nowMicros);
    const observed = this.#observe(event, key, combined ? nowMicros : atMicros);
    return { event: observed, combined, skipped: !this.#accepts(observed, nowMicros) };
  }

  /**
   * The API server has taken the event. Mirrors `UpdateState`, whose entry has the event's own key even if it
   * is a combined one.
   */
  noteWritten(event: ApiEvent): void {
    this.#counts.add(eventKey(event), event);
  }

  #observe(event: RecordedEvent, key: string, lastMicros: number): ApiEvent {
    const before = this.#counts.get(key);
    const observed: ApiEvent = {
      ...event,
      id: before?.id ?? this.#newId(),
      count: (before?.count ?? 0) + 1,
      firstMicros: before?.firstMicros ?? lastMicros,
      lastMicros,
    };
    this.#counts.add(key, observed);
    return observed;
  }

  #newId(): string {
    this.#named += 1;
    return `${this.#name}.${this.#named}`;
  }

  #accepts(event: ApiEvent, nowMicros: number): boolean {
    const key = this.#rules.spamKeyHasType ? `${objectKey(event)}\n${event.type}` : objectKey(event);
    const { accepted, bucket } = takeToken(
      spamBucket,
      this.#buckets.get(key) ?? fullTokenBucket(spamBucket, nowMicros),
      nowMicros,
    );
    this.#buckets.add(key, bucket);
    return accepted;
  }
}

const messagesMax = 10;
const intervalMaxMicros = 600_000_000;

interface Group {
  /** The distinct messages in order of arrival. */
  readonly messages: Set<string>;
  readonly lastMicros: number;
}

/** The event that is passed on, and the key under which it is counted. */
interface AggregatedEvent {
  readonly event: RecordedEvent;
  readonly key: string;
  /** Whether the event stands for many that differ in their messages. */
  readonly combined: boolean;
}

/**
 * Makes one event of many that differ only in their messages: from the tenth distinct message on, until none
 * has come for more than ten minutes. Each combined event makes room for one message; upstream takes any,
 * here it is the oldest.
 *
 * Mirrors `EventAggregator` of client-go/tools/record/events_cache.go (v0.36.3, v0.31.14, v0.27.16: the
 * same).
 */
class EventAggregator {
  readonly #groups: LruCache<Group>;

  constructor(entriesMax: number) {
    this.#groups = new LruCache(entriesMax);
  }

  /** Returns the event itself, or the combined one in its place. */
  aggregate(event: RecordedEvent, nowMicros: number): AggregatedEvent {
    // The key has no field path, so the containers of a pod share a group.
    const groupKey = `${objectKey(event)}\n${event.type}\n${event.reason}`;
    const group = this.#groups.get(groupKey);
    const isFresh = group !== undefined && nowMicros - group.lastMicros <= intervalMaxMicros;
    const messages = isFresh ? group.messages : new Set<string>();
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

/**
 * A map that forgets what was used longest ago. Mirrors `lru.Cache` of k8s.io/utils (v0.36.3) and groupcache.
 */
export class LruCache<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #entriesMax: number;

  /** `entriesMax`: at least 1. */
  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  /** Returns the value, and counts that as a use. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Puts the value in; the one used longest ago goes where there is no room. */
  add(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#entriesMax) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
