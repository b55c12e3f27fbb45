import { answerRecommend } from '../../../answers/what-if/recommendation/answer-recommend.ts';
import { seedsToRecommend } from '../../../answers/what-if/recommendation/sequential-test.ts';
import { type ExitCode, exitCode } from '../command-error.ts';
import { outputOption, repeatable } from '../command-options.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { AskingCommand } from '../what-if/asking-command.ts';
import { addWhatIfOptions, changeRows, type WhatIfOptions } from '../what-if/what-if-options.ts';
import type { AddCommand } from './add-command.ts';

interface RecommendOptions extends WhatIfOptions, ReportOption {
  readonly vary: readonly string[];
  readonly target: readonly string[];
  readonly output: 'text' | 'json';
}

export const help: CommandHelp = {
  about: [
    'Tries the combinations of the values, from the least change on, and ends at the first one that meets all targets. Write the values of each field from the least change to the greatest: the first one is what you have.',
    'A setting meets a target if more than 90 % of its runs keep to it. Runs are made until that is sure, with a risk of 5 %: 31 that keep to it are enough, three that do not, too. A setting with which 70 to 99 % do is on the border, and named.',
  ],
  lists: [{ title: 'What can be varied', rows: changeRows }],
  examples: [
    [
      'How many parallel pulls do I need?',
      "windlass recommend web.yaml --target 'p99 timeToRunning <= 60s' --vary maxParallelImagePulls=1..8",
    ],
    [
      'Or a faster link?',
      "windlass recommend web.yaml --target 'all running after < 45s' --vary maxParallelImagePulls=1..4 --vary link=1Gbit/s,10Gbit/s",
    ],
    [
      'Without failed pulls',
      "windlass recommend web.yaml --target 'failed pulls <= 0' --target 'p50 timeToRunning <= 20s' --vary registryBurst=10,20,40",
    ],
  ],
};

/** `windlass recommend`: the least change that meets targets. */
export const add: AddCommand = (command, terminal, end) => {
  addReportOption(addWhatIfOptions(command, seedsToRecommend))
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .requiredOption(
      '--target <bound>',
      "what a run has to keep to, such as 'p99 timeToRunning <= 60s'; repeatable",
      repeatable,
    )
    .requiredOption(
      '--vary <field=values>',
      'what may be changed, from the least change to the greatest; repeatable',
      repeatable,
    )
    .addOption(outputOption(['text', 'json'], 'text'))
    .action(async (inputs: string[], options: RecommendOptions) =>
      end(await recommendSetting(new AskingCommand(inputs, options, command, terminal), options)),
    );
};

async function recommendSetting(
  asking: AskingCommand,
  { target, vary, seeds }: RecommendOptions,
): Promise<ExitCode> {
  const answer = await asking.ask((asked) =>
    answerRecommend(asked, { command: 'recommend', targets: target, vary, seeds }),
  );
  const code = await asking.print(answer);
  return code === exitCode.ok && !answer.isFound ? exitCode.violated : code;
}
