import type { ActorEntry } from '../worker/worker-protocol.ts';

/** Machines whose actors show most of a run, the most informative first. */
const tellingMachines = ['imagePull', 'pullSlots', 'pullBackOff', 'podWorker', 'runtimePull', 'imageGc', 'pleg'] as const;

/** Returns the actors to begin with: for each of these machines, the one with the most steps. */
export function tellingActors(entries: readonly ActorEntry[]): readonly ActorEntry[] {
  return tellingMachines.flatMap((machine) => {
    const busiest = entries
      .filter((entry) => entry.machine === machine && entry.steps > 0)
      .reduce<ActorEntry | undefined>((best, entry) => (best === undefined || entry.steps > best.steps ? entry : best), undefined);
    return busiest === undefined ? [] : [busiest];
  });
}
