import { visibleText } from '../../report/text/visible-text.ts';
import { runByRun, sweepRuns } from '../../what-if/sweep/sweep.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { addHelp, type CommandHelp } from '../help/command-help.ts';
import { forNotes } from '../quiet.ts';
import { repeatable } from '../repeatable.ts';
import { expectedTimeText } from '../run/expected-time.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress } from '../run/progress.ts';
import { planSweep, pointsMax } from '../sweep/planned-sweep.ts';
import { addSweepOutputOptions, SweepAnswer, type SweepOutputOptions } from '../sweep/sweep-answer.ts';
import type { Terminal } from '../terminal.ts';
import { AnswerReport, addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { changeRows } from '../what-if/help-rows.ts';
import { readKnownRuns } from '../what-if/known-runs.ts';
import { axesOf } from '../what-if/named-variants.ts';
import { addWhatIfOptions, type WhatIfOptions } from '../what-if/what-if-options.ts';
import { withRunner } from '../what-if/with-runner.ts';
import { wholeNumber } from '../whole-number.ts';
import type { AddCommand } from './add-command.ts';

interface SweepOptions extends WhatIfOptions, ReportOption, SweepOutputOptions {
  readonly vary: readonly string[];
  readonly sample?: number;
  readonly resume?: string;
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
  addSweepOutputOptions(addReportOption(addWhatIfOptions(command, 10)))
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .requiredOption('--vary <field=values>', 'what to vary, such as maxParallelImagePulls=1..8; repeatable', repeatable)
    .option('--sample <n>', 'n combinations instead of all: a Latin hypercube, drawn by --seed', wholeNumber(1, pointsMax))
    .option('--resume <file>', 'runs that are in this file (of -o ndjson) are not made again')
    .action(async (inputs: string[], options: SweepOptions) =>
      end(await sweep(inputs, options, terminal, new AnswerReport(options, command, terminal))),
    );
};

async function sweep(inputs: readonly string[], options: SweepOptions, terminal: Terminal, report: AnswerReport): Promise<ExitCode> {
  const answer = new SweepAnswer(options, report, terminal);
  const axes = axesOf(options.vary);
  await answer.check();
  const planned = await planSweep(inputs, axes, options, terminal);
  const { id, points, seeds, base } = planned;
  const warn = (line: string) => terminal.stderr.write(`windlass: warning: ${visibleText(line)}\n`);
  planned.warnings.forEach(warn);
  const known = options.resume === undefined ? undefined : readKnownRuns(options.resume, id, terminal);
  const notes = forNotes(terminal, options);
  const note = (line: string) => notes.stderr.write(`windlass: ${visibleText(line)}\n`);
  if (known !== undefined)
    note(known.count === 0 ? `no runs in ${options.resume} yet` : `${known.count} runs are known from ${options.resume}`);
  const runs = points.length * seeds.length;
  const expected = expectedTimeText(base, runs, 1);
  if (expected !== undefined) note(expected);
  const progress = new Progress(notes);
  const interruption = new Interruption(terminal);
  answer.begin();
  const made = () =>
    withRunner(base, runs, options, interruption, terminal, async (runner) => {
      let done = 0;
      for await (const row of sweepRuns({ ...planned, ...(known && { known: known.of }) }, runByRun(runner))) {
        answer.add(planned, row);
        done += 'refused' in row ? seeds.length : 1;
        progress.note({ told: `${done} of ${runs} runs`, remaining: [{ amount: runs - done }] });
      }
      return done;
    });
  const done = await progress.during(made);
  const isWhole = done >= runs;
  await answer.finish(planned, planned.sources, isWhole);
  if (isWhole) return exitCode.ok;
  const { output, out } = options;
  warn(`interrupted: ${done} of ${runs} runs${output === 'ndjson' && out !== undefined ? `; --resume ${out} goes on` : ''}`);
  return exitCode.interrupted;
}
