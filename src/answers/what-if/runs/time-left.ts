import { countText, durationText } from '../../../reports/text/quantity-text.ts';
import type { SimulationProgress } from '../../../run/simulation/parts-progress.ts';

/** What remains of a task by one measure; it falls to 0. */
interface Remaining {
  readonly amount: number;
  /** Whether the task may end earlier, but not later. */
  readonly isLimit?: true;
}

/** How far a long task has come. */
export interface Stage {
  readonly told: string;
  /** What remains by every measure that gives an estimate. The first one to reach its end counts. */
  readonly remaining: readonly Remaining[];
}

interface Sample {
  readonly atMs: number;
  readonly remaining: readonly Remaining[];
}

/**
 * Estimates how long a task continues from the speed at which its measures fell in the later half of its
 * time, because the beginning of a run is not typical.
 */
export class TimeLeft {
  readonly #samples: Sample[] = [];
  #beganMs: number | undefined;

  /** The first measures, from which the first estimate starts. */
  begin(atMs: number, remaining: readonly Remaining[]): void {
    if (this.#beganMs !== undefined || remaining.length === 0) return;
    this.#beganMs = atMs;
    this.#samples.push({ atMs, remaining });
  }

  /** Returns `about 4 min`, `at most about 9 min`; undefined while no measure falls. */
  sample(atMs: number, remaining: readonly Remaining[]): string | undefined {
    if (remaining.length === 0) return undefined;
    const samples = this.#samples;
    const half = ((this.#beganMs ?? atMs) + atMs) / 2;
    while (samples[1] !== undefined && samples[1].atMs <= half) samples.shift();
    const [from] = samples;
    samples.push({ atMs, remaining });
    if (from === undefined) return undefined;
    const ends = remaining.flatMap(({ amount, isLimit }, index) => {
      const fallen = (from.remaining[index]?.amount ?? amount) - amount;
      return fallen > 0 ? [{ ms: (amount / fallen) * (atMs - from.atMs), isLimit }] : [];
    });
    const [first] = ends.sort((a, b) => a.ms - b.ms);
    return first === undefined
      ? undefined
      : `${first.isLimit ? 'at most ' : ''}about ${roughTimeText(first.ms)}`;
  }
}

/** Returns an estimated time: `40 s`, `4 min`, `3 h`. */
export function roughTimeText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/**
 * Returns how far one run has come, by its pods and by its horizon: a run with a pod that never settles
 * continues to the horizon. A pre-pull has no pods.
 */
export function stageOfRun({ nowMs, horizonMs, pods, podsUnsettled }: SimulationProgress): Stage {
  const settled =
    pods === 0 ? '' : `, ${Math.max(0, pods - podsUnsettled)} of ${countText(pods, 'pod')} settled`;
  return {
    told: `${durationText(nowMs)} of ${durationText(horizonMs)} simulated${settled}`,
    remaining: [{ amount: podsUnsettled }, { amount: horizonMs - nowMs, isLimit: true }],
  };
}
