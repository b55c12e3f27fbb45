import { appendAll } from '../../../rules/collections/append-all.ts';
import type { PodStatus } from '../../../rules/kubelet/pleg/pod-status.ts';
import type { TraceEntry } from '../script-kind.ts';
import type { ScriptStatus } from './script-schema.ts';

/** One entry of a trace, with the fields of its type. */
export interface PlegEntry extends TraceEntry {
  readonly op?: string;
  readonly uid?: string;
  readonly error?: string;
  readonly status?: ScriptStatus | null;
  readonly timestampMs?: number;
  readonly eventType?: string;
  readonly data?: string;
  readonly count?: number;
  readonly ok?: boolean;
  readonly message?: string;
  readonly modifiedMs?: number;
  readonly observedMs?: number;
  readonly globalMs?: number;
  readonly step?: number;
  readonly metric?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly sum?: number;
  readonly buckets?: Readonly<Record<string, number>>;
  readonly value?: number;
}

/** Returns a status as traces write it. An empty name or IP is left out. */
export function statusEntry(status: PodStatus | null): ScriptStatus | null {
  if (status === null) return null;
  const { uid, name, namespace, ips, containers, sandboxes } = status;
  return {
    uid,
    name,
    namespace,
    ips: [...ips],
    containers: containers.map((one) => ({
      id: one.id,
      ...(one.name === '' ? {} : { name: one.name }),
      state: one.state,
    })),
    sandboxes: sandboxes.map((one) => ({
      id: one.id,
      state: one.isReady ? 'ready' : 'notReady',
      ...(one.ip === '' ? {} : { ip: one.ip }),
    })),
  };
}

/** The parts of a relist, in the order in which their entries are written. */
type Phase = 'listing' | 'pod' | 'podEvents' | 'updating' | 'counting';
const phases: readonly Phase[] = ['listing', 'pod', 'podEvents', 'updating', 'counting'];

/** Where an entry belongs: to a relist, to an answer of GetNewerThan, or to a step of the script. */
type Place =
  | { readonly of: 'relist'; readonly relist: number; readonly phase: Phase }
  | { readonly of: 'newer'; readonly step: number }
  | { readonly of: 'step' };
const owners: readonly Place['of'][] = ['relist', 'newer', 'step'];

interface Placed {
  readonly entry: PlegEntry;
  readonly place: Place;
}

/**
 * The entries of a script. Whenever everything has settled, the entries since the last time are put into
 * canonical order.
 */
export class EntryLog {
  readonly #settled: PlegEntry[] = [];
  #open: Placed[] = [];

  add(entry: PlegEntry, place: Place): void {
    this.#open.push({ entry, place });
  }

  /**
   * Puts the new entries in order: by time; what relists did, answers of GetNewerThan by step, answers of
   * steps; within a relist pod by pod.
   */
  settle(): void {
    if (this.#open.length === 0) return;
    appendAll(
      this.#settled,
      this.#open.sort(compare).map(({ entry }) => entry),
    );
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
