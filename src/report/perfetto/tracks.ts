import { visibleText } from '../text/visible-text.ts';
import type { TraceEvent } from './trace-event.ts';

/** The place of an event: a track of a group. */
export interface Track {
  readonly pid: number;
  readonly tid: number;
}

/**
 * Numbers the groups (processes in the format's words) and their tracks (threads). Perfetto shows groups in order of `process_sort_index`
 * and the tracks of one in order of `tid`, the one with the group's own number first. Therefore numbers are given from top to bottom, and
 * none twice.
 */
export class Tracks {
  readonly events: TraceEvent[] = [];
  #last = 0;
  #groups = 0;

  /**
   * Adds a group with its first track. Its name must not contain `/`: Perfetto takes it for a path and shows only the part after the last
   * one.
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
