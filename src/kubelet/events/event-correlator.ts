import { fullTokenBucket, type TokenBucket, takeToken } from '../images/token-bucket.ts';
import { EventAggregator } from './event-aggregator.ts';
import type { EventRules } from './event-rules.ts';
import { LruCache } from './lru-cache.ts';
import { type ApiEvent, eventKey, objectKey, type RecordedEvent } from './recorded-event.ts';

const entriesMax = 4096;
/** An object may have 25 events at once, and then one every five minutes. */
const spamBucket = { qps: 1 / 300, burst: 25 };

interface Counted {
  readonly id: string;
  readonly count: number;
  readonly firstMicros: number;
}

/** The event after correlation. */
export interface CorrelatedEvent {
  readonly event: ApiEvent;
  /** Whether the spam filter holds the event back. It is counted nevertheless, and the next one that passes shows the count. */
  readonly skipped: boolean;
  readonly combined: boolean;
}

/**
 * What stands between a component and the API server: combines similar events, counts equal ones, and holds back an
 * object's events above its rate. It lives as long as the process does. Each event costs the same, however many came before.
 *
 * Mirrors `EventCorrelator.EventCorrelate` of client-go/tools/record/events_cache.go (v0.36.3, v0.31.14, v0.27.16).
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

  /** The API server has taken the event. Mirrors `UpdateState`, whose entry has the event's own key even if it is a combined one. */
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
    const { accepted, bucket } = takeToken(spamBucket, this.#buckets.get(key) ?? fullTokenBucket(spamBucket, nowMicros), nowMicros);
    this.#buckets.add(key, bucket);
    return accepted;
  }
}
