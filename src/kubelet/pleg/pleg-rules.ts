/** What differs between releases in PLEG and its pod cache. */
export interface PlegRules {
  /** `onSuccess`: a listing that fails does not count as a sign of life. */
  readonly relistTimeMoves: 'atStart' | 'onSuccess';
  /** What health says before any relist: nothing of its own (the last one was ages ago), or a text. */
  readonly saysYetToBeSuccessful: boolean;
  /** Pods whose inspection failed are inspected in the next relist: once more at its end, or each once, in its turn. */
  readonly reinspects: 'afterwards' | 'inTurn';
  /** `RequestReinspect`: others may ask for an inspection, and a pod that was inspected with nothing changed gets a PodSync. */
  readonly sendsPodSync: boolean;
  /** As of when a status counts: the moment of its inspection, or the start of the listing before it. */
  readonly statusCountsFrom: 'inspection' | 'listing';
  /** Where a pod has no sandboxes, a container that runs is reason enough to take its new IPs, even if there are none. */
  readonly asksContainersForIps: boolean;
  /** `RequestRelist`: one pod is looked at on demand, and the cache keeps when each pod was last looked at. */
  readonly relistsPods: boolean;
  /** With EventedPLEG, a pod without an entry is answered at once, whatever the wait was for. */
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
  answersUnknownPodsAtOnce: false,
};

/** In 1.14 a failed listing is no sign of life. */
export const plegRules1_14: PlegRules = { ...plegRules2017, relistTimeMoves: 'onSuccess' };

/** Measured on 1.27.16. */
export const plegRules1_27: PlegRules = {
  ...plegRules1_14,
  saysYetToBeSuccessful: true,
  asksContainersForIps: false,
  answersUnknownPodsAtOnce: true,
};

/** Measured on 1.31.14; 1.30.14 has the same. */
export const plegRules1_30: PlegRules = { ...plegRules1_27, answersUnknownPodsAtOnce: false };

/** Pods that could not be inspected have their turn among the others, and nobody is told if nothing has changed. */
export const plegRules1_32: PlegRules = { ...plegRules1_30, reinspects: 'inTurn' };

/** Measured on 1.36.3. */
export const plegRules1_36: PlegRules = { ...plegRules1_32, sendsPodSync: true, statusCountsFrom: 'listing', relistsPods: true };
