import { defaultOf } from '../../input/defaults.ts';
import type { SimulationInput } from '../../input/model.ts';
import { micros } from '../../input/scenario/quantity-shapes.ts';

/**
 * Returns the pods that arrive together, burst by burst in order of time, those of each in the input's order. In which order they come is up to
 * chance: the scheduler binds them side by side, and the kubelet's goroutines may overtake each other. Pods that come after others
 * (StatefulSets, CronJobs, replacements) are not among them.
 */
export function burstsOf({ pods, podChains = [], cronRuns = [], podActions = [] }: SimulationInput): readonly (readonly string[])[] {
  const bound = new Set([
    ...podChains.flatMap(({ uids }) => uids.slice(1)),
    ...cronRuns.flatMap(({ runs }) => runs.flatMap(({ uids }) => uids)),
    ...podActions.flatMap((action) => (action.kind === 'rollout' ? action.lines.flatMap(({ uids }) => uids) : action.uids)),
  ]);
  const gapMicros = micros(defaultOf('arrivalInterval'));
  const bursts: string[][] = [];
  let lastMicros = Number.NEGATIVE_INFINITY;
  for (const { uid, namespace, name, arrivesAtMicros } of pods) {
    if (bound.has(uid)) continue;
    if (arrivesAtMicros - lastMicros > gapMicros) bursts.push([]);
    bursts.at(-1)?.push(`${namespace}/${name}`);
    lastMicros = arrivesAtMicros;
  }
  return bursts.filter(({ length }) => length > 1);
}
