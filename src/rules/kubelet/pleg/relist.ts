import { entries, get, remove, type SortedMap, set } from '../../collections/sorted-map.ts';
import { withChanges } from '../../values/with-changes.ts';
import type { PodLifecycleEvent } from './lifecycle-events.ts';
import type { PlegRules } from './pleg-rules.ts';
import { podChanges, UnrecognizedStateError } from './pod-changes.ts';
import type { RuntimePod } from './pod-status.ts';

/**
 * PLEG's record of a pod. `old` is undefined if the pod has been listed, but no event about it has been sent.
 */
export interface PodRecord {
  readonly old: RuntimePod | undefined;
}

/** The records that PLEG keeps between relists. */
export interface PlegRecords {
  readonly pods: SortedMap<PodRecord>;
  /** The pods that are inspected whether they change or not, as they were listed when that was decided. */
  readonly reinspect: SortedMap<RuntimePod | null>;
  /**
   * The pods whose inspection failed in this relist, for the next one. Only if reinspection is `afterwards`.
   */
  readonly failed: SortedMap<RuntimePod | null>;
}

/** One pod's turn in a relist. */
export interface PodTurn {
  readonly uid: string;
  /** undefined: the runtime no longer has the pod. */
  readonly pod: RuntimePod | undefined;
  readonly events: readonly PodLifecycleEvent[];
  /**
   * Whether this is the second inspection of a relist (reinspection `afterwards`), which fills the cache and
   * does nothing else.
   */
  readonly isSecond: boolean;
}

/** Returns the records of a PLEG that has seen nothing. */
export const emptyPlegRecords: PlegRecords = { pods: undefined, reinspect: undefined, failed: undefined };

interface OpenedRelist {
  readonly records: PlegRecords;
  readonly turns: readonly PodTurn[];
  /**
   * The text of Go's panic if the listing has a state that PLEG does not know. The relist then has no effect.
   */
  readonly panic: string | undefined;
}

/**
 * Takes over a listing. `looked`: the pods that may differ from what is known (undefined: any). Returns the
 * turns in the order of the UIDs (the kubelet's own order is a Go map's). Mirrors `setCurrent` and the first
 * half of `Relist` and `reconcilePodRecord` in pkg/kubelet/pleg/generic.go.
 */
export function openRelist(
  rules: PlegRules,
  known: PlegRecords,
  listing: ReadonlyMap<string, RuntimePod>,
  looked: Iterable<string> | undefined,
): OpenedRelist {
  const uids = [...new Set(looked ?? everyUid(known, listing))].sort();
  const newUids = uids.filter((uid) => listing.has(uid) && get(known.pods, uid) === undefined);
  const records = withChanges(known, {
    pods: newUids.reduce((pods, uid) => set(pods, uid, { old: undefined }), known.pods),
  });
  try {
    const turns: PodTurn[] = [];
    for (const uid of uids) {
      const turn = podTurn(rules, records, uid, listing.get(uid));
      if (turn !== undefined) turns.push(turn);
    }
    const isTaken = ({ uid }: PodTurn): boolean =>
      rules.reinspects === 'inTurn' && get(records.reinspect, uid) !== undefined;
    const reinspect = turns.filter(isTaken).reduce((pods, { uid }) => remove(pods, uid), records.reinspect);
    return { records: withChanges(records, { reinspect }), turns, panic: undefined };
  } catch (error) {
    if (error instanceof UnrecognizedStateError) return { records, turns: [], panic: error.message };
    throw error;
  }
}

function everyUid(records: PlegRecords, listing: ReadonlyMap<string, RuntimePod>): readonly string[] {
  return [...entries(records.pods).map(([uid]) => uid), ...listing.keys()];
}

function podTurn(
  rules: PlegRules,
  records: PlegRecords,
  uid: string,
  pod: RuntimePod | undefined,
): PodTurn | undefined {
  const record = get(records.pods, uid);
  const events = podChanges(uid, record?.old, pod);
  const isAsked =
    rules.reinspects === 'inTurn' && record !== undefined && get(records.reinspect, uid) !== undefined;
  return events.length > 0 || isAsked ? { uid, pod, events, isSecond: false } : undefined;
}

/**
 * Returns the pods that are inspected once more when all turns are over; none if reinspection is `inTurn`.
 */
export function secondTurns(rules: PlegRules, records: PlegRecords): readonly PodTurn[] {
  if (rules.reinspects === 'inTurn') return [];
  return entries(records.reinspect).map(([uid, pod]) => ({
    uid,
    pod: pod ?? undefined,
    events: [],
    isSecond: true,
  }));
}

/**
 * Returns the records, and the events to send, after a pod has been inspected or is gone. Mirrors
 * `podRecords.update`.
 */
export function turnEnded(
  rules: PlegRules,
  records: PlegRecords,
  { uid, pod, events, isSecond }: PodTurn,
): { readonly records: PlegRecords; readonly events: readonly PodLifecycleEvent[] } {
  if (isSecond) return { records, events: [] };
  const pods = pod === undefined ? remove(records.pods, uid) : set(records.pods, uid, { old: pod });
  const reinspect = rules.reinspects === 'inTurn' ? records.reinspect : remove(records.reinspect, uid);
  const sentEvents = events.filter(({ eventType }) => eventType !== 'ContainerChanged');
  const isSync = rules.sendsPodSync && events.length === 0;
  return {
    records: withChanges(records, { pods, reinspect }),
    events: isSync ? [{ uid, eventType: 'PodSync' }] : sentEvents,
  };
}

/**
 * Returns the records after a failed inspection: the old record stays, so that the next relist finds the
 * change again.
 */
export function turnFailed(rules: PlegRules, records: PlegRecords, { uid, pod }: PodTurn): PlegRecords {
  return rules.reinspects === 'inTurn'
    ? withChanges(records, { reinspect: set(records.reinspect, uid, pod ?? null) })
    : withChanges(records, { failed: set(records.failed, uid, pod ?? null) });
}

/** Returns the records when all turns are over. */
export function closeRelist(rules: PlegRules, records: PlegRecords): PlegRecords {
  return rules.reinspects === 'inTurn'
    ? records
    : withChanges(records, { reinspect: records.failed, failed: undefined });
}

/**
 * Returns the records with a pod that the next relist inspects, whatever it lists. Mirrors
 * `RequestReinspect`.
 */
export function withReinspection(records: PlegRecords, uid: string): PlegRecords {
  return withChanges(records, { reinspect: set(records.reinspect, uid, null) });
}

/** Returns the pods that a relist must look at beside those that have changed. */
export function pendingPods({ reinspect }: PlegRecords): readonly string[] {
  return entries(reinspect).map(([uid]) => uid);
}
