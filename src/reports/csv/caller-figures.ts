import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { Readings } from '../../trace/readings.ts';

/** The figures of the pulls of one container. */
export interface CallerFigures {
  /** The number of pulls that reached the runtime. */
  readonly pulls: number;
  /** How many times back-off refused a pull. */
  readonly back_offs: number;
  /** The compressed bytes of the layers that it fetched itself. */
  readonly downloaded_bytes: number;
  readonly image_bytes?: number;
}

interface Draft {
  pulls: number;
  back_offs: number;
  downloaded_bytes: number;
  image_bytes?: number;
}

/**
 * Returns a key for the container of a pod. The UID is part of it, because a later pod may have the same
 * name.
 */
function callerKey(podUid: string, container: string): string {
  return `${podUid} ${container}`;
}

/** Adds up the figures of the pulls of each container. */
export class CallerFiguresReader {
  readonly #figures = new Map<string, Draft>();
  /** The newest pod for each name under which the runtime knows a caller. */
  readonly #byActor = new Map<string, Draft>();
  /**
   * Layers that another pull fetches. All waiting pulls have a record of their end, but they cost one
   * download.
   */
  readonly #shared = new Set<string>();

  readonly readings: Readings = {
    pull: (record) => {
      const key = callerKey(record.pod.uid, record.container);
      const draft = getOrInsert(this.#figures, key, () => ({ pulls: 0, back_offs: 0, downloaded_bytes: 0 }));
      this.#byActor.set(record.actor, draft);
      if (record.state === 'pulling') draft.pulls += 1;
      if (record.state === 'backingOff') draft.back_offs += 1;
      if (record.sizeBytes !== undefined) draft.image_bytes = record.sizeBytes;
    },
    fetch: ({ pull: caller, layer: number, digest, state, bytes }) => {
      const layer = `${caller} ${number} ${digest}`;
      const wasShared = this.#shared.delete(layer);
      if (state === 'shared') this.#shared.add(layer);
      else if (state === 'fetched' && !wasShared) {
        const draft = this.#byActor.get(caller);
        if (draft !== undefined) draft.downloaded_bytes += bytes;
      }
    },
  };

  of(podUid: string, container: string): CallerFigures | undefined {
    return this.#figures.get(callerKey(podUid, container));
  }
}
