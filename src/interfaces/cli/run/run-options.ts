import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../../../inputs/scenario/quantities.ts';
import { type OutputName, outputRows } from '../../../reports/outputs.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { engineOption, quietOption, wholeNumber } from '../command-options.ts';
import { addInspectOptions } from '../pages/inspect-options.ts';
import { type WorkersAsked, workersAsked } from '../workers/worker-count.ts';
import { addFilterOptions, type FilterOptions } from './filter-options.ts';
import { addRequestOptions } from './request-options.ts';

const failures = ['not-running', 'any-failure'] as const;
const seedsMax = 100_000;

/** The options of `windlass run` besides its request: what is shown, and where. */
export interface RunOptions extends FilterOptions {
  readonly at?: number;
  readonly seeds?: number;
  readonly output?: OutputName;
  readonly failOn?: (typeof failures)[number];
  readonly out?: string;
  readonly report?: string;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly all?: true;
  readonly steps?: true;
  readonly engine?: EngineName;
  /** A file with a counterexample of `windlass explore`, which is run again. */
  readonly replay?: string;
  readonly workers: WorkersAsked;
  readonly inspect?: true;
  /** The options of `windlass inspect`, for `--inspect`. */
  readonly actors?: string;
  readonly inspectorUrl?: string;
  readonly port?: number;
  readonly open: boolean;
}

/** Adds the options to the command, including those of its request. `--at` becomes whole microseconds. */
export function addRunOptions(command: Command): Command {
  addFilterOptions(addRequestOptions(command))
    .addOption(
      new Option('-o, --output <what>', 'what to print (default: timeline; with --seeds: summary)').choices(
        outputRows.map(([name]) => name),
      ),
    )
    .option('--out <file>', 'write there instead of stdout; the file appears when it is complete')
    .option('--report <file>', 'write a report as one HTML file; without -o it is all that is written')
    .option(
      '--steps',
      'with -o trace: what every statechart did too, event by event; not by default, since it is ten times as much',
    )
    .option('--at <duration>', 'what is printed, as of this moment, such as 90s', durationMicros)
    .option(
      '--seeds <n>',
      'run n seeds, from --seed on, and print each figure with its range; with -o csv the lines of each seed',
      wholeNumber(1, seedsMax),
    )
    .addOption(
      new Option(
        '--fail-on <what>',
        'exit with 4 if a container that should run does not at the end, or if any pull failed',
      ).choices(failures),
    )
    .addOption(engineOption())
    .addOption(
      new Option(
        '--workers <n>',
        'threads for independent nodes and for seeds; any number gives the same bytes',
      )
        .argParser(workersAsked)
        .default('auto'),
    )
    .option(
      '--replay <file>',
      'make the run of a file that windlass explore --out has written, instead of inputs',
    )
    .option(...quietOption)
    .option(
      '--all',
      'in a timeline, every row: without it rows that are alike are one, if there are many; in events, those too that kubectl does not show',
    )
    .option('-v, --verbose', 'assumptions and known bugs in full')
    .option('--inspect', 'replay the run in Stately Inspector: a local page; with --out, one HTML file');
  return addInspectOptions(command, 'with --inspect: ');
}

/**
 * For commander: reads an option's duration, such as `90s`, as whole microseconds; an error unless it is
 * above zero.
 */
export function durationMicros(text: string): number {
  const micros = parseDuration(text);
  if (micros === undefined || micros === 0)
    throw new InvalidArgumentError('Expected a duration above zero, such as 90s, 15m or 1h30m.');
  return micros;
}

/** For commander: reads how late something may be as whole microseconds; 0s: not at all. */
export function latenessMicros(text: string): number {
  const micros = parseDuration(text);
  if (micros === undefined) throw new InvalidArgumentError('Expected a duration, such as 0s, 100ms or 1s.');
  return micros;
}

/** Throws a `CommandError` (usage) if options of `run` contradict a replay, or need one. */
export function checkReplayUsage({
  inspect,
  actors,
  inspectorUrl,
  port,
  open,
  output,
  out,
  at,
  seeds,
  steps,
  report,
}: RunOptions): void {
  const wrong = (message: string) => new CommandError(exitCode.usage, message);
  if (inspect === undefined) {
    const lonely = {
      '--actors': actors,
      '--inspector-url': inspectorUrl,
      '--port': port,
      '--no-open': open ? undefined : open,
    };
    for (const [flag, value] of Object.entries(lonely))
      if (value !== undefined) throw wrong(`${flag} needs --inspect`);
    return;
  }
  if (seeds !== undefined)
    throw wrong('--inspect cannot be used with --seeds: it replays one run; give one --seed');
  if (steps === true)
    throw wrong('--inspect cannot be used with --steps: write the trace, then: windlass inspect TRACE');
  if (at !== undefined && output === undefined)
    throw wrong('--at cannot be used with --inspect, which replays the whole run');
  if (out !== undefined && out === report) throw wrong('--out and --report name the same file');
}
