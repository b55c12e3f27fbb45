import type { SimulationProgress } from '../../simulation/parts-progress.ts';
import type { RunProgress } from '../run-progress.ts';

const msBetween = 100;

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
