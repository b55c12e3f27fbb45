import type { RunProgress } from '../run-progress.ts';
import { RefusedInput } from './run-client.ts';
import type {
  QuestionProgress,
  RunContents,
  RunOrigin,
  WorkerAnswer,
  WorkerRequest,
} from './worker-protocol.ts';

/** Makes a worker of src/interfaces/page/worker/worker.ts, wherever its source is. */
export type StartWorker = () => Worker;

interface Awaited {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  readonly onCounted?: ((progress: QuestionProgress) => void) | undefined;
}

type Listeners = Pick<Awaited, 'onProgress' | 'onCounted'>;

/** A question without its number. */
export type Question = WorkerRequest extends infer R
  ? R extends { readonly id: number }
    ? Omit<R, 'id'>
    : never
  : never;

/**
 * A worker and the callers that wait for its answers. It can be ended during a simulation, which nothing else
 * could stop.
 */
export class WorkerHandle {
  readonly #worker: Worker;
  readonly #awaited = new Map<number, Awaited>();
  #nextId = 1;
  #ended: Error | undefined;

  constructor(start: StartWorker) {
    this.#worker = start();
    this.#worker.onmessage = (event: MessageEvent<WorkerAnswer>) => this.#receive(event.data);
    this.#worker.onerror = (event) =>
      this.end(`the simulation's worker stopped: ${event.message || 'it could not be started'}`);
    this.#worker.onmessageerror = () => this.end("an answer of the simulation's worker could not be read");
  }

  /** Whether a caller waits for an answer. */
  get isAsked(): boolean {
    return this.#awaited.size > 0;
  }

  get isEnded(): boolean {
    return this.#ended !== undefined;
  }

  run(request: RunOrigin, onProgress?: (progress: RunProgress) => void): Promise<RunContents> {
    return this.ask({ type: 'RUN.REQUESTED', request }, { onProgress }) as Promise<RunContents>;
  }

  ask(question: Question, listeners: Listeners = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(this.#ended);
      const id = this.#nextId++;
      this.#awaited.set(id, { resolve, reject, ...listeners });
      this.#worker.postMessage({ ...question, id });
    });
  }

  /** Ends the worker, whatever it does. Callers that still wait get the reason. */
  end(why: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = new Error(why);
    this.#worker.terminate();
    for (const { reject } of this.#awaited.values()) reject(this.#ended);
    this.#awaited.clear();
  }

  #receive(answer: WorkerAnswer): void {
    const awaited = this.#awaited.get(answer.id);
    if (awaited === undefined) return;
    if (answer.type === 'RUN.PROGRESSED') {
      awaited.onProgress?.(answer.progress);
      return;
    }
    if (answer.type === 'QUESTION.PROGRESSED') {
      awaited.onCounted?.(answer.progress);
      return;
    }
    this.#awaited.delete(answer.id);
    if (answer.type === 'RUN.FINISHED') awaited.resolve(answer.run);
    else if (answer.type === 'ANSWERED') awaited.resolve(answer.answer);
    else if (answer.type === 'RUN.REFUSED')
      awaited.reject(new RefusedInput(answer.errors, answer.inputErrors));
    else awaited.reject(new Error(answer.message));
  }
}
