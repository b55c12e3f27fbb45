import { eventTtlMicros } from './event-rules.ts';
import type { ApiEvent } from './recorded-event.ts';

/** An event as the API server has (or had) it. */
export interface StoredEvent {
  readonly event: ApiEvent;
  readonly writtenMicros: number;
}

/**
 * The API server's events. A write under the id of an older one replaces it, whether that is still there (a patch) or has
 * gone (the client then creates it anew): the object comes out the same, and lives on for its whole TTL.
 * Mirrors `recordEvent` of client-go/tools/record/event.go (v0.36.3) and `TTLFunc` of pkg/registry/core/event/storage (v1.36.3).
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
    return [...this.#events.values()].filter((stored) => isVisible(stored, nowMicros)).map(({ event }) => event);
  }
}

/** Whether the event is there at that time: written, and within its TTL. */
export function isVisible({ writtenMicros }: StoredEvent, nowMicros: number): boolean {
  return writtenMicros <= nowMicros && nowMicros < writtenMicros + eventTtlMicros;
}
