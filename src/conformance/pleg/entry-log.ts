import type { PlegEntry } from './pleg-entry.ts';

/** The parts of a relist, in the order in which their entries are written. */
type Phase = 'listing' | 'pod' | 'podEvents' | 'updating' | 'counting';
const phases: readonly Phase[] = ['listing', 'pod', 'podEvents', 'updating', 'counting'];

/** Where an entry belongs: to a relist, to an answer of GetNewerThan, or to a step of the script. */
export type Place =
  | { readonly of: 'relist'; readonly relist: number; readonly phase: Phase }
  | { readonly of: 'newer'; readonly step: number }
  | { readonly of: 'step' };
const owners: readonly Place['of'][] = ['relist', 'newer', 'step'];

interface Placed {
  readonly entry: PlegEntry;
  readonly place: Place;
}

/** The entries of a script. Whenever everything has settled, the entries since the last time are put into canonical order. */
export class EntryLog {
  readonly #settled: PlegEntry[] = [];
  #open: Placed[] = [];

  add(entry: PlegEntry, place: Place): void {
    this.#open.push({ entry, place });
  }

  /**
   * Puts the new entries in order: by time; what relists did, answers of GetNewerThan by step, answers of steps; within a relist pod by
   * pod.
   */
  settle(): void {
    if (this.#open.length === 0) return;
    this.#settled.push(...this.#open.sort(compare).map(({ entry }) => entry));
    this.#open = [];
  }

  get settled(): readonly PlegEntry[] {
    return this.#settled;
  }
}

function compare(a: Placed, b: Placed): number {
  const byTime = a.entry.at - b.entry.at;
  if (byTime !== 0) return byTime;
  const byOwner = owners.indexOf(a.place.of) - owners.indexOf(b.place.of);
  if (byOwner !== 0) return byOwner;
  if (a.place.of === 'newer' && b.place.of === 'newer') return a.place.step - b.place.step;
  if (a.place.of !== 'relist' || b.place.of !== 'relist') return 0;
  if (a.place.relist !== b.place.relist) return a.place.relist - b.place.relist;
  return compareInRelist(a.place.phase, a.entry.uid ?? '', b.place.phase, b.entry.uid ?? '');
}

/** A pod's events come after its own other entries, and before the next pod's. */
function compareInRelist(phaseA: Phase, uidA: string, phaseB: Phase, uidB: string): number {
  const isOfPod = (phase: Phase): boolean => phase === 'pod' || phase === 'podEvents';
  if (isOfPod(phaseA) && isOfPod(phaseB) && uidA !== uidB) return uidA < uidB ? -1 : 1;
  return phases.indexOf(phaseA) - phases.indexOf(phaseB);
}
