import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { Readings } from '../../trace/readings.ts';
import type { RecordOf } from '../../trace/record.ts';

/** What a pod lost to refusals of its node's own limit so far. */
interface PodDelay {
  micros: number;
  /** When its container's pull was refused, while it has not been called. */
  readonly refusedMicros: Map<string, number>;
}

/**
 * How many pulls the kubelets of nodes wanted to call, and when: without the time that pods lost to
 * `pull QPS exceeded`, and without the further attempts that a refusal brings. It keeps a number for each
 * pull.
 */
export class PullDemand {
  readonly #byNode = new Map<string, number[]>();
  readonly #delays = new Map<string, PodDelay>();

  readonly readings: Readings = { pull: (record) => this.#notePull(record) };

  /**
   * Returns the least `registryBurst` that takes this demand at this `registryPullQPS`. Pulls that are all
   * let through share the link and last longer, so that a pod's next pull comes later than here: a little
   * less may do as well.
   */
  burstNeeded(node: string, registryPullQPS: number): number {
    let level = 0;
    let most = 0;
    let last = 0;
    for (const at of this.#byNode.get(node)?.toSorted((a, b) => a - b) ?? []) {
      level = Math.max(0, level - ((at - last) / 1e6) * registryPullQPS) + 1;
      most = Math.max(most, level);
      last = at;
    }
    // A shortage that takes less than a nanosecond to refill is none.
    return Math.ceil(most - 1e-9 * registryPullQPS);
  }

  #notePull({ at, node, pod, container, state, throttled }: RecordOf<'pull'>): void {
    if (state !== 'pulling' && throttled !== true) return;
    const micros = Math.round(at * 1000);
    const delay = getOrInsert(this.#delays, pod.uid, () => ({ micros: 0, refusedMicros: new Map() }));
    const refusedMicros = delay.refusedMicros.get(container);
    if (throttled === true) {
      if (refusedMicros !== undefined) return;
      delay.refusedMicros.set(container, micros);
    } else if (refusedMicros !== undefined) {
      delay.refusedMicros.delete(container);
      delay.micros += micros - refusedMicros;
      return;
    }
    getOrInsert(this.#byNode, node, () => []).push(micros - delay.micros);
  }
}
