import { type SeedRange, seedRange } from '../../../answers/certainty/seed-range.ts';
import { drawSizes } from '../../../answers/certainty/size-draws.ts';
import { summarizeRun } from '../../../answers/certainty/summarize-run.ts';
import type { Remedy } from '../../../answers/what-if/explanation/remedies.ts';
import { QuestionError } from '../../../answers/what-if/questions/question-error.ts';
import { sizedInput } from '../../../answers/what-if/runs/drawn-sizes.ts';
import { TimedPauses } from '../../../answers/what-if/runs/timed-pauses.ts';
import type { ToldSizeRange } from '../../../reports/summary/size-range.ts';
import { defaultEngine } from '../../../run/engine/engine.ts';
import { withoutPauses } from '../../../run/simulation/simulate.ts';
import { commandNames } from '../command-line.ts';
import { LoadedRun } from './loaded-run.ts';
import { inputErrors, makeRun, simulatedInput } from './made-run.ts';
import { NodeHistories } from './node-histories.ts';
import { CountedRuns, Progress } from './progress.ts';
import type { ContainerRef, RunOrigin, WorkerAnswer, WorkerRequest } from './worker-protocol.ts';

interface RunWorkerOptions {
  readonly tell: (answer: WorkerAnswer) => void;
  /** Real time, used only for the intervals of progress. */
  readonly nowMs: () => number;
  /** Resolves once requests that have come meanwhile are received. */
  readonly turn?: () => Promise<unknown>;
}

/**
 * The worker's side of src/interfaces/page/worker/worker-protocol.ts: one run, or only the steps of its actors, and the
 * questions about it.
 */
export class RunWorker {
  readonly #tell: RunWorkerOptions['tell'];
  readonly #nowMs: RunWorkerOptions['nowMs'];
  #run: LoadedRun | undefined;
  #histories: NodeHistories | undefined;
  readonly #turn: () => Promise<unknown>;
  #isStopped = false;

  constructor({ tell, nowMs, turn = async () => undefined }: RunWorkerOptions) {
    this.#turn = turn;
    this.#tell = tell;
    this.#nowMs = nowMs;
  }

