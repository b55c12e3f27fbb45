/** How long a pod took to start by its kubelet's reckoning, in whole microseconds. */
export interface StartupLatency {
  /**
   * The time from the pod's creation, which has whole seconds, until all its containers were seen running.
   */
  readonly totalMicros: number;
  /** The same without pulls and init containers. */
  readonly sliMicros: number;
  readonly pullMicros: number;
  readonly initMicros: number;
}

interface Session {
  readonly startMicros: number;
  readonly endMicros: number;
}

/** A duration below all others, which Go makes of "never minus some day". */
const leastDurationMicros = -(2 ** 63) / 1000;

/**
 * What the kubelet notes of one pod until it has started. A pull that fails leaves its session open: the next
 * that ends well closes the oldest one, so that back-off counts as pulling.
 *
 * Mirrors `perPodState` and its methods in pkg/kubelet/util/pod_startup_latency_tracker.go (v1.36.3,
 * v1.31.14, v1.27.16).
 */
export class PodStartupLatency {
  readonly #rules: StartupRules;
  readonly #createdMicros: number;
  readonly #sessions: Session[] = [];
  readonly #open: number[] = [];
  #firstStartedMicros: number | undefined;
  #lastFinishedMicros: number | undefined;
  #initMicros = 0;
  #initStartedMicros: number | undefined;

  /** `createdMicros`: the creation timestamp as the API has it, in whole seconds. */
  constructor(rules: StartupRules, createdMicros: number) {
    this.#rules = rules;
    this.#createdMicros = createdMicros;
  }

  /** Mirrors `RecordImageStartedPulling`. */
  pullStarted(nowMicros: number): void {
    this.#open.push(nowMicros);
    this.#firstStartedMicros ??= nowMicros;
  }

  /** Mirrors `RecordImageFinishedPulling`. */
  pullFinished(nowMicros: number): void {
    this.#lastFinishedMicros = nowMicros;
    const startMicros = this.#open.shift();
    if (startMicros !== undefined) this.#sessions.push({ startMicros, endMicros: nowMicros });
  }

  /** `RecordInitContainerStarted`: the one that ran before is forgotten if its end was not noted. */
  initStarted(atMicros: number): void {
    this.#initStartedMicros = atMicros;
  }

  /**
   * `RecordInitContainerFinished`. It gets every init container that has exited, at each sync; with
   * several of them an early one ends the measurement of the next, so that only the run time of a single init
   * container is taken off.
   */
  initFinished(atMicros: number): void {
    if (this.#initStartedMicros === undefined) return;
    this.#initMicros += Math.max(0, atMicros - this.#initStartedMicros);
    this.#initStartedMicros = undefined;
  }

  /** The pod is seen running on the watch, for the first time. */
  latency(seenMicros: number): StartupLatency {
    const totalMicros = seenMicros - this.#createdMicros;
    const initMicros = this.#rules.leavesOutInit ? this.#initMicros : 0;
    const pullMicros =
      this.#rules.pulls === 'sessions' ? sessionMicros(this.#sessions) : this.#firstToLastMicros();
    // Subtracting the least duration overflows in Go, and the result is as far below zero.
    const withoutPulls =
      pullMicros === leastDurationMicros ? totalMicros + leastDurationMicros : totalMicros - pullMicros;
    return { totalMicros, sliMicros: withoutPulls - initMicros, pullMicros, initMicros };
  }

  #firstToLastMicros(): number {
    if (this.#firstStartedMicros === undefined) return 0;
    return this.#lastFinishedMicros === undefined
      ? leastDurationMicros
      : this.#lastFinishedMicros - this.#firstStartedMicros;
  }
}

/** Overlaps count once. Mirrors `calculateImagePullingTime`; sessions are in order of their ends. */
function sessionMicros(sessions: readonly Session[]): number {
  let total = 0;
  let endMicros = Number.NEGATIVE_INFINITY;
  for (const session of sessions) {
    if (session.endMicros <= endMicros) continue;
    total += session.endMicros - Math.max(session.startMicros, endMicros);
    endMicros = session.endMicros;
  }
  return total;
}

/** How a kubelet release measures the start of a pod. */
export interface StartupRules {
  /**
   * What counts as pulling: `sessions` adds up the stretches in which a pull was open; `firstToLast` takes
   * everything from the first start of a pull to the last end of one.
   */
  readonly pulls: 'sessions' | 'firstToLast';
  /** Whether the run time of ordinary init containers is subtracted. */
  readonly leavesOutInit: boolean;
  /** Whether a pod with a volume that holds state (an image counts as one) is in the total only. */
  readonly leavesOutStateful: boolean;
}
