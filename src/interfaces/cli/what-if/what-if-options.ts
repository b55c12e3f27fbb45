import { type Command, Option } from 'commander';
import { figureRows } from '../../../reports/comparison/figure-rows.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import { engineOption, quietOption, wholeNumber } from '../command-options.ts';
import { addRequestOptions } from '../run/request-options.ts';
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

/**
 * Adds the options of a run, and those of a command over many runs. `seeds` is how many runs a variant has by
 * default.
 */
export function addWhatIfOptions(
  command: Command,
  seeds: number,
  { ofSeeds, ofOut }: WhatIfHelp = {
    ofSeeds: 'how many runs of each, with the seeds from --seed on',
    ofOut: outHelp,
  },
): Command {
  return addRequestOptions(command)
    .option('--seeds <n>', `${ofSeeds} (default: ${seeds})`, wholeNumber(1, seedsMax), seeds)
    .option('--out <file>', ofOut)
    .addOption(engineOption())
    .addOption(
      new Option('--workers <n>', 'threads for runs; any number gives the same bytes')
        .argParser(workersAsked)
        .default('auto'),
    )
    .option(...quietOption);
}

/** What a run can be changed by, for help texts. */
export const changeRows: readonly (readonly [string, string])[] = [
  ['a field of KubeletConfiguration', 'maxParallelImagePulls=5, evictionHard.imagefs.available=10%'],
  [
    'an option of windlass run, without dashes',
    'link=1Gbit/s, kubelet-version=1.31, nodes=20, replicas=web=20',
  ],
  ['a fault', 'fault="registryDown registry=ghcr.io until=40s"'],
  ["a field of the runtime's configuration", 'max_concurrent_downloads=6'],
  ['a file that is read beside the inputs', 'kubelet-next.yaml'],
];

/** What conditions about figures say, for help texts. */
export const conditionRows: readonly (readonly [string, string])[] = [
  [
    'FIGURE worse by AMOUNT',
    'or better, more, less; an amount such as 10%, 5s, 1GB, 3; without it, any difference that is shown',
  ],
  ['FIGURE > VALUE', 'or <, >=, <=; of the mean of the runs'],
  [
    'figures',
    `${figureRows.map(({ name }) => name).join(', ')}; p99 timeToRunning is time to running p99, too`,
  ],
];
