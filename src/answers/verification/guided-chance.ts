import type { ActorRecord } from '../../trace/record.ts';

/**
 * What a kubelet's work queue waits at least after a sync with an error (backOffPeriod in
 * pkg/kubelet/kubelet.go), and by what share more.
 */
const backOffPeriodMicros = 10_000_000;
const jitterShareMax = 0.5;
const tickMicros = 1_000_000;

/**
 * From a sync's start to its first event: SyncPod's beginning and the question whether the image is there.
 */
const untilFirstEventMicros = 8_000;

/** What nothing tells of a node, in shares of their cycles from 0 up to 1. */
export interface Phases {
  readonly tick: number;
  readonly relist: number;
}

interface GuidedPod {
  /** When something was seen of the pod, in order; microseconds of the run. */
  readonly timesMicros: readonly number[];
  /** How far apart its syncs are on the average, where several of them are told as one count. */
  readonly meanHopMicros: number | undefined;
  /** Whether every sync that fails shows, as in the kubelet's log. */
  readonly showsFailures: boolean;
}

/**
 * Chance that is led by what was seen: after each sync of a pod the jitter is chosen, within its range, so
 * that the next tick that hands the pod out is the one before its next observation. The phases of ticks and
 * relists are given.
 */
export class GuidedChance {
  readonly #pods: ReadonlyMap<string, GuidedPod>;
  readonly #phases: Phases;
  readonly #node: string;
  readonly #syncFrequencyMicros: number;
  readonly #variation: number;
  readonly #failing = new Set<string>();
  #nodeDraws = 0;

  /**
   * `pods` by the names of their workers. `variation`, from 0 up to 1, is how much hidden syncs keep from
   * being evenly spread.
   */
  constructor(
    node: { readonly name: string; readonly syncFrequencyMicros: number },
    pods: ReadonlyMap<string, GuidedPod>,
    phases: Phases,
    variation: number,
  ) {
    this.#node = node.name;
    this.#syncFrequencyMicros = node.syncFrequencyMicros;
    this.#pods = pods;
    this.#phases = phases;
    this.#variation = variation;
  }

  /** Hears each record of the run: whether a sync fails decides how long the pod rests. */
  note(record: ActorRecord): void {
    if (record.type === 'sync' && record.state === 'started') this.#failing.delete(record.actor);
    if (record.type !== 'event' || record.pod === undefined) return;
    if (record.eventType === 'Warning' || record.reason === 'BackOff')
      this.#failing.add(`${record.node}/kubelet/${record.pod.namespace}/${record.pod.name}`);
  }

  /** Returns the number of a stream, in place of the seed's. */
  draw(stream: string, drawn: number, nowMicros: number): number {
    if (stream === this.#node) {
      const number = this.#nodeDraws++;
      return number === 0 ? this.#phases.tick : number === 1 ? this.#phases.relist : drawn;
    }
    const pod = this.#pods.get(stream);
    if (pod === undefined) return drawn;
    const isFailing = this.#failing.has(stream);
    const base = isFailing ? backOffPeriodMicros : this.#syncFrequencyMicros;
    const next = pod.timesMicros.find(
      (micros) => micros - untilFirstEventMicros > nowMicros + base - tickMicros / 2,
    );
    if (next === undefined) return drawn;
    const gap = next - untilFirstEventMicros - nowMicros;
    const hop = isFailing && pod.showsFailures ? gap : gap / hopsIn(gap, base, pod.meanHopMicros);
    const isHidden = hop < gap;
    const due =
      hop - tickMicros / 2 + (isHidden ? (drawn - 0.5) * this.#variation * jitterShareMax * base : 0);
    return Math.min(0.999_999, Math.max(0, (due - base) / (jitterShareMax * base)));
  }
}

/**
 * Returns in how many rests of `base` with its jitter a gap passes: the least number, or the one that fits
 * the mean.
 */
function hopsIn(gap: number, base: number, mean: number | undefined): number {
  const least = Math.max(1, Math.ceil(gap / (base * (1 + jitterShareMax) + tickMicros)));
  const most = Math.max(least, Math.floor(gap / base));
  return mean === undefined ? least : Math.min(most, Math.max(least, Math.round(gap / mean)));
}
