import type { TraceRecord } from '../../../trace/record.ts';

/**
 * The state of a pod: present, over (with its phase), or being deleted. A pod that is gone or has not arrived
 * has none.
 */
export type PodLife =
  | { readonly state: 'live'; readonly isReady: boolean }
  | { readonly state: 'deleting' }
  | { readonly state: 'over'; readonly reason: string | undefined };

/** A record about a pod. */
export type PodRecord = Extract<TraceRecord, { type: 'pod' | 'status' | 'container' }>;

/** What a controller does now, by UID of pods, and when it looks again though nothing has changed. */
export interface Moves {
  readonly deletes: readonly string[];
  readonly creates: readonly string[];
  readonly requeueAtMicros?: number;
}

/** Makes pods and deletes them, because of what it sees of others. */
export interface Controller {
  /** From its look until a pod is bound to its node. */
  readonly delayMicros: number;
  /**
   * Takes a record about one of its pods, and the pod's life since then. Returns when it looks because of it;
   * undefined: it does not.
   */
  observe(podRecord: PodRecord, life: PodLife | undefined): number | undefined;
  /** Returns what it does now. Pods that it makes count as on their way from then on. */
  moves(lives: ReadonlyMap<string, PodLife>, nowMicros: number): Moves;
}

/** The virtual time of a record, in µs. */
export function recordMicros({ at }: { readonly at: number }): number {
  return Math.round(at * 1_000);
}
