import { type Stage, TimeLeft } from '../../../answers/what-if/runs/time-left.ts';
import type { SimulationProgress } from '../../../run/simulation/parts-progress.ts';
import type { RunProgress } from '../run-progress.ts';
import type { QuestionProgress } from './worker-protocol.ts';

const msBetween = 100;

/**
 * Reports how far the answer to a question is, and how long it will still take, at most ten times a second of
 * real time.
 */
export class CountedRuns {
  readonly #tell: (progress: QuestionProgress) => void;
  readonly #nowMs: () => number;
  readonly #timeLeft = new TimeLeft();
  #toldMs: number;

  constructor(nowMs: () => number, tell: (progress: QuestionProgress) => void) {
    this.#nowMs = nowMs;
    this.#tell = tell;
    this.#toldMs = nowMs();
  }

  readonly note = ({ told, remaining }: Stage): void => {
    const nowMs = this.#nowMs();
    this.#timeLeft.begin(nowMs, remaining);
    if (nowMs - this.#toldMs < msBetween) return;
    this.#toldMs = nowMs;
    const left = this.#timeLeft.sample(nowMs, remaining);
    this.#tell({ told, ...(left === undefined ? {} : { left }) });
  };
}

/** Reports how far a run has come, at most ten times a second of real time. */
export class Progress {
  readonly #tell: (progress: RunProgress) => void;
  readonly #nowMs: () => number;
  #toldMs: number;

  constructor(nowMs: () => number, tell: (progress: RunProgress) => void) {
    this.#nowMs = nowMs;
    this.#tell = tell;
    this.#toldMs = nowMs();
  }

  readonly note = ({ nowMs: atMs, horizonMs, pods, podsUnsettled }: SimulationProgress): void => {
    const nowMs = this.#nowMs();
    if (nowMs - this.#toldMs < msBetween) return;
    this.#toldMs = nowMs;
    this.#tell({ atMs, horizonMs, pods, podsDone: Math.max(0, pods - podsUnsettled) });
  };
}
