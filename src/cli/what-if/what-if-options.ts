import { type Command, Option } from 'commander';
import { defaultEngine, type EngineName, engineNames } from '../../engine/engine.ts';
import { quietOption } from '../quiet.ts';
import { addRequestOptions } from '../run/request-options.ts';
import { wholeNumber } from '../whole-number.ts';
import { type WorkersAsked, workersAsked } from '../workers/worker-count.ts';

const seedsMax = 100_000;

/** What every command over many runs takes besides the request of a run. */
export interface WhatIfOptions {
  readonly seeds: number;
  readonly out?: string;
  readonly engine: EngineName;
  readonly workers: WorkersAsked;
  readonly quiet?: true;
}

/** The words of options that mean something else in one of the commands. */
interface WhatIfHelp {
  readonly ofSeeds: string;
  readonly ofOut: string;
}

const outHelp = 'write there instead of stdout; the file appears when it is complete';

/** Adds the options of a run, and those of a command over many runs. `seeds` is how many runs a variant has by default. */
export function addWhatIfOptions(
  command: Command,
  seeds: number,
  { ofSeeds, ofOut }: WhatIfHelp = { ofSeeds: 'how many runs of each, with the seeds from --seed on', ofOut: outHelp },
): Command {
  return addRequestOptions(command)
    .option('--seeds <n>', `${ofSeeds} (default: ${seeds})`, wholeNumber(1, seedsMax), seeds)
    .option('--out <file>', ofOut)
    .addOption(
      new Option('--engine <name>', 'the engine that runs the statecharts; both give the same bytes')
        .choices(engineNames)
        .default(defaultEngine),
    )
    .addOption(new Option('--workers <n>', 'threads for runs; any number gives the same bytes').argParser(workersAsked).default('auto'))
    .option(...quietOption);
}
