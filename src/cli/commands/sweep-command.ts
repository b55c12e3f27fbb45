import { type ChunkRunner, runByRun, sweepRuns } from '../../what-if/sweep/sweep.ts';
import { pointsMax } from '../../what-if/sweep/sweep-points.ts';
import { axesOf } from '../../what-if/variants/named-variants.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { forNotes, repeatable, wholeNumber } from '../command-options.ts';
import { addHelp, type CommandHelp } from '../help/command-help.ts';
import { completionsMax, type IndexedJobOptions, jobOptions } from '../indexed-job/job-options.ts';
import { expectedTimeText } from '../run/expected-time.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress } from '../run/progress.ts';
import { planSweep } from '../sweep/planned-sweep.ts';
import { addSweepOutputOptions, SweepAnswer, type SweepOutputOptions } from '../sweep/sweep-answer.ts';
import { type Terminal, tellNote, tellWarning } from '../terminal.ts';
import { AnswerReport, addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { readKnownRuns } from '../what-if/known-runs.ts';
import { addWhatIfOptions, changeRows, type WhatIfOptions } from '../what-if/what-if-options.ts';
import { withRunner } from '../what-if/with-runner.ts';
import type { AddCommand } from './add-command.ts';

interface SweepOptions extends WhatIfOptions, ReportOption, SweepOutputOptions, IndexedJobOptions {
  readonly vary?: readonly string[];
  readonly sample?: number;
  readonly resume?: string;
  readonly queue?: string;
}

const help: CommandHelp = {
  about: [
    'Runs every combination of the values with every seed. A combination that a kubelet refuses is reported, and the others are run.',
    'Values are a range (1..8, or 0..20..5 in steps of 5, or 100..300..100Mbit/s) or a list (5,10,20). Values that have commas of their own are separated by |.',
    'windlass sweep collect PLACE merges the shares of a Job that --indexed-job wrote. It takes --output, --figure, --out and --report.',
    'text and json have one row for each point: means and exact quantiles over its seeds. ndjson, csv and parquet have one row for each run, for data frames and SQL.',
  ],
  lists: [{ title: 'What can be varied', rows: changeRows }],
  examples: [
    ['How many parallel pulls, on which link?', 'windlass sweep web.yaml --vary maxParallelImagePulls=1..8 --vary link=100Mbit/s,1Gbit/s'],
    ['About the failures, with more seeds', "windlass sweep web.yaml --vary registryPullQPS=5,10,20 --figure 'failed pulls' --seeds 100"],
    ['200 of many combinations', 'windlass sweep web.yaml --vary maxParallelImagePulls=1..8 --vary registryPullQPS=0..50 --sample 200'],
    ['Curves and heat maps to send', 'windlass sweep web.yaml --vary maxParallelImagePulls=1..8 --vary nodes=1,5,10 --report sweep.html'],
    ['For DuckDB or pandas', 'windlass sweep web.yaml --vary nodes=1..20 -o parquet --out sweep.parquet'],
    ['By all machines on which windlass worker runs', 'windlass sweep web.yaml --vary nodes=1..200 --queue redis://10.0.0.7:6379/0'],
    ['By the pods of a Job in a cluster', 'windlass sweep web.yaml --vary nodes=1..200 --indexed-job --completions 20 --out job.yaml'],
    ['Its answer, once the Job is complete', 'windlass sweep collect results/ -o csv'],
    ['A long one, that can be ended and resumed', 'windlass sweep web.yaml --vary nodes=1..200 -o ndjson --out s.ndjson --resume s.ndjson'],
  ],
};

/** `windlass sweep`: combinations of settings, over seeds. */
export const sweepCommand: AddCommand = (command, terminal, end) => {
  addHelp(command, terminal, help);
  addSweepOutputOptions(addReportOption(addWhatIfOptions(command, 10)))
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .option('--vary <field=values>', 'what to vary, such as maxParallelImagePulls=1..8; repeatable', repeatable)
    .option('--sample <n>', 'n combinations instead of all: a Latin hypercube, drawn by --seed', wholeNumber(1, pointsMax))
    .option('--resume <file>', 'runs that are in this file (of -o ndjson) are not made again')
    .option('--queue <redis>', 'let windlass worker make the runs, on any machines: redis://HOST:PORT/DATABASE')
    .option('--indexed-job', 'write a Kubernetes Job that makes the runs, and its ConfigMap, instead of making them')
    .option('--completions <n>', 'how many shares the Job has (default: 10)', wholeNumber(1, completionsMax))
    .option('--parallelism <n>', 'how many pods it has at once (default: all)', wholeNumber(1, completionsMax))
    .option('--image <name>', 'the image of its pods, which has this version of windlass')
    .option('--results <place>', 'where its shares go: pvc:NAME (default: pvc:windlass-results) or s3://BUCKET/PREFIX')
    .action(async (inputs: string[], options: SweepOptions) =>
      end(await sweep(inputs, options, terminal, new AnswerReport(options, command, terminal))),
    );
};

async function sweep(inputs: readonly string[], options: SweepOptions, terminal: Terminal, report: AnswerReport): Promise<ExitCode> {
  const [first, place] = inputs;
  if (first === 'collect' && place !== undefined && inputs.length === 2 && options.vary === undefined) {
    const { collectSweep } = await import('../indexed-job/collect-sweep.ts');
    return collectSweep(place, options, report, terminal);
  }
  if (options.vary === undefined) throw new CommandError(exitCode.usage, "required option '--vary <field=values>' not specified");
  if (options.indexedJob === true) {
    const { writeIndexedJob } = await import('../indexed-job/write-indexed-job.ts');
    return writeIndexedJob(inputs, axesOf(options.vary), options, terminal);
  }
  const odd = jobOptions.find((name) => options[name] !== undefined);
  if (odd !== undefined) throw new CommandError(exitCode.usage, `--${odd} needs --indexed-job`);
  const answer = new SweepAnswer(options, report, terminal);
  const axes = axesOf(options.vary);
  await answer.check();
  const planned = await planSweep(inputs, axes, options, terminal);
  const { id, points, seeds, base } = planned;
  const warn = (line: string) => tellWarning(terminal, line);
  planned.warnings.forEach(warn);
  const known = options.resume === undefined ? undefined : readKnownRuns(options.resume, id, terminal);
  const notes = forNotes(terminal, options);
  const note = (line: string) => tellNote(notes, line);
  if (known !== undefined)
    note(known.count === 0 ? `no runs in ${options.resume} yet` : `${known.count} runs are known from ${options.resume}`);
  const runs = points.length * seeds.length;
  const expected = expectedTimeText(base, runs, 1);
  if (expected !== undefined) note(expected);
  const progress = new Progress(notes);
  const interruption = new Interruption(terminal);
  answer.begin();
  const make = async (runner: ChunkRunner): Promise<number> => {
    let done = 0;
    for await (const row of sweepRuns({ ...planned, ...(known && { known: known.of }) }, runner)) {
      answer.add(planned, row);
      done += 'refused' in row ? seeds.length : 1;
      progress.note({ told: `${done} of ${runs} runs`, remaining: [{ amount: runs - done }] });
    }
    return done;
  };
  const answered = async (runner: ChunkRunner): Promise<number> => {
    const done = await progress.during(() => make(runner));
    await answer.finish(planned, planned.sources, done >= runs);
    return done;
  };
  const { queue, output, out } = options;
  const here = () => withRunner(base, runs, options, interruption, terminal, (runner) => answered(runByRun(runner)));
  const elsewhere = async (address: string) => {
    const { withQueue } = await import('../queue/queue-driver.ts');
    return withQueue(address, base, runs, options, interruption, terminal, { note, warn }, answered);
  };
  const done = await (queue === undefined ? here() : elsewhere(queue));
  if (done >= runs) return exitCode.ok;
  const goesOn =
    output === 'ndjson' && out !== undefined ? `; --resume ${out} goes on` : queue === undefined ? '' : '; the same command goes on';
  warn(`interrupted: ${done} of ${runs} runs${goesOn}`);
  return exitCode.interrupted;
}
