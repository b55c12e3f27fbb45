import { isFeatureGateOn } from '../configuration/feature-gates.ts';

/** What differs between releases in PLEG and its pod cache. */
export interface PlegRules {
  /** When the time of the last relist moves. `onSuccess`: a listing that fails is no sign of life. */
  readonly relistTimeMoves: 'atStart' | 'onSuccess';
  /**
   * Whether PLEG's health has a text of its own before the first relist, instead of saying that the last one
   * was ages ago.
   */
  readonly saysYetToBeSuccessful: boolean;
  /**
   * When pods whose inspection failed are inspected in the next relist: once more at its end, or only once,
   * in their turn.
   */
  readonly reinspects: 'afterwards' | 'inTurn';
  /**
   * Whether `RequestReinspect` exists: others may ask for an inspection, and a pod in which it finds no
   * change gets a PodSync.
   */
  readonly sendsPodSync: boolean;
  /** As of when a status counts: its inspection, or the start of the listing before it. */
  readonly statusCountsFrom: 'inspection' | 'listing';
  /**
   * Whether a running container makes PLEG take over the IPs of a pod without sandboxes, even if there are
   * none.
   */
  readonly asksContainersForIps: boolean;
  /**
   * Whether `RequestRelist` exists: one pod is relisted on demand, and the cache notes when each pod was last
   * observed.
   */
  readonly relistsPods: boolean;
  /**
   * What the evented PLEG does with an event: it writes the pod's status into the cache, or asks for a relist
   * of the pod.
   */
  readonly events: 'writeStatus' | 'askForRelist';
  /** Whether, with EventedPLEG, a waiter for a pod without an entry is answered at once. */
  readonly answersUnknownPodsAtOnce: boolean;
}

/** The kubelet of 2017 (1.6 to 1.8; test/seeds, 001). */
export const plegRules2017: PlegRules = {
  relistTimeMoves: 'atStart',
  saysYetToBeSuccessful: false,
  reinspects: 'afterwards',
  sendsPodSync: false,
  statusCountsFrom: 'inspection',
  asksContainersForIps: true,
  relistsPods: false,
  events: 'writeStatus',
  answersUnknownPodsAtOnce: false,
};

/** The rules of 1.14: a failed listing is no sign of life. */
export const plegRules1_14: PlegRules = { ...plegRules2017, relistTimeMoves: 'onSuccess' };

/** The rules of 1.18 to 1.25, read from their sources. */
export const plegRules1_18: PlegRules = {
  ...plegRules1_14,
  saysYetToBeSuccessful: true,
  asksContainersForIps: false,
};

/** The rules as measured on 1.27.16. Those of 1.26.15 and 1.28.15 are the same. */
export const plegRules1_27: PlegRules = { ...plegRules1_18, answersUnknownPodsAtOnce: true };

/** The rules as measured on 1.31.14. Those of 1.29.15 and 1.30.14 are the same. */
export const plegRules1_29: PlegRules = { ...plegRules1_27, answersUnknownPodsAtOnce: false };

/**
 * Pods that could not be inspected have their turn among the others, and there is no event if nothing has
 * changed.
 */
export const plegRules1_32: PlegRules = { ...plegRules1_29, reinspects: 'inTurn' };

/** The rules as measured on 1.36.3. */
export const plegRules1_36: PlegRules = {
  ...plegRules1_32,
  sendsPodSync: true,
  statusCountsFrom: 'listing',
  relistsPods: true,
};

/** The rules as measured on 1.37.2: the generic PLEG alone writes the cache. */
export const plegRules1_37: PlegRules = { ...plegRules1_36, events: 'askForRelist' };

/** Whether a kubelet with these feature gates writes the events of its runtime into the cache of pods. */
export function writesEvents(
  { release, pleg }: { release: string; pleg: PlegRules },
  gates: Readonly<Record<string, boolean>>,
): boolean {
  return pleg.events === 'writeStatus' && isFeatureGateOn('EventedPLEG', release, gates);
}
