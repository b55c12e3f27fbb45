import type { EventRules } from './event-rules.ts';

const queueMax = 1000;

/**
 * The queue between a recorder and the API server: one event after another, each write as soon as the API client's own
 * limit allows. An event that finds 1000 waiting is lost. The server itself answers at once.
 *
 * Mirrors `StartRecordingToSink` of client-go/tools/record/event.go and `NewLongQueueBroadcaster` of
 * apimachinery/pkg/watch/mux.go (v0.36.3), with the kubelet's `eventRecordQPS` and `eventBurst`. Times are whole microseconds.
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
