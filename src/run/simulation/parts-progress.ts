import type { SimulationInput } from '../simulation-input.ts';
import type { PartMoment } from './part-run.ts';

/** The number of steps between two reports of progress, which take some hundredths of a second. */
export const stepsPerTelling = 250;

/** The progress of a run. */
export interface SimulationProgress {
  /**
   * The virtual time. With several parts it is their mean, where a part that is over counts with the horizon.
   */
  readonly nowMs: number;
  readonly horizonMs: number;
  readonly steps: number;
  readonly pods: number;
  readonly podsUnsettled: number;
}

/** Adds up the progress of the parts of a run. */
export class PartsProgress {
  readonly #tell: (progress: SimulationProgress) => void;
  readonly #parts: number;
  readonly #horizonMs: number;
  readonly #pods: number;
  readonly #latest: { nowMs: number; steps: number; podsUnsettled: number }[];
  readonly #sum: { nowMs: number; steps: number; podsUnsettled: number };

  constructor(
    { pods, horizonMicros }: SimulationInput,
    parts: readonly SimulationInput[],
    tell: (progress: SimulationProgress) => void,
  ) {
    this.#tell = tell;
    this.#parts = parts.length;
    this.#horizonMs = horizonMicros / 1000;
    this.#pods = pods.length;
    this.#latest = parts.map((part) => ({ nowMs: 0, steps: 0, podsUnsettled: part.pods.length }));
    this.#sum = { nowMs: 0, steps: 0, podsUnsettled: pods.length };
  }

  /** Must be called before each step of a part, and at its end. */
  note(part: number, run: PartMoment): void {
    const isOver = this.#parts > 1 && run.nextMicros === undefined;
    if (run.steps % stepsPerTelling !== 0 && !isOver) return;
    const next = {
      nowMs: isOver ? this.#horizonMs : run.nowMicros / 1000,
      steps: run.steps,
      podsUnsettled: run.podsUnsettled,
    };
    const before = this.#latest[part] ?? next;
    this.#latest[part] = next;
    this.#sum.nowMs += next.nowMs - before.nowMs;
    this.#sum.steps += next.steps - before.steps;
    this.#sum.podsUnsettled += next.podsUnsettled - before.podsUnsettled;
    const nowMs = this.#sum.nowMs / this.#parts;
    this.#tell({ ...this.#sum, nowMs, horizonMs: this.#horizonMs, pods: this.#pods });
  }
}
