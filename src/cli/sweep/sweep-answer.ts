import type { Command } from 'commander';
import type { SourceText } from '../../input/documents/source-document.ts';
import { jsonText } from '../../json/json-text.ts';
import type { Figure } from '../../report/comparison/figure-rows.ts';
import type { RefusedPoint, SweepRow } from '../../what-if/sweep/sweep.ts';
import { sweepDocument } from '../../what-if/sweep/sweep-document.ts';
import { sweepFigures } from '../../what-if/sweep/sweep-points.ts';
import { sweepResult } from '../../what-if/sweep/sweep-result.ts';
import { sweepColumns, sweepCsv, sweepLine } from '../../what-if/sweep/sweep-table.ts';
import { sweepText } from '../../what-if/sweep/sweep-text.ts';
import { allRefusedText } from '../../what-if/variants/point-input.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { outputOption, repeatable } from '../command-options.ts';
import { FileInProgress, type InProgress, openOutput, writeOutput } from '../files/file-in-progress.ts';
import { checkWritable } from '../run/check-writable.ts';
import { coloursOn, columnsOf, type Terminal } from '../terminal.ts';
import type { AnswerReport } from '../what-if/answer-report.ts';
import type { PlannedSweep } from './planned-sweep.ts';

const outputs = ['text', 'json', 'ndjson', 'csv', 'parquet'] as const;

export interface SweepOutputOptions {
  readonly figure?: readonly string[];
  readonly output: (typeof outputs)[number];
  readonly out?: string;
}

/** Adds what a sweep is printed as. */
export function addSweepOutputOptions(command: Command): Command {
  return command
    .option('--figure <name>', 'what the text shows, the first one with its best point; repeatable', repeatable)
    .addOption(outputOption(outputs, 'text'));
}

/** The answer of a sweep: takes its runs in order, and writes them in the form that is asked for. */
export class SweepAnswer {
  readonly #options: SweepOutputOptions;
  readonly #figures: readonly Figure[];
  readonly #terminal: Terminal;
  readonly #report: AnswerReport;
  readonly #rows: (SweepRow | RefusedPoint)[] = [];
  #lines: InProgress | undefined;

  /** Throws a `CommandError` if the options are wrong. */
  constructor(options: SweepOutputOptions, report: AnswerReport, terminal: Terminal) {
    this.#options = options;
    this.#report = report;
    this.#terminal = terminal;
    this.#figures = sweepFigures(options.figure);
    if (options.output === 'parquet' && options.out === undefined)
      throw new CommandError(exitCode.usage, '-o parquet needs --out: it is no text');
  }

  /** To be asked before the runs are made. */
  async check(): Promise<void> {
    await checkWritable(this.#terminal.cwd, this.#options.out);
    await this.#report.check();
  }

  /** Lines are written while the runs are made, so that they are there to be resumed whatever ends the process. */
  begin(): void {
    if (this.#options.output === 'ndjson') this.#lines = openOutput(this.#options.out, this.#terminal);
  }

  add({ id, axes, points }: Shown, row: SweepRow | RefusedPoint): void {
    this.#rows.push(row);
    if (!('refused' in row)) this.#lines?.write(sweepLine(id, axes, points, row));
  }

  /** Throws a `CommandError` if no point could be run. */
  async finish({ id, axes, seeds, points }: Shown, sources: readonly SourceText[], isWhole: boolean): Promise<void> {
    const { output, out } = this.#options;
    this.#lines?.finish();
    const rows = this.#rows;
    const result = sweepResult(axes, seeds, points, rows);
    const refused = allRefusedText(
      'point',
      result.points.map((point) => point.refused),
      points.length,
    );
    if (refused !== undefined) throw new CommandError(exitCode.input, refused);
    const terminal = this.#terminal;
    const target = out === undefined ? terminal : { ...terminal, stdout: { write: terminal.stdout.write } };
    const runs = () => rows.filter((row): row is SweepRow => !('refused' in row));
    const columns = () => sweepColumns(id, axes, points, runs());
    if (output === 'text')
      writeOutput(out, sweepText(result, this.#figures, { width: columnsOf(target), colour: coloursOn(target) }), terminal);
    else if (output === 'json') writeOutput(out, jsonText('Sweep', sweepDocument(result, !isWhole)), terminal);
    else if (output === 'csv') writeOutput(out, sweepCsv(columns()), terminal);
    else if (output === 'parquet' && out !== undefined) {
      const { parquetBytes } = await import('../what-if/parquet.ts');
      const file = new FileInProgress(terminal.cwd, out);
      file.writeBytes(parquetBytes(columns()));
      file.finish();
    }
    await this.#report.write(sources, async () => (await import('../../what-if/pages/sweep-page.ts')).sweepPage(result, this.#figures));
  }
}

type Shown = Pick<PlannedSweep, 'id' | 'axes' | 'seeds' | 'points'>;
