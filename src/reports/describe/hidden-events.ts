import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { EventFate } from '../../rules/kubelet/events/event-sink.ts';
import { eventKey, objectKey, type RecordedEvent } from '../../rules/kubelet/events/recorded-event.ts';

/** Why kubectl shows no line for an event that happened. */
export type HiddenBecause = 'spamFilter' | 'expired' | 'combined' | 'queueFull';

/** Equal events, and how many of them are not shown. */
export interface HappenedEvent {
  readonly event: RecordedEvent;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly count: number;
  /** How many of them are not shown, by reason; never 0. Empty: all are shown. */
  readonly counts: Readonly<Partial<Record<HiddenBecause, number>>>;
}

/**
 * The last count of an event at the API server, and whether the event is still there; undefined if it never
 * was.
 */
export type StoredEvent = { readonly count: number; readonly isThere: boolean } | undefined;

interface Happened {
  readonly event: RecordedEvent;
  readonly firstMs: number;
  lastMs: number;
  count: number;
  lost: number;
  readonly byObject: Map<string, { readonly combined: boolean; count: number }>;
}

/** Counts every event that happened, to compare it with what is shown. */
export class HiddenEvents {
  readonly #objects = new Map<string, ObjectEvents>();

  note(event: RecordedEvent, atMs: number, fate: EventFate): void {
    getOrInsert(this.#objects, objectKey(event), () => new ObjectEvents()).note(event, atMs, fate);
  }

  objects(): IterableIterator<[string, ObjectEvents]> {
    return this.#objects.entries();
  }
}

/** The events about one object. */
class ObjectEvents {
  happened = 0;
  readonly #events = new Map<string, Happened>();

  note(event: RecordedEvent, atMs: number, fate: EventFate): void {
    this.happened += 1;
    const key = eventKey(event);
    const known = this.#events.get(key) ?? {
      event,
      firstMs: atMs,
      lastMs: atMs,
      count: 0,
      lost: 0,
      byObject: new Map(),
    };
    // Removed and added again, because the order is that of the last time.
    this.#events.delete(key);
    this.#events.set(key, known);
    known.lastMs = atMs;
    known.count += 1;
    if (fate === 'lost') known.lost += 1;
    else getOrInsert(known.byObject, fate.id, () => ({ combined: fate.combined, count: 0 })).count += 1;
  }

  /**
   * Returns all events in order of their last time. `storedEventOf` returns what the API server has of the
   * object with that id.
   */
  all(storedEventOf: (id: string) => StoredEvent): HappenedEvent[] {
    return [...this.#events.values()].map(({ event, firstMs, lastMs, count: happened, lost, byObject }) => {
      const counts: Partial<Record<HiddenBecause, number>> = lost > 0 ? { queueFull: lost } : {};
      for (const [id, { combined, count }] of byObject) {
        const stored = storedEventOf(id);
        // A combined event has one count for several texts. Written events are assumed to be the earliest.
        const written = Math.min(count, stored?.count ?? 0);
        const because = stored?.isThere === false ? 'expired' : combined ? 'combined' : undefined;
        add(counts, 'spamFilter', count - written);
        if (because !== undefined) add(counts, because, written);
      }
      return { event, firstMs, lastMs, count: happened, counts };
    });
  }
}

/** Returns how many of equal events are not shown. */
export function hiddenCount({ counts }: HappenedEvent): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const words: Readonly<Record<HiddenBecause, string>> = {
  spamFilter: 'spam filter',
  expired: 'older than 1 h',
  combined: 'combined',
  queueFull: 'queue full',
};

/** Returns why events are not shown, in words, and how many of them for that. */
export function hiddenReasons({ counts }: HappenedEvent): (readonly [words: string, count: number])[] {
  return (Object.keys(words) as HiddenBecause[]).flatMap((because) => {
    const count = counts[because];
    return count === undefined ? [] : [[words[because], count] as const];
  });
}

function add(counts: Partial<Record<HiddenBecause, number>>, because: HiddenBecause, count: number): void {
  if (count > 0) counts[because] = (counts[because] ?? 0) + count;
}
