import { type StartWorker, WorkerHandle } from './worker-handle.ts';

/**
 * How long after an answer the next worker is made. Until then the page draws the answer, and both would be
 * slower.
 */
const spareAfterMs = 300;

/** More would only hold memory: one for the next run and one for a question about it. */
const idleMax = 2;

/**
 * Workers that nobody waits for. A worker that has simulated before is three times as fast as a new one, since
 * its code is compiled already. It is therefore used again, and the one that was returned last comes first.
 */
export class WorkerPool {
  readonly #start: StartWorker;
  readonly #idle: WorkerHandle[] = [];
  #spareTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: StartWorker) {
    this.#start = start;
    this.#makeSpare();
  }

  /** Returns a worker without a run. */
  take(): WorkerHandle {
    return this.#idle.pop() ?? new WorkerHandle(this.#start);
  }

  /**
   * Takes a worker back, which forgets its run. One that still computes is ended for the reason `why`, as nothing
   * else can stop it.
   */
  giveBack(worker: WorkerHandle, why: string): void {
    if (worker.isAsked || worker.isEnded || this.#idle.length >= idleMax) {
      worker.end(why);
      return;
    }
    void worker.ask({ type: 'RUN.FORGOTTEN' }).catch(() => undefined);
    this.#idle.push(worker);
  }

  /** Has a worker ready soon: loading its code takes longer than many runs. */
  makeSpareLater(): void {
    clearTimeout(this.#spareTimer);
    this.#spareTimer = setTimeout(() => this.#makeSpare(), spareAfterMs);
  }

  #makeSpare(): void {
    if (this.#idle.length === 0) this.#idle.push(new WorkerHandle(this.#start));
  }
}
