import { visibleText } from '../text/visible-text.ts';

/** Whole microseconds of virtual time. */
type Micros = number;
export type EventArgs = Readonly<Record<string, string | number>>;

interface Placed {
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
}

interface Timed extends Placed {
  readonly ts: Micros;
  readonly cat: string;
}

/**
 * The events of the Trace Event Format that are written here: slices (`X`), instants (`i`), counters (`C`),
 * the two ends of an arrow (`s`, `f`), and the names of processes and threads (`M`).
 */
export type TraceEvent =
  | (Timed & { readonly ph: 'X'; readonly dur: Micros; readonly args: EventArgs })
  | (Timed & { readonly ph: 'i'; readonly s: 't'; readonly args: EventArgs })
  | (Placed & { readonly ph: 'C'; readonly ts: Micros; readonly args: Readonly<Record<string, number>> })
  | (Timed & { readonly ph: 's'; readonly id: number })
  /** `bp: e` means that it ends in the slice around it, not in the next one. */
  | (Timed & { readonly ph: 'f'; readonly bp: 'e'; readonly id: number })
  | (Placed & { readonly ph: 'M'; readonly args: EventArgs });

/** At one moment, slices come before events that refer to them. */
const ranks: Readonly<Record<TraceEvent['ph'], number>> = { M: 0, X: 1, i: 2, C: 3, s: 4, f: 5 };

/** Returns the events in the order that readers need: names, then by time; equal ones keep their order. */
export function inReadingOrder(events: readonly TraceEvent[]): TraceEvent[] {
  const at = (event: TraceEvent): number => (event.ph === 'M' ? -1 : event.ts);
  return events.toSorted((a, b) => at(a) - at(b) || ranks[a.ph] - ranks[b.ph]);
}

/** Returns ms of virtual time as whole microseconds. All times of a trace are whole microseconds. */
export function microsOf(millis: number): Micros {
  return Math.round(millis * 1000);
}

/** The place of an event: a track of a group. */
export interface Track {
  readonly pid: number;
  readonly tid: number;
}

/**
 * Numbers the groups (processes in the format's words) and their tracks (threads). Perfetto shows groups in
 * order of `process_sort_index` and the tracks of one in order of `tid`, the one with the group's own number
 * first. Therefore numbers are given from top to bottom, and none twice.
 */
export class Tracks {
  readonly events: TraceEvent[] = [];
  #last = 0;
  #groups = 0;

  /**
   * Adds a group with its first track. Its name must not contain `/`: Perfetto takes it for a path and shows
   * only the part after the last one.
   */
  group(name: string, labels: string, firstTrack: string): Track {
    this.#last += 1;
    const track = { pid: this.#last, tid: this.#last };
    this.#name(track, 'process_name', { name: visibleText(name).replaceAll('/', '∕') });
    if (labels !== '') this.#name(track, 'process_labels', { labels });
    this.#name(track, 'process_sort_index', { sort_index: this.#groups });
    this.#groups += 1;
    this.#nameTrack(track, firstTrack);
    return track;
  }

  /** Adds a track to the newest group. */
  track({ pid }: Track, name: string): Track {
    this.#last += 1;
    const track = { pid, tid: this.#last };
    this.#nameTrack(track, name);
    return track;
  }

  #nameTrack(track: Track, name: string): void {
    this.#name(track, 'thread_name', { name: visibleText(name) });
    // chrome://tracing sorts by this.
    this.#name(track, 'thread_sort_index', { sort_index: track.tid });
  }

  #name(track: Track, name: string, args: Readonly<Record<string, string | number>>): void {
    this.events.push({ ph: 'M', ...track, name, args });
  }
}
