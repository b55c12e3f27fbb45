import { sha256 } from '@noble/hashes/sha2.js';
import { Option } from 'commander';
import { formatInputError } from '../../input/documents/input-error.ts';
import type { SourceText } from '../../input/documents/source-document.ts';
import { readInput } from '../../input/read-input.ts';
import { jsonText } from '../../json/json-text.ts';
import type { Figure } from '../../report/comparison/figure-rows.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import { findFigure } from '../../what-if/figures/find-figure.ts';
import { latinHypercube } from '../../what-if/sweep/latin-hypercube.ts';
import { type PointInput, type RefusedPoint, runByRun, type SweepRow, sweepRuns } from '../../what-if/sweep/sweep.ts';
import { sweepDocument } from '../../what-if/sweep/sweep-document.ts';
import { sweepResult } from '../../what-if/sweep/sweep-result.ts';
import { sweepColumns, sweepCsv, sweepLine } from '../../what-if/sweep/sweep-table.ts';
import { sweepText } from '../../what-if/sweep/sweep-text.ts';
import { requestOfVariant, type Variant } from '../../what-if/variants/variant.ts';
import { type Axis, gridOf, gridSize } from '../../what-if/variants/vary.ts';
import { CommandError } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { FileInProgress, openOutput, writeOutput } from '../files/file-in-progress.ts';
import { failWithoutPods, inputOrFail } from '../files/input-or-fail.ts';
import { readSources } from '../files/read-sources.ts';
import { addHelp, type CommandHelp } from '../help/command-help.ts';
import { forNotes } from '../quiet.ts';
import { repeatable } from '../repeatable.ts';
import { checkWritable } from '../run/check-writable.ts';
import { expectedTimeText } from '../run/expected-time.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress } from '../run/progress.ts';
import { requestOf } from '../run/request-options.ts';
import { coloursOn, columnsOf, type Terminal } from '../terminal.ts';
import { version } from '../version.ts';
import { AnswerReport, addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { changeRows } from '../what-if/help-rows.ts';
import { readKnownRuns } from '../what-if/known-runs.ts';
import { axesOf } from '../what-if/named-variants.ts';
import { addWhatIfOptions, type WhatIfOptions } from '../what-if/what-if-options.ts';
import { withRunner } from '../what-if/with-runner.ts';
import { wholeNumber } from '../whole-number.ts';
import type { AddCommand } from './add-command.ts';

const outputs = ['text', 'json', 'ndjson', 'csv', 'parquet'] as const;
const pointsMax = 10_000;
const shownByDefault = ['time to running p99', 'time to running p50', 'failed pulls', 'duplicate pulls', 'downloaded'];

interface SweepOptions extends WhatIfOptions, ReportOption {
  readonly vary: readonly string[];
  readonly sample?: number;
  readonly figure?: readonly string[];
  readonly resume?: string;
  readonly output: (typeof outputs)[number];
}

const help: CommandHelp = {
  about: [
    'Runs every combination of the values with every seed. A combination that a kubelet refuses is reported, and the others are run.',
    'Values are a range (1..8, or 0..20..5 in steps of 5, or 100..300..100Mbit/s) or a list (5,10,20). Values that have commas of their own are separated by |.',
    'text and json have one row for each point: means and exact quantiles over its seeds. ndjson, csv and parquet have one row for each run, for data frames and SQL.',
  ],
  lists: [{ title: 'What can be varied', rows: changeRows }],
  examples: [
    ['How many parallel pulls, on which link?', 'windlass sweep web.yaml --vary maxParallelImagePulls=1..8 --vary link=100Mbit/s,1Gbit/s'],
    ['About the failures, with more seeds', "windlass sweep web.yaml --vary registryPullQPS=5,10,20 --figure 'failed pulls' --seeds 100"],
    ['200 of many combinations', 'windlass sweep web.yaml --vary maxParallelImagePulls=1..8 --vary registryPullQPS=0..50 --sample 200'],
    ['Curves and heat maps to send', 'windlass sweep web.yaml --vary maxParallelImagePulls=1..8 --vary nodes=1,5,10 --report sweep.html'],
    ['For DuckDB or pandas', 'windlass sweep web.yaml --vary nodes=1..20 -o parquet --out sweep.parquet'],
    ['A long one, that can be ended and resumed', 'windlass sweep web.yaml --vary nodes=1..200 -o ndjson --out s.ndjson --resume s.ndjson'],
  ],
};

/** `windlass sweep`: combinations of settings, over seeds. */
export const sweepCommand: AddCommand = (command, terminal, end) => {
  addHelp(command, terminal, help);
  addReportOption(addWhatIfOptions(command, 10))
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .requiredOption('--vary <field=values>', 'what to vary, such as maxParallelImagePulls=1..8; repeatable', repeatable)
    .option('--sample <n>', 'n combinations instead of all: a Latin hypercube, drawn by --seed', wholeNumber(1, pointsMax))
    .option('--figure <name>', 'what the text shows, the first one with its best point; repeatable', repeatable)
    .option('--resume <file>', 'runs that are in this file (of -o ndjson) are not made again')
    .addOption(new Option('-o, --output <format>', 'what to print').choices(outputs).default('text'))
    .action(async (inputs: string[], options: SweepOptions) =>
      end(await sweep(inputs, options, terminal, new AnswerReport(options, command, terminal))),
    );
};

async function sweep(inputs: readonly string[], options: SweepOptions, terminal: Terminal, report: AnswerReport): Promise<ExitCode> {
  const { output, out } = options;
  const figures = (options.figure ?? shownByDefault).map(figureNamed);
  const axes = axesOf(options.vary);
  if (output === 'parquet' && out === undefined) throw new CommandError(exitCode.usage, '-o parquet needs --out: it is no text');
  await checkWritable(terminal.cwd, out);
  await report.check();
  const request = requestOf(options);
  const sources = await readSources(inputs, terminal);
  const base = inputOrFail(sources, request);
  failWithoutPods(base);
  const warn = (line: string) => terminal.stderr.write(`windlass: warning: ${visibleText(line)}\n`);
  base.warnings.forEach(warn);
  const from = request.seed ?? base.input.seed;
  const seeds = Array.from({ length: options.seeds }, (_, index) => from + index);
  const points = pointsOf(axes, options.sample, from);
  const { seed: _, ...withoutSeed } = request;
  const id = sweepId(sources, withoutSeed);
  const known = options.resume === undefined ? undefined : readKnownRuns(options.resume, id, terminal);
  const notes = forNotes(terminal, options);
  const note = (line: string) => notes.stderr.write(`windlass: ${visibleText(line)}\n`);
  if (known !== undefined)
    note(known.count === 0 ? `no runs in ${options.resume} yet` : `${known.count} runs are known from ${options.resume}`);
  const runs = points.length * seeds.length;
  const expected = expectedTimeText(base.input, runs, 1);
  if (expected !== undefined) note(expected);
  const inputOf = (point: Variant): PointInput => {
    const result = readInput(sources, requestOfVariant(request, point));
    return result.ok ? result.input : { refused: result.errors.map((error) => formatInputError(error).split('\n')[0]).join('; ') };
  };
  const progress = new Progress(notes);
  const interruption = new Interruption(terminal);
  const rows: (SweepRow | RefusedPoint)[] = [];
  // Written while the runs are made, so that they are there to be resumed whatever ends the process.
  const lines = output === 'ndjson' ? openOutput(out, terminal) : undefined;
  const made = () =>
    withRunner(base.input, runs, options, interruption, terminal, async (runner) => {
      let done = 0;
      for await (const row of sweepRuns({ points, seeds, inputOf, ...(known && { known: known.of }) }, runByRun(runner))) {
        rows.push(row);
        if (!('refused' in row)) lines?.write(sweepLine(id, axes, points, row));
        done += 'refused' in row ? seeds.length : 1;
        progress.note({ told: `${done} of ${runs} runs`, remaining: [{ amount: runs - done }] });
      }
      return done;
    });
  const done = await progress.during(made);
  lines?.finish();
  const isWhole = done >= runs;
  const result = sweepResult(axes, seeds, points, rows);
  failIfAllRefused(
    result.points.map(({ refused }) => refused),
    points.length,
  );
  const target = out === undefined ? terminal : { ...terminal, stdout: { write: terminal.stdout.write } };
  const columns = () =>
    sweepColumns(
      id,
      axes,
      points,
      rows.filter((row): row is SweepRow => !('refused' in row)),
    );
  if (output === 'text') writeOutput(out, sweepText(result, figures, { width: columnsOf(target), colour: coloursOn(target) }), terminal);
  else if (output === 'json') writeOutput(out, jsonText('Sweep', sweepDocument(result, !isWhole)), terminal);
  else if (output === 'csv') writeOutput(out, sweepCsv(columns()), terminal);
  else if (output === 'parquet' && out !== undefined) {
    const { parquetBytes } = await import('../what-if/parquet.ts');
    const file = new FileInProgress(terminal.cwd, out);
    file.writeBytes(parquetBytes(columns()));
    file.finish();
  }
  await report.write(sources, async (origin) => (await import('../../what-if/pages/sweep-page.ts')).sweepPage(result, figures, origin));
  if (isWhole) return exitCode.ok;
  warn(`interrupted: ${done} of ${runs} runs${output === 'ndjson' && out !== undefined ? `; --resume ${out} goes on` : ''}`);
  return exitCode.interrupted;
}

function figureNamed(name: string): Figure {
  const figure = findFigure(name);
  if (typeof figure === 'string') throw new CommandError(exitCode.usage, `--figure: ${figure}`);
  return figure;
}

function pointsOf(axes: readonly Axis[], sample: number | undefined, seed: number): readonly Variant[] {
  const size = gridSize(axes);
  if (sample !== undefined && sample < size) return latinHypercube(axes, sample, seed);
  if (size > pointsMax)
    throw new CommandError(exitCode.usage, `${size} combinations: at most ${pointsMax} are run; --sample takes some of them`);
  return gridOf(axes);
}

/** Equal for sweeps whose runs are of the same input, so that those of one may be taken for those of another. */
function sweepId(sources: readonly SourceText[], request: object): string {
  const hash = sha256(new TextEncoder().encode(JSON.stringify([version, sources, request])));
  return [...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function failIfAllRefused(refused: readonly (string | undefined)[], points: number): void {
  if (refused.length < points || !refused.every((reason) => reason !== undefined)) return;
  throw new CommandError(exitCode.input, ['every point is refused', ...new Set(refused)].slice(0, 6).join('\n'));
}
