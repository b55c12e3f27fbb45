import { KeptRun } from './kept-run.ts';
import { makeRun } from './made-run.ts';
import { Progress } from './progress.ts';
import type { WorkerAnswer, WorkerRequest } from './worker-protocol.ts';

export interface RunDeskOptions {
  readonly tell: (answer: WorkerAnswer) => void;
  /** Real time, only for how often progress is told. */
  readonly nowMs: () => number;
}

/** The worker's side of src/page/worker/worker-protocol.ts: one run, and the questions about it. */
export class RunDesk {
  readonly #tell: RunDeskOptions['tell'];
  readonly #nowMs: RunDeskOptions['nowMs'];
  #run: KeptRun | undefined;

  constructor({ tell, nowMs }: RunDeskOptions) {
    this.#tell = tell;
    this.#nowMs = nowMs;
  }

  /** Answers the request; resolves when it has. Never rejects: what goes wrong is an answer too. */
  async receive(request: WorkerRequest): Promise<void> {
    try {
      this.#tell(await this.#answer(request));
    } catch (error) {
      this.#tell({ type: 'FAILED', id: request.id, message: error instanceof Error ? error.message : String(error) });
    }
  }

  async #answer(request: WorkerRequest): Promise<WorkerAnswer> {
    const { id } = request;
    if (request.type === 'RUN.REQUESTED') return this.#make(request);
    const run = this.#run;
    if (run === undefined) return { type: 'FAILED', id, message: 'there is no run yet' };
    return { type: 'ANSWERED', id, answer: await answerOf(run, request) };
  }

  #make({ id, request }: Extract<WorkerRequest, { type: 'RUN.REQUESTED' }>): WorkerAnswer {
    const progress = new Progress(this.#nowMs, (atMs, horizonMs) => this.#tell({ type: 'RUN.PROGRESSED', id, atMs, horizonMs }));
    const made = makeRun(request, progress.note);
    if (!made.ok) return { type: 'RUN.REFUSED', id, errors: made.errors };
    this.#run = new KeptRun(request, made);
    return { type: 'RUN.FINISHED', id, run: this.#run.loaded(id) };
  }
}

function answerOf(run: KeptRun, request: Exclude<WorkerRequest, { type: 'RUN.REQUESTED' }>): unknown {
  switch (request.type) {
    case 'WHY.REQUESTED':
      return run.why(request.row, request.bar);
    case 'ACTORS.REQUESTED':
      return run.actors(request.node);
    case 'STEPS.REQUESTED':
      return run.steps(request.actor);
    case 'EXPORT.REQUESTED':
      return run.export(request.format);
  }
}
