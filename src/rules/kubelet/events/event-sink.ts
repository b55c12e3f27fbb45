import { EventCorrelator } from './event-correlator.ts';
import { type ApiEvent, type EventRules, eventTtlMicros, type RecordedEvent } from './recorded-event.ts';

const queueMax = 1000;

/**
 * The queue between a recorder and the API server: one event after another, each write as soon as the API
 * client's own limit allows. An event that finds 1000 waiting is lost. The server itself answers at once.
 *
 * Mirrors `StartRecordingToSink` of client-go/tools/record/event.go and `NewLongQueueBroadcaster` of
 * apimachinery/pkg/watch/mux.go (v0.36.3), with the kubelet's `eventRecordQPS` and `eventBurst`. Times are
 * whole microseconds.
 */
export class EventSink {
  readonly #rules: EventRules;
  /** When the turns of waiting events come; those before `#head` have come. */
  #turns: number[] = [];
  #head = 0;
  #freeMicros = 0;
  #tokens: number;
  #tokensMicros = 0;

  constructor(rules: EventRules) {
    this.#rules = rules;
    this.#tokens = rules.recordBurst;
  }

  /** Returns when the event's turn comes, undefined where it is lost. `atMicros` never falls. */
  turnOf(atMicros: number): number | undefined {
    while ((this.#turns[this.#head] ?? Number.POSITIVE_INFINITY) <= atMicros) this.#head += 1;
    if (this.#turns.length - this.#head >= queueMax) return undefined;
    if (this.#head > queueMax) {
      this.#turns = this.#turns.slice(this.#head);
      this.#head = 0;
    }
    const turnMicros = Math.max(atMicros, this.#freeMicros);
    this.#turns.push(turnMicros);
    return turnMicros;
  }

  /** Returns when the event whose turn it is has been written. Events that the correlator skips are not. */
  writtenAt(turnMicros: number): number {
    const { recordQps, recordBurst } = this.#rules;
    const refilled = this.#tokens + ((turnMicros - this.#tokensMicros) / 1e6) * recordQps;
    this.#tokens = Math.min(recordBurst, refilled) - 1;
    this.#tokensMicros = turnMicros;
    this.#freeMicros = turnMicros + (this.#tokens < 0 ? Math.ceil((-this.#tokens / recordQps) * 1e6) : 0);
    return this.#freeMicros;
  }
}

/** An event as the API server has (or had) it. */
interface StoredEvent {
  readonly event: ApiEvent;
  readonly writtenMicros: number;
}

/**
 * The API server's events. A write under the id of an older one replaces it, whether that is still there (a
 * patch) or has gone (the client then creates it again): the object comes out the same, and lives on for its
 * whole TTL. Mirrors `recordEvent` of client-go/tools/record/event.go (v0.36.3) and `TTLFunc` of
 * pkg/registry/core/event/storage (v1.36.3).
 */
export class EventStore {
  readonly #events = new Map<string, StoredEvent>();

  write(event: ApiEvent, writtenMicros: number): void {
    this.#events.set(event.id, { event, writtenMicros });
  }

  /** Returns the event as it was written last, also if it has expired. */
  find(id: string): StoredEvent | undefined {
    return this.#events.get(id);
  }

  /** Returns the events that are there, in order of their first write. */
  visible(nowMicros: number): ApiEvent[] {
    return [...this.#events.values()]
      .filter((stored) => isVisible(stored, nowMicros))
      .map(({ event }) => event);
  }
}

/** Whether the event is there at that time: written, and within its TTL. */
export function isVisible({ writtenMicros }: StoredEvent, nowMicros: number): boolean {
  return writtenMicros <= nowMicros && nowMicros < writtenMicros + eventTtlMicros;
}

/** The id of the API object that counts a recorded event; no object if the queue was full. */
export type EventFate = { readonly id: string; readonly combined: boolean } | 'lost';

/** The way of a process's events to the API server: queue, correlator, write. */
export class EventPipeline {
  readonly #correlator: EventCorrelator;
  readonly #sink: EventSink;
  readonly #store: EventStore;

  /** `name` is the name of the process. A restarted kubelet is another process. */
  constructor(rules: EventRules, name: string, store: EventStore) {
    this.#correlator = new EventCorrelator(rules, name);
    this.#sink = new EventSink(rules);
    this.#store = store;
  }

  /** An event is recorded at `atMicros`. What would be written after `endMicros` is not. */
  record(event: RecordedEvent, atMicros: number, endMicros: number): EventFate {
    const turnMicros = this.#sink.turnOf(atMicros);
    if (turnMicros === undefined) return 'lost';
    const { event: observed, skipped, combined } = this.#correlator.correlate(event, atMicros, turnMicros);
    if (!skipped) {
      const writtenMicros = this.#sink.writtenAt(turnMicros);
      if (writtenMicros <= endMicros) this.#store.write(observed, writtenMicros);
      this.#correlator.noteWritten(observed);
    }
    return { id: observed.id, combined };
  }
}
