import type { RecordOf } from '../../trace/record.ts';

/** What pulls have cost for pods that were deleted while they went on. */
export interface DeletedPodFigures {
  readonly pulls: number;
  /** How long they held a pull slot after the deletion. */
  readonly slotMs: number;
  /** Bytes of the layers that arrived after the deletion. */
  readonly bytes: number;
}

/** A pull of a pod that is there. */
interface OpenPull {
  readonly uid: string;
  readonly beganMs: number;
}

/**
 * Adds up pulls that go on for pods that are deleted: the kubelet cancels none of them
 * (`context.WithoutCancel` in pkg/kubelet/images, kubernetes#113606).
 */
export class DeletedPodPulls {
  readonly #deletedMs = new Map<string, number>();
  /** By the actor of the pull. */
  readonly #open = new Map<string, OpenPull>();
  #pulls = 0;
  #slotMs = 0;
  #bytes = 0;

  notePod({ at, state, pod }: RecordOf<'pod'>): void {
    if (state === 'deleting') this.#deletedMs.set(pod.uid, at);
    else if (state === 'deleted') this.#deletedMs.delete(pod.uid);
  }

  notePull({ at, actor, state, pod }: RecordOf<'pull'>, counts: boolean): void {
    if (state === 'pulling') {
      this.#open.set(actor, { uid: pod.uid, beganMs: at });
      return;
    }
    const open = this.#open.get(actor);
    this.#open.delete(actor);
    const deletedMs = this.#deletedMs.get(pod.uid);
    if (open === undefined || deletedMs === undefined || !counts) return;
    this.#pulls += 1;
    this.#slotMs += at - Math.max(deletedMs, open.beganMs);
  }

  noteFetch({ state, pull, bytes }: RecordOf<'fetch'>): void {
    const open = state === 'fetched' ? this.#open.get(pull) : undefined;
    if (open !== undefined && this.#deletedMs.has(open.uid)) this.#bytes += bytes;
  }

  figures(): DeletedPodFigures {
    return { pulls: this.#pulls, slotMs: this.#slotMs, bytes: this.#bytes };
  }
}
