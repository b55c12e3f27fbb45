import type { PodLifecycleEvent } from './pleg/pod-lifecycle-event.ts';

/**
 * What PLEG has to tell beyond a quiet second. `relisted`: a relist told of changes, lost some, or succeeded after failures;
 * `listFailed`, `inspectionFailed`: the runtime failed in a way that it had not failed before.
 */
export interface PlegObservation {
  readonly type: 'pleg';
  readonly state: 'relisted' | 'listFailed' | 'inspectionFailed';
  /** Relists of all pods so far, this one included; those without a record went as the one before them. */
  readonly relists: number;
  /** The pause between relists (ms). */
  readonly periodMs: number;
  /** How long this one took (ms). */
  readonly tookMs?: number;
  /** Of one pod, on demand. */
  readonly uid?: string;
  /** relisted: what was sent; inspectionFailed: what was held back. */
  readonly events?: readonly PodLifecycleEvent[];
  /** Events that the full channel lost. */
  readonly discarded?: number;
  readonly error?: string;
}
