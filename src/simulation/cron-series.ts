import type { CronRuns } from '../input/model.ts';
import type { PodLife } from './rollout.ts';

/** What the controller does now, by UID of pods. */
interface CronMoves {
  /** The pods of the run that is replaced. */
  readonly ends: readonly string[];
  readonly creates: readonly string[];
}

/**
 * The runs of a CronJob that do not run side by side. Mirrors the part of `syncCronJob` that asks for active Jobs
 * (pkg/controller/cronjob/cronjob_controllerv2.go, v1.36.3): with Forbid the latest time that has come is made up for when the Job before is
 * over, unless that is later than startingDeadlineSeconds; with Replace its pods are deleted. A Job is active until all its pods are over.
 */
export class CronSeries {
  readonly #input: CronRuns;
  /** The latest run whose time has come, and the latest that was made or given up. */
  #due = -1;
  #done = -1;
  /** The pods of the run that was made last, with those that took their places. */
  readonly #active = new Set<string>();

  constructor(input: CronRuns) {
    this.#input = input;
  }

  /** The time of this run has come. */
  noteDue(run: number): void {
    this.#due = Math.max(this.#due, run);
  }

  /** Another pod takes the place of one of the active run. */
  adopt(uid: string, next: string): void {
    if (this.#active.has(uid)) this.#active.add(next);
  }

  /** Returns the pods to delete and those to make. `isComing`: the pod is on its way, or its Job makes others. */
  moves(lives: ReadonlyMap<string, PodLife>, isComing: (uid: string) => boolean, nowMicros: number): CronMoves {
    const run = this.#due > this.#done ? this.#input.runs[this.#due] : undefined;
    const active = [...this.#active].filter((uid) => isComing(uid) || (lives.get(uid)?.state ?? 'over') !== 'over');
    const { policy, deadlineMicros } = this.#input;
    if (run === undefined || (policy === 'Forbid' && active.length > 0)) return { ends: [], creates: [] };
    this.#done = this.#due;
    if (deadlineMicros !== null && nowMicros - run.atMicros > deadlineMicros) return { ends: [], creates: [] };
    this.#active.clear();
    for (const uid of run.uids) this.#active.add(uid);
    return { ends: active, creates: run.uids };
  }
}
