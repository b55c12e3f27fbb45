import type { ScriptPod } from './script-schema.ts';

/**
 * The gauges `running_pods` and `running_containers`. Mirrors `updateRunningPodAndContainerMetrics` in pkg/kubelet/pleg/generic.go: a state
 * that no container has any more keeps its last number.
 */
export class RunningCounts {
  #pods = 0;
  readonly #containers = new Map<string, number>();

  count(pods: readonly ScriptPod[]): void {
    const counted = new Map<string, number>();
    for (const { state } of pods.flatMap(({ containers = [] }) => containers)) counted.set(state, (counted.get(state) ?? 0) + 1);
    for (const [state, count] of counted) this.#containers.set(state, count);
    this.#pods = pods.filter(({ sandboxes = [] }) => sandboxes.some(({ state }) => state === 'running')).length;
  }

  get pods(): number {
    return this.#pods;
  }

  get containers(): ReadonlyMap<string, number> {
    return this.#containers;
  }
}
