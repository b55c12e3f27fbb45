import { visibleText } from '../text/visible-text.ts';
import type { TraceEvent } from './trace-event.ts';

/** Where an event is shown: a track of a group. */
export interface Track {
  readonly pid: number;
  readonly tid: number;
}

/**
 * Hands out the groups (processes, in the format's words) and their tracks (threads). Perfetto shows groups in order of
 * `process_sort_index` and the tracks of one in order of `tid`, the one with the group's own number first; so numbers are
 * handed out from top to bottom, and none twice.
 */
export class Tracks {
  readonly events: TraceEvent[] = [];
  #last = 0;
  #groups = 0;

  /** A group and its first track. No `/` in the name: Perfetto takes it for a path and shows what comes after the last one. */
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

  /** The next track of the newest group. */
  track({ pid }: Track, name: string): Track {
    this.#last += 1;
    const track = { pid, tid: this.#last };
    this.#nameTrack(track, name);
    return track;
  }

  #nameTrack(track: Track, name: string): void {
    this.#name(track, 'thread_name', { name: visibleText(name) });
    // What chrome://tracing goes by.
    this.#name(track, 'thread_sort_index', { sort_index: track.tid });
  }

  #name(track: Track, name: string, args: Readonly<Record<string, string | number>>): void {
    this.events.push({ ph: 'M', ...track, name, args });
  }
}
