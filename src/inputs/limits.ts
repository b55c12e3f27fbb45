/** The limits of one input. Exceeding one is an error, so that no input makes the tool hang. */
export const limits = {
  /** UTF-16 code units over all sources. */
  textLength: 32 * 1024 * 1024,
  documents: 200_000,
  nestingDepth: 100,
  /** The nodes for which aliases may stand in one document. */
  aliasedNodes: 10_000,
  errors: 100,
  pods: 300_000,
  /** Of one Job, one after the other. */
  podsOfJob: 10_000,
  /** Containers and volumes of all pods together. */
  podParts: 2_000_000,
  nodes: 10_000,
  layers: 1_000,
  /**
   * Characters of an image's name: a repository has at most 255 and a tag 128, and what is longer only a
   * kubelet's error.
   */
  imageNameLength: 4_096,
  /** Of PLEG, whose own is 1 s: the shorter it is, the more there is to simulate. */
  relistPeriodMicrosMin: 10_000,
  /** One year: far above any question, far below 2^53 µs. */
  durationMicros: 365 * 24 * 3_600 * 1_000_000,
} as const;

/** What to do with an input above a limit. */
export const lessInput =
  'leave out objects that make no pods (kubectl get deploy,sts,ds,cronjob,node -A -o yaml is enough for most clusters), or some of the nodes';
