import type { SimulationInput } from '../input/model.ts';
import type { PartMoment } from './part-run.ts';

/** Between two tellings of how far a run has come: some hundredths of a second. */
const stepsPerTelling = 250;

/** How far a run has come. */
export interface SimulationProgress {
  /** Virtual time; of several nodes that share nothing the mean, with the horizon for those that are over. */
  readonly nowMs: number;
  readonly horizonMs: number;
  readonly steps: number;
  readonly pods: number;
  readonly podsUnsettled: number;
}

/** Adds up how far the parts of a run have come. */
export class PartsProgress {
  readonly #tell: (progress: SimulationProgress) => void;
  readonly #parts: number;
  readonly #horizonMs: number;
  readonly #pods: number;
  readonly #latest: { nowMs: number; steps: number; podsUnsettled: number }[];
  readonly #sum: { nowMs: number; steps: number; podsUnsettled: number };

  constructor({ pods, horizonMicros }: SimulationInput, parts: readonly SimulationInput[], tell: (progress: SimulationProgress) => void) {
    this.#tell = tell;
    this.#parts = parts.length;
    this.#horizonMs = horizonMicros / 1000;
    this.#pods = pods.length;
    this.#latest = parts.map((part) => ({ nowMs: 0, steps: 0, podsUnsettled: part.pods.length }));
    this.#sum = { nowMs: 0, steps: 0, podsUnsettled: pods.length };
  }

  /** To be called before each step of a part, and at its end. */
  note(part: number, run: PartMoment): void {
    const isOver = this.#parts > 1 && run.nextMicros === undefined;
    if (run.steps % stepsPerTelling !== 0 && !isOver) return;
    const next = { nowMs: isOver ? this.#horizonMs : run.nowMicros / 1000, steps: run.steps, podsUnsettled: run.podsUnsettled };
    const before = this.#latest[part] ?? next;
    this.#latest[part] = next;
    this.#sum.nowMs += next.nowMs - before.nowMs;
    this.#sum.steps += next.steps - before.steps;
    this.#sum.podsUnsettled += next.podsUnsettled - before.podsUnsettled;
    const nowMs = this.#sum.nowMs / this.#parts;
    this.#tell({ ...this.#sum, nowMs, horizonMs: this.#horizonMs, pods: this.#pods });
  }
}
