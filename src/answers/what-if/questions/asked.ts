import { formatInputError, type InputError, wrongInputText } from '../../../inputs/documents/input-error.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { type InputResult, pullsNothing, readInput } from '../../../inputs/read-input.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import type { Answer } from '../../../reports/answer/answer.ts';
import { answerText } from '../../../reports/answer/answer-text.ts';
import { noPodsReasons } from '../../../reports/summary/kept-out.ts';
import type { TextOptions } from '../../../reports/text/text-options.ts';
import { defaultEngine, type EngineName } from '../../../run/engine/engine.ts';
import type { Pauses } from '../../../run/simulation/simulate.ts';
import { stoppedText } from '../../../run/simulation/simulation-error.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { isTrace } from '../../../trace/trace-format.ts';
import type { SizedInput } from '../../certainty/size-draws.ts';
import { sizedInput } from '../runs/drawn-sizes.ts';
import { runHere } from '../runs/run-here.ts';
import { countDraws, type DrawnRunner, type Runner } from '../runs/runner.ts';
import type { Stage } from '../runs/time-left.ts';
import type { Question } from './question.ts';
import { QuestionError } from './question-error.ts';

/** The input that a question is about, who makes its runs, and who hears how far the answer is. */
export interface Asked {
  /** The names of the files, as a command line has them. */
  readonly inputs: readonly string[];
  readonly request: RunRequest;
  readonly engine: EngineName;
  /**
   * Reads files: the inputs, or others that the question names. It is called once the question itself is
   * known to be right.
   */
  readonly read: (names: readonly string[]) => Promise<readonly SourceText[]>;
  /** Gives `task` what makes about so many runs of inputs like this one: this thread, or others. */
  readonly withRunner: <T>(
    like: SimulationInput,
    runs: number,
    task: (runner: Runner & DrawnRunner) => Promise<T>,
  ) => Promise<T>;
  /** For runs of which more is read than a runner tells. */
  readonly pauses: Pauses;
  /** Hears how many runs there will be, before the first one; `isMost`: perhaps fewer. */
  readonly expect: (like: SimulationInput, runs: number, isMost?: boolean) => void;
  readonly note: (stage: Stage) => void;
  /** The same sentence may come several times, and is told once. */
  readonly warn: (sentence: string) => void;
}

/** What came of a question. */
export interface QuestionAnswer {
  readonly answer: () => Answer;
  /** What a terminal shows, where that is more than the answer. */
  readonly text?: (options: TextOptions) => string;
  readonly json: () => string;
  /** The files that it is about. */
  readonly sources: readonly SourceText[];
  /** Why it is not whole; undefined if it is. */
  readonly interrupted?: string | undefined;
}

/** Returns the answer for a terminal, ending in a line feed. */
export function textOfAnswer({ text, answer }: QuestionAnswer, options: TextOptions): string {
  return text?.(options) ?? answerText(answer(), options);
}

/** Reads the files of an input that is run. Throws a `QuestionError` for a stored trace. */
export async function manifestsOf(
  { inputs, read }: Asked,
  command: Question['command'],
  names: readonly string[] = inputs,
): Promise<readonly SourceText[]> {
  const sources = await read(names);
  const trace = sources.find(isTrace);
  if (trace === undefined) return sources;
  const words = 'is a stored trace, which does not say what it was made of';
  throw new QuestionError(`${trace.name} ${words}: windlass ${command} needs the manifests`, 'input');
}

/**
 * Returns the input, and tells its warnings. Throws a `QuestionError` with what is wrong with it; `what` it
 * is, where there are several.
 */
export function inputOf(
  asked: Asked,
  sources: readonly SourceText[],
  request: RunRequest,
  what?: string,
): SimulationInput {
  return sizedInputOf(asked, sources, request, what).input;
}

/** The same with the origins of its images. */
export function sizedInputOf(
  { warn }: Asked,
  sources: readonly SourceText[],
  request: RunRequest,
  what?: string,
): SizedInput {
  const read = readInput(sources, request);
  if (!read.ok) throw wrongInput(read.errors, what);
  failWithoutPods(read);
  for (const warning of read.warnings) warn(warning);
  return sizedInput(read, request);
}

/** Returns the refusal of an input. */
export function wrongInput(errors: readonly InputError[], what?: string): QuestionError {
  return new QuestionError(wrongInputText(errors.map(formatInputError), what), 'input');
}

/** Throws a `QuestionError` if nothing would happen. */
export function failWithoutPods({ input, warnings }: Extract<InputResult, { ok: true }>): void {
  if (pullsNothing(input)) throw new QuestionError(wrongInputText(noPodsReasons(input, warnings)), 'input');
}

/** Returns a runner in this thread. A run that the simulator ends is a `QuestionError`. */
export function runnerHere(engine: EngineName, pauses: Pauses): Runner & DrawnRunner {
  const here = runHere({ engine }, pauses);
  return {
    ...here,
    run: (input) => orStopped(input.seed, () => here.run(input)),
    runDrawn: (input) => orStopped(input.seed, () => countDraws(input, { engine }, pauses)),
  };
}

/** Makes all runs in this thread. */
export function madeHere(pauses: Pauses): Pick<Asked, 'engine' | 'withRunner' | 'pauses'> {
  return {
    engine: defaultEngine,
    withRunner: (_, __, task) => task(runnerHere(defaultEngine, pauses)),
    pauses,
  };
}

/** Returns what `run` returns. A run that the simulator ends is a `QuestionError`. */
export async function orStopped<T>(seed: number, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const stopped = stoppedText(error, seed);
    throw stopped === undefined ? error : new QuestionError(stopped, 'simulation');
  }
}

/** Tells how many of the runs are done; `what` they are. */
export function countRuns({ note }: Pick<Asked, 'note'>, what = 'runs'): (done: number, all: number) => void {
  return (done, all) => note({ told: `${done} of ${all} ${what}`, remaining: [{ amount: all - done }] });
}
