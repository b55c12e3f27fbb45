import { EventCorrelator } from './event-correlator.ts';
import type { EventRules } from './event-rules.ts';
import { EventSink } from './event-sink.ts';
import type { EventStore } from './event-store.ts';
import type { RecordedEvent } from './recorded-event.ts';

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
