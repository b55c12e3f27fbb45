import { makeSweep } from '../../../answers/what-if/sweep/answer-sweep.ts';
import { type ChunkRunner, runByRun } from '../../../answers/what-if/sweep/sweep.ts';
import { pointsMax } from '../../../answers/what-if/sweep/sweep-points.ts';
import { completionsMax, type IndexedJobOptions, jobOptions } from '../../indexed-job/job-options.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { repeatable, wholeNumber } from '../command-options.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { planNamedSweep } from '../sweep/planned-sweep.ts';
import { addSweepOutputOptions, SweepOutput, type SweepOutputOptions } from '../sweep/sweep-output.ts';
import type { Terminal } from '../terminal.ts';
import { addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { AskingCommand } from '../what-if/asking-command.ts';
import { readKnownRuns } from '../what-if/known-runs.ts';
import { addWhatIfOptions, changeRows, type WhatIfOptions } from '../what-if/what-if-options.ts';
import type { AddCommand } from './add-command.ts';

interface SweepOptions extends WhatIfOptions, ReportOption, SweepOutputOptions, IndexedJobOptions {
  readonly vary?: readonly string[];
  readonly sample?: number;
  readonly resume?: string;
  readonly queue?: string;
}

export const help: CommandHelp = {
  about: [
    'Runs every combination of the values with every seed. A combination that a kubelet refuses is reported, and the others are run.',
    'Values are a range (1..8, or 0..20..5 in steps of 5, or 100..300..100Mbit/s) or a list (5,10,20). Values that have commas of their own are separated by |.',
    'windlass sweep collect PLACE merges the shares of a Job that --indexed-job wrote. It takes --output, --figure, --out and --report.',
    'text and json have one row for each point: means and exact quantiles over its seeds. ndjson, csv and parquet have one row for each run, for data frames and SQL.',
  ],
  lists: [{ title: 'What can be varied', rows: changeRows }],
  examples: [
    [
      'How many parallel pulls, on which link?',
      'windlass sweep web.yaml --vary maxParallelImagePulls=1..8 --vary link=100Mbit/s,1Gbit/s',
    ],
    [
      'About the failures, with more seeds',
      "windlass sweep web.yaml --vary registryPullQPS=5,10,20 --figure 'failed pulls' --seeds 100",
    ],
    [
      '200 of many combinations',
      'windlass sweep web.yaml --vary maxParallelImagePulls=1..8 --vary registryPullQPS=0..50 --sample 200',
    ],
    [
      'Curves and heat maps to send',
      'windlass sweep web.yaml --vary maxParallelImagePulls=1..8 --vary nodes=1,5,10 --report sweep.html',
    ],
    ['For DuckDB or pandas', 'windlass sweep web.yaml --vary nodes=1..20 -o parquet --out sweep.parquet'],
    [
      'By all machines on which windlass worker runs',
      'windlass sweep web.yaml --vary nodes=1..200 --queue redis://10.0.0.7:6379/0',
    ],
    [
      'By the pods of a Job in a cluster',
      'windlass sweep web.yaml --vary nodes=1..200 --indexed-job --completions 20 --out job.yaml',
    ],
    ['Its answer, once the Job is complete', 'windlass sweep collect results/ -o csv'],
    [
      'A long one, that can be ended and resumed',
      'windlass sweep web.yaml --vary nodes=1..200 -o ndjson --out s.ndjson --resume s.ndjson',
    ],
  ],
};

/** `windlass sweep`: combinations of settings, over seeds. */
export const add: AddCommand = (command, terminal, end) => {
  addSweepOutputOptions(addReportOption(addWhatIfOptions(command, 10)))
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .option(
      '--vary <field=values>',
      'what to vary, such as maxParallelImagePulls=1..8; repeatable',
      repeatable,
    )
    .option(
      '--sample <n>',
      'n combinations instead of all: a Latin hypercube, drawn by --seed',
      wholeNumber(1, pointsMax),
    )
    .option('--resume <file>', 'runs that are in this file (of -o ndjson) are not made again')
    .option(
      '--queue <redis>',
      'let windlass worker make the runs, on any machines: redis://HOST:PORT/DATABASE',
    )
    .option(
      '--indexed-job',
      'write a Kubernetes Job that makes the runs, and its ConfigMap, instead of making them',
    )
    .option('--completions <n>', 'how many shares the Job has (default: 10)', wholeNumber(1, completionsMax))
    .option(
      '--parallelism <n>',
      'how many pods it has at once (default: all)',
      wholeNumber(1, completionsMax),
    )
    .option('--image <name>', 'the image of its pods, which has this version of windlass')
    .option(
      '--results <place>',
      'where its shares go: pvc:NAME (default: pvc:windlass-results) or s3://BUCKET/PREFIX',
    )
    .action(async (inputs: string[], options: SweepOptions) =>
      end(await sweep(new AskingCommand(inputs, options, command, terminal), options, terminal)),
    );
};

async function sweep(asking: AskingCommand, options: SweepOptions, terminal: Terminal): Promise<ExitCode> {
  const { vary, sample, seeds, resume, queue, output, out } = options;
  const [first, place] = asking.inputs;
  if (first === 'collect' && place !== undefined && asking.inputs.length === 2 && vary === undefined) {
    const { collectSweep } = await import('../../indexed-job/collect-sweep.ts');
    return collectSweep(place, asking, options, terminal);
  }
  if (vary === undefined)
    throw new CommandError(exitCode.usage, "required option '--vary <field=values>' not specified");
  const question = { command: 'sweep', vary, sample, seeds, figures: options.figure ?? [] } as const;
  if (options.indexedJob === true) {
    const { writeIndexedJob } = await import('../../indexed-job/write-indexed-job.ts');
    return asking.ask((asked) => writeIndexedJob(asked, question, options, terminal));
  }
  const odd = jobOptions.find((name) => options[name] !== undefined);
  if (odd !== undefined) throw new CommandError(exitCode.usage, `--${odd} needs --indexed-job`);
  const printer = new SweepOutput(options, terminal);
  const goesOn =
    output === 'ndjson' && out !== undefined
      ? `; --resume ${out} goes on`
      : queue === undefined
        ? ''
        : '; the same command goes on';
  return asking.ask(async (asked) => {
    const plan = await planNamedSweep(asked, question);
    const known = resume === undefined ? undefined : await readKnownRuns(resume, plan.id, terminal);
    if (known !== undefined)
      asked.tell(
        known.count === 0 ? `no runs in ${resume} yet` : `${known.count} runs are known from ${resume}`,
      );
    const runs = plan.points.length * plan.seeds.length;
    asked.expect(plan.base, runs);
    const onRow = printer.begin(plan);
    const printed = async (runner: ChunkRunner) => {
      const swept = await makeSweep(asked, plan, runner, { known: known?.of, onRow });
      return printer.print(asked, plan, swept, plan.sources, goesOn);
    };
    if (queue === undefined) return asked.withRunner(plan.base, runs, (runner) => printed(runByRun(runner)));
    const { withQueue } = await import('../../queue/queue-driver.ts');
    return withQueue(queue, plan.base, asked, terminal, printed);
  });
}
