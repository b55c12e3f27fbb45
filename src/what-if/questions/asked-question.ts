import { formatInputError } from '../../input/documents/input-error.ts';
import type { SourceText } from '../../input/documents/source-document.ts';
import type { SimulationInput } from '../../input/model.ts';
import { pullsNothing, readInput } from '../../input/read-input.ts';
import type { RunRequest } from '../../input/run-request.ts';
import type { AnswerContent } from '../../report/html/answer-page.ts';
import type { TextOptions } from '../../report/text/text-options.ts';
import type { Pauses } from '../../simulation/simulate.ts';
import { stoppedText } from '../../simulation/simulation-error.ts';
import { runHere } from '../runs/run-here.ts';
import { countDraws, type DrawnRunner, type Runner } from '../runs/runner.ts';
import type { Stage } from '../runs/time-left.ts';
import { QuestionError } from './question-error.ts';

/** The input that a question is about, and who hears how far the answer is. */
export interface Asked {
  /** The names of the files, as a command line has them. */
  readonly inputs: readonly string[];
  readonly sources: readonly SourceText[];
  readonly request: RunRequest;
  /** A stored trace instead of files. */
  readonly trace?: string | undefined;
  readonly pauses: Pauses;
  /** Whether somebody wants what is known so far. */
  readonly isStopped: () => boolean;
  readonly note: (stage: Stage) => void;
}

/** An answer as a command gives it. */
export interface Answer {
  readonly content: AnswerContent;
  readonly text: string;
  readonly json: string;
  /** Why it is not whole; undefined if it is. */
  readonly interrupted?: string | undefined;
}

/** What a command prints where there is no terminal. */
export const answerText: TextOptions = { width: 100, colour: false };

/** Returns the input. Throws a `QuestionError` with what is wrong with it. */
export function inputOfQuestion(sources: readonly SourceText[], request: RunRequest): SimulationInput {
  const read = readInput(sources, request);
  if (!read.ok) throw new QuestionError(['the input is wrong', ...read.errors.map(formatInputError)].join('\n'));
  if (pullsNothing(read.input)) throw new QuestionError('no pods in the input: nothing would happen');
  return read.input;
}

/** Returns a runner in this thread. A run that the simulator ends is a `QuestionError`. */
export function runnerOf(pauses: Pauses): Runner & DrawnRunner {
  const here = runHere({}, pauses);
  return {
    ...here,
    run: (input) => orStopped(input.seed, () => here.run(input)),
    runDrawn: (input) => orStopped(input.seed, () => countDraws(input, {}, pauses)),
  };
}

/** Returns what `run` returns. A run that the simulator ends is a `QuestionError`. */
export async function orStopped<T>(seed: number, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const stopped = stoppedText(error, seed);
    throw stopped === undefined ? error : new QuestionError(stopped);
  }
}

/** Tells the runs that are done, of a number that is known. */
export function countRuns({ note }: Asked, runs: number): (done: number) => void {
  return (done) => note({ told: `${done} of ${runs} runs`, remaining: [{ amount: runs - done }] });
}
