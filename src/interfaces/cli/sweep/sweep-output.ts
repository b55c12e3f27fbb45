import type { Command } from 'commander';
import {
  answerSwept,
  type PlannedSweep as Plan,
  type Swept,
} from '../../../answers/what-if/sweep/answer-sweep.ts';
import type { RefusedPoint, SweepRow } from '../../../answers/what-if/sweep/sweep.ts';
import { sweepFigures } from '../../../answers/what-if/sweep/sweep-points.ts';
import { sweepColumns, sweepCsv, sweepLine } from '../../../answers/what-if/sweep/sweep-table.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { Figure } from '../../../reports/comparison/figure-rows.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outputOption, repeatable } from '../command-options.ts';
import { FileInProgress, type InProgress, openOutput } from '../files/file-in-progress.ts';
import type { Terminal } from '../terminal.ts';
import type { AskingCommand } from '../what-if/asking-command.ts';

const outputs = ['text', 'json', 'ndjson', 'csv', 'parquet'] as const;

export interface SweepOutputOptions {
  readonly figure?: readonly string[];
  readonly output: (typeof outputs)[number];
  readonly out?: string;
}

/** Adds what a sweep is printed as. */
export function addSweepOutputOptions(command: Command): Command {
  return command
    .option(
      '--figure <name>',
      'what the text shows, the first one with its best point; repeatable',
      repeatable,
    )
    .addOption(outputOption(outputs, 'text'));
}

/**
 * Writes a sweep in the form that is asked for: lines while its runs are made, so that they can be resumed
 * whatever ends the process.
 */
export class SweepOutput {
  readonly #options: SweepOutputOptions;
  readonly #terminal: Terminal;
  readonly #figures: readonly Figure[];
  #lines: InProgress | undefined;

  /** Throws a `CommandError` or `QuestionError` if the options are wrong. */
  constructor(options: SweepOutputOptions, terminal: Terminal) {
    this.#options = options;
    this.#terminal = terminal;
    this.#figures = sweepFigures(options.figure ?? []);
    if (options.output === 'parquet' && options.out === undefined)
      throw new CommandError(exitCode.usage, '-o parquet needs --out: it is no text');
  }

  /** Opens the output. Returns what hears of each run. */
  begin({ id, axes, points }: Planned): (row: SweepRow | RefusedPoint) => void {
    if (this.#options.output === 'ndjson') this.#lines = openOutput(this.#options.out, this.#terminal);
    return (row) => {
      if (!('refused' in row)) this.#lines?.write(sweepLine(id, axes, points, row));
    };
  }

  /**
   * Prints the answer. `goesOn` says how an interrupted sweep is resumed. Throws a `QuestionError` if there
   * is none.
   */
  async print(
    asking: AskingCommand,
    plan: Planned,
    swept: Swept,
    sources: readonly SourceText[],
    goesOn = '',
  ): Promise<ExitCode> {
    const { out } = this.#options;
    this.#lines?.finish();
    const answer = answerSwept(plan, swept, this.#figures, sources);
    const columns = () =>
      sweepColumns(
        plan.id,
        plan.axes,
        plan.points,
        swept.rows.filter((row): row is SweepRow => !('refused' in row)),
      );
    const interrupted = answer.interrupted === undefined ? undefined : `${answer.interrupted}${goesOn}`;
    return asking.print(
      { ...answer, interrupted },
      {
        ndjson: async () => undefined,
        csv: () => sweepCsv(columns()),
        parquet: async () => {
          const { parquetBytes } = await import('../what-if/parquet.ts');
          const file = new FileInProgress(this.#terminal.cwd, out ?? '');
          file.writeBytes(parquetBytes(columns()));
          file.finish();
          return undefined;
        },
      },
    );
  }
}

type Planned = Plan & { readonly id: string };
