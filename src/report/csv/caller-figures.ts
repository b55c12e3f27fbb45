import type { TraceRecord } from '../../trace/record.ts';

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

/** Returns a key for the container of a pod. The UID is part of it, because a later pod may have the same name. */
export function callerKey(podUid: string, container: string): string {
  return `${podUid} ${container}`;
}

/** Returns the figures up to `endMs`, by `callerKey`. */
export function callerFigures(records: readonly TraceRecord[], endMs: number): ReadonlyMap<string, CallerFigures> {
  const figures = new Map<string, Draft>();
  /** The newest pod for each name under which the runtime knows a caller. */
  const byActor = new Map<string, Draft>();
  /** Layers that another pull fetches. All waiting pulls have a record of their end, but they cost one download. */
  const shared = new Set<string>();
  for (const record of records) {
    if (record.at > endMs) break;
    if (record.type === 'pull') {
      const key = callerKey(record.pod.uid, record.container);
      const draft = figures.get(key) ?? { pulls: 0, back_offs: 0, downloaded_bytes: 0 };
      figures.set(key, draft);
      byActor.set(record.actor, draft);
      if (record.state === 'pulling') draft.pulls += 1;
      if (record.state === 'backingOff') draft.back_offs += 1;
      if (record.sizeBytes !== undefined) draft.image_bytes = record.sizeBytes;
    } else if (record.type === 'fetch') {
      const caller = record.pull;
      const layer = `${caller} ${record.layer} ${record.digest}`;
      const wasShared = shared.delete(layer);
      if (record.state === 'shared') shared.add(layer);
      else if (record.state === 'fetched' && !wasShared) {
        const draft = byActor.get(caller);
        if (draft !== undefined) draft.downloaded_bytes += record.bytes;
      }
    }
  }
  return figures;
}
