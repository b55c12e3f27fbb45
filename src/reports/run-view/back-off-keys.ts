import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { ActorRecord, RecordOf } from '../../trace/record.ts';

interface Draft {
  readonly pod: string;
  readonly image: string;
  readonly windows: { readonly fromMs: number; untilMs: number; readonly windowMs: number }[];
}

/** Collects the back-off windows of one node by pod UID and image as written, which is the kubelet's key. */
export class BackOffKeys {
  readonly #keys = new Map<string, Draft>();

  note(record: ActorRecord): void {
    if (
      record.type === 'pull' &&
      record.state === 'failed' &&
      record.untilMs !== undefined &&
      record.windowMs !== undefined
    )
      this.#open(record, record.untilMs, record.windowMs);
    // A new kubelet has no entries.
    else if (record.type === 'node' && (record.state === 'kubeletRestarted' || record.state === 'rebooting'))
      this.#cut(record);
  }

  finish(): BackOffKey[] {
    return [...this.#keys].map(([key, draft]) => ({ key, ...draft }));
  }

  #open({ pod, image, at }: RecordOf<'pull'>, untilMs: number, windowMs: number): void {
    const key = `${pod.uid}_${image}`;
    const draft = getOrInsert(this.#keys, key, () => ({
      pod: `${pod.namespace}/${pod.name}`,
      image,
      windows: [],
    }));
    const last = draft.windows.at(-1);
    // Another container of the pod with the same image has the same key, and may fail within the window.
    if (last !== undefined && last.untilMs > at) last.untilMs = at;
    draft.windows.push({ fromMs: at, untilMs, windowMs });
  }

  #cut({ at }: ActorRecord): void {
    for (const { windows } of this.#keys.values()) {
      const last = windows.at(-1);
      if (last !== undefined && last.untilMs > at) last.untilMs = at;
    }
  }
}

/** The back-off of one pod and image, by the kubelet's key. */
export interface BackOffKey {
  readonly key: string;
  readonly pod: string;
  readonly image: string;
  readonly windows: readonly {
    readonly fromMs: number;
    readonly untilMs: number;
    readonly windowMs: number;
  }[];
}