  /** Answers the request and resolves afterwards. It never rejects: errors are answers too. */
  async receive(request: WorkerRequest): Promise<void> {
    try {
      this.#tell(await this.#answer(request));
    } catch (error) {
      this.#tell({
        type: 'FAILED',
        id: request.id,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  async #answer(request: WorkerRequest): Promise<WorkerAnswer> {
    const { id } = request;
    if (request.type === 'RUN.REQUESTED') return this.#make(request);
    if (request.type === 'QUESTION.ASKED') return this.#tellAnswer(request);
    return { type: 'ANSWERED', id, answer: await this.#answerTo(request) };
  }

  async #make({ id, request }: Extract<WorkerRequest, { type: 'RUN.REQUESTED' }>): Promise<WorkerAnswer> {
    const progress = new Progress(this.#nowMs, (so) =>
      this.#tell({ type: 'RUN.PROGRESSED', id, progress: so }),
    );
    const made = await makeRun(request, progress, this.#pauses());
    if (!made.ok) {
      const { errors, inputErrors } = made;
      return { type: 'RUN.REFUSED', id, errors, ...(inputErrors === undefined ? {} : { inputErrors }) };
    }
    this.#run = new LoadedRun(request, made);
    this.#histories = new NodeHistories(made.sized?.input ?? made.steps);
    return { type: 'RUN.FINISHED', id, run: this.#run.loaded(id) };
  }

  async #tellAnswer({
    id,
    asked,
  }: Extract<WorkerRequest, { type: 'QUESTION.ASKED' }>): Promise<WorkerAnswer> {
    const pauses = this.#pauses();
    // Loaded when it is needed: a worker for runs starts without it.
    const { tellAnswer } = await import('./tell-answer.ts');
    const { note } = new CountedRuns(this.#nowMs, (progress) =>
      this.#tell({ type: 'QUESTION.PROGRESSED', id, progress }),
    );
    try {
      return { type: 'ANSWERED', id, answer: await tellAnswer(asked, { pauses, note }) };
    } catch (error) {
      if (!(error instanceof QuestionError)) throw error;
      return { type: 'RUN.REFUSED', id, errors: [error.message] };
    }
  }

  /** Returns pauses in which one may say that what is known is enough. */
  #pauses(): TimedPauses {
    this.#isStopped = false;
    return new TimedPauses({ nowMs: this.#nowMs, turn: this.#turn, isStopped: () => this.#isStopped });
  }

  #answerTo(request: Exclude<WorkerRequest, { type: 'RUN.REQUESTED' | 'QUESTION.ASKED' }>): unknown {
    switch (request.type) {
      case 'RUN.STOPPED':
      case 'QUESTION.STOPPED':
        this.#isStopped = true;
        return undefined;
      case 'RUN.FORGOTTEN':
        this.#run = undefined;
        this.#histories = undefined;
        return undefined;
      case 'STEPS.OPENED': {
        const read = simulatedInput(request.request);
        if (!read.ok) throw new Error(read.errors.join('\n'));
        this.#histories = new NodeHistories(read.input);
        return undefined;
      }
      case 'SIZES.REQUESTED':
        return otherSizes(request.request);
      case 'SEEDS.REQUESTED':
        return otherSeeds(request.request, request.endMs);
      case 'REMEDIES.REQUESTED':
        return remedies(request.request, request.container);
      case 'INPUT.CHECKED':
        return inputErrors(request.request);
      case 'WHY.REQUESTED':
        return there(this.#run).why(request.row, request.bar);
      case 'EVENTS.REQUESTED':
        return there(this.#run).events(request.pod, request.atMs);
      case 'ACTORS.REQUESTED':
        return there(this.#histories).actors(request.node);
      case 'STEPS.REQUESTED':
        return there(this.#histories).steps(request.node, request.actor);
      case 'EXPORT.REQUESTED':
        return there(this.#run).export(request.format);
    }
  }
}

/** What the run of a request comes to with other sizes of images. */
async function otherSizes(
  request: Extract<RunOrigin, { kind: 'simulate' }>,
): Promise<ToldSizeRange | undefined> {
  const read = simulatedInput(request);
  if (!read.ok) throw new Error(read.errors.join('\n'));
  const { summary } = await summarizeRun(read.input, {}, withoutPauses);
  return drawSizes(read, summary, {}, withoutPauses);
}

/** What the run of a request, which ended then, comes to with other seeds. */
async function otherSeeds(
  request: Extract<RunOrigin, { kind: 'simulate' }>,
  endMs: number,
): Promise<SeedRange | undefined> {
  const read = simulatedInput(request);
  if (!read.ok) throw new Error(read.errors.join('\n'));
  return seedRange(sizedInput(read, request.settings), endMs, {}, withoutPauses);
}

/** What would help a container of the run of a request; empty if nothing does. */
async function remedies(
  origin: Extract<RunOrigin, { kind: 'simulate' }>,
  { pod, container }: ContainerRef,
): Promise<readonly Remedy[]> {
  // Loaded when it is needed: a worker for runs starts without it.
  const { remediesFor } = await import('../../../answers/what-if/explanation/remedies.ts');
  const read = simulatedInput(origin);
  if (!read.ok) throw new Error(read.errors.join('\n'));
  const { sources, settings: request } = origin;
  const run = { input: read.input, sources, request, inputs: commandNames(origin), engine: defaultEngine };
  return (await remediesFor(run, pod, container, withoutPauses)) ?? [];
}

/** Throws if that has not been opened before. */
function there<T>(opened: T | undefined): T {
  if (opened === undefined) throw new Error('there is no run yet');
  return opened;
}
