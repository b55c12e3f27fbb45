import { answerWorst } from '../../../answers/what-if/worst/answer-worst.ts';
import { type WorstChoice, worstByDefault } from '../../../answers/what-if/worst/worst-choice.ts';
import { type ExitCode, exitCode, okUnless } from '../command-error.ts';
import { outputOption, repeatable, wholeNumber } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import type { CommandHelp } from '../help/command-help.ts';
import type { Terminal } from '../terminal.ts';
import { addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { AskingCommand } from '../what-if/asking-command.ts';
import { addWhatIfOptions, type WhatIfOptions } from '../what-if/what-if-options.ts';
import type { AddCommand } from './add-command.ts';

const budgetMax = 1_000_000;
const faultsMax = 20;

interface WorstOptions extends WhatIfOptions, ReportOption, WorstChoice {
  readonly failIf: readonly string[];
  readonly output: 'text' | 'json';
}

export const help: CommandHelp = {
  about: [
    'Searches the run in which the figure is as bad as it can be: random numbers (how long pods rest, where nodes are in their cycles, the order of layers), the order in which pods arrive, and at most so many of the faults that --faults names. First plain seeds, then faults, then changes of the worst runs so far; at the end what does not matter is put back.',
    'It is a search: what it finds can happen, and worse may be possible. The same command finds the same run, with any number of workers.',
    '--out writes the luck as a file; windlass run with the inputs and this file makes the very same run.',
  ],
  examples: [
    ['How late can the last pod be?', 'windlass worst web.yaml'],
    [
      'And if Docker Hub is away for 40 s, some time in the first five minutes?',
      "windlass worst web.yaml --faults 'registryDown registry=docker.io from=0s..5m for=40s'",
    ],
    [
      'Two of three faults, and the run to look at',
      "windlass worst web.yaml --faults 'kubeletRestart at=0s..2m' --faults 'nodeReboot at=0s..2m' --faults 'registryDown for=1m' --most-faults 2 --out worst.yaml",
    ],
    [
      'Fail if it can take more than five minutes (for CI)',
      "windlass worst web.yaml --fail-if 'all running after > 5m'",
    ],
    ['About failed pulls, with more runs', "windlass worst web.yaml --figure 'failed pulls' --budget 2000"],
  ],
};

/** `windlass worst`: the worst luck within a budget of runs. */
export const add: AddCommand = (command, terminal, end) => {
  addReportOption(
    addWhatIfOptions(command, worstByDefault.seeds, {
      ofSeeds: 'how many plain seeds are tried first, from --seed on, at most a third of the runs',
      ofOut: 'write the luck there, to be run again',
    }),
  )
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .option(
      '--budget <runs>',
      `how many runs to make (default: ${worstByDefault.budget})`,
      wholeNumber(1, budgetMax),
      worstByDefault.budget,
    )
    .option('--figure <name>', 'the figure that is to be as bad as it can be', worstByDefault.figure)
    .option(
      '--faults <words>',
      'a fault that may happen, as --fault takes it; its start may be a range such as from=0s..5m; repeatable',
      repeatable,
      [],
    )
    .option(
      '--most-faults <n>',
      'how many of them may happen in one run (default: 1)',
      wholeNumber(1, faultsMax),
    )
    .option(
      '--fail-if <bound>',
      "exit with 4 if the worst run is like that, such as 'all running after > 5m'; repeatable",
      repeatable,
      [],
    )
    .addOption(outputOption(['text', 'json'], 'text'))
    .action(async (inputs: string[], options: WorstOptions) => {
      // The file is for the luck, and the answer goes to stdout.
      const { out: luckFile, ...others } = options;
      end(
        await findWorst(
          new AskingCommand(inputs, { ...others, luckFile }, command, terminal),
          options,
          terminal,
        ),
      );
    });
};

async function findWorst(
  asking: AskingCommand,
  options: WorstOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { figure, budget, seeds, faults, mostFaults, failIf, out: luckFile } = options;
  const question = { command: 'worst', figure, budget, seeds, faults, mostFaults, failIf, luckFile } as const;
  const answer = await asking.ask((asked) => answerWorst(asked, question));
  if (luckFile !== undefined) writeOutput(luckFile, answer.file, terminal);
  const code = await asking.print(answer);
  if (code !== exitCode.ok) return code;
  return okUnless(
    answer.verdicts
      .filter(({ holds }) => holds)
      .map(({ condition }) => `--fail-if: it can happen that ${condition}`),
  );
}
