import type { Command } from 'commander';
import { type Asked, type QuestionAnswer, textOfAnswer } from '../../../answers/what-if/questions/asked.ts';
import type { Stage } from '../../../answers/what-if/runs/time-left.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { defaultEngine, type EngineName } from '../../../run/engine/engine.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { type ExitCode, exitCode } from '../command-error.ts';
import { forNotes } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { readSources } from '../files/read-sources.ts';
import { expectedTimeText } from '../run/expected-time.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress } from '../run/progress.ts';
import { requestOf } from '../run/request-options.ts';
import { type Terminal, tellNote, tellWarning, textOptionsFor } from '../terminal.ts';
import { workersFor } from '../workers/worker-count.ts';
import { AnswerReport, type ReportOption } from './answer-report.ts';
import type { WhatIfOptions } from './what-if-options.ts';
import { withThreads } from './with-threads.ts';

/** What a command that asks takes, as far as it has it. */
type AskingOptions = Partial<Omit<WhatIfOptions, 'seeds'>> &
  ReportOption & { readonly output?: string; readonly luckFile?: string | undefined };

type Form = () => string | Promise<string | undefined>;

/**
 * A question on a command line: its files, threads and Ctrl-C, where its progress goes, and how its answer is
 * printed.
 */
export class AskingCommand implements Asked {
  readonly inputs: readonly string[];
  readonly request: RunRequest;
  readonly engine: EngineName;
  readonly #options: AskingOptions;
  readonly #terminal: Terminal;
  readonly #report: AnswerReport;
  readonly #progress: Progress;
  readonly #warned = new Set<string>();
  #interruption: Interruption | undefined;

  constructor(inputs: readonly string[], options: AskingOptions, command: Command, terminal: Terminal) {
    this.inputs = inputs;
    this.request = requestOf(options);
    this.engine = options.engine ?? defaultEngine;
    this.#options = options;
    this.#terminal = terminal;
    this.#report = new AnswerReport(options, command, terminal);
    this.#progress = new Progress(forNotes(terminal, options));
  }

  /** Returns the answer that `task` makes. */
  ask<T>(task: (asked: this) => Promise<T>): Promise<T> {
    return this.#progress.during(() => task(this));
  }

  /** Until the first run begins, Ctrl-C ends the command at once. */
  get pauses(): Interruption {
    this.#interruption ??= new Interruption(this.#terminal);
    return this.#interruption;
  }

  readonly read: Asked['read'] = (names) => {
    const { out, luckFile, report } = this.#options;
    return readSources(names, this.#terminal, [out, luckFile, report]);
  };

  readonly withRunner: Asked['withRunner'] = (like, runs, task) =>
    withThreads(this.#threadsFor(like, runs), this.engine, this.pauses, task);

  readonly expect: Asked['expect'] = (like, count, isMost = false) => {
    const expected = expectedTimeText(like, { count, noun: 'run', isMost }, this.#threadsFor(like, count));
    if (expected !== undefined) this.tell(expected);
  };

  readonly note = (stage: Stage): void => this.#progress.note(stage);

  readonly warn = (sentence: string): void => {
    if (!this.#warned.has(sentence)) tellWarning(this.#terminal, sentence);
    this.#warned.add(sentence);
  };

  #threadsFor(like: SimulationInput, runs: number): number {
    return workersFor(this.#options.workers ?? 'auto', like, Math.max(runs, 2), this.#terminal.processors);
  }

  /** Tells what is no warning. */
  tell(line: string): void {
    tellNote(forNotes(this.#terminal, this.#options), line);
  }

  /**
   * Prints the answer in the form that is asked for, and writes its report. `forms` are those besides text
   * and JSON; one without a text has written itself.
   */
  async print(answer: QuestionAnswer, forms: Readonly<Record<string, Form>> = {}): Promise<ExitCode> {
    const { output = 'text', out } = this.#options;
    const { json, sources, interrupted } = answer;
    const form: Form =
      { markdown: () => markdownOf(answer), ...forms, json }[output] ??
      (() => textOfAnswer(answer, textOptionsFor(out, this.#terminal)));
    const printed = await form();
    if (printed !== undefined) writeOutput(out, printed, this.#terminal);
    await this.#report.write(sources, answer.answer);
    if (interrupted === undefined) return exitCode.ok;
    this.warn(`interrupted: ${interrupted}`);
    return exitCode.interrupted;
  }
}

/** Loaded when it is needed: other outputs start without it. */
const inPipeline = () => import('../../../reports/pipelines/answer-in-pipeline.ts');

async function markdownOf({ answer }: QuestionAnswer): Promise<string> {
  return (await inPipeline()).answerMarkdown(answer());
}

/** Returns an answer as annotations of a GitHub workflow, with what fails the job. */
export async function annotationsOf(
  { answer }: Pick<QuestionAnswer, 'answer'>,
  failures: readonly string[],
): Promise<string> {
  return (await inPipeline()).answerAnnotations(answer(), failures);
}
