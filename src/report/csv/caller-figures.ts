import type { TraceRecord } from '../../trace/record.ts';

/** What the pulls of one container came to. */
export interface CallerFigures {
  /** Pulls that reached the runtime. */
  readonly pulls: number;
  /** Times that a pull was refused by back-off. */
  readonly back_offs: number;
  /** Compressed bytes of the layers that it fetched itself. */
  readonly downloaded_bytes: number;
  readonly image_bytes?: number;
}

interface Draft {
  pulls: number;
  back_offs: number;
  downloaded_bytes: number;
  image_bytes?: number;
}

/** The container of a pod: another pod may have the same name later. */
export function callerKey(podUid: string, container: string): string {
  return `${podUid} ${container}`;
}

/** Returns the figures up to `endMs`, by `callerKey`. */
export function callerFigures(records: readonly TraceRecord[], endMs: number): ReadonlyMap<string, CallerFigures> {
  const figures = new Map<string, Draft>();
  /** By the name that the runtime knows the caller by: the newest pod of that name. */
  const byActor = new Map<string, Draft>();
  /** Layers that another pull fetches: their end is told to all who wait, and cost one download. */
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
