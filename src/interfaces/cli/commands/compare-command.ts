import { answerCompare } from '../../../answers/what-if/comparison/answer-compare.ts';
import { failedTexts } from '../../../answers/what-if/comparison/fail-if.ts';
import { type VariantOptions, variantLetters } from '../../../answers/what-if/variants/named-variants.ts';
import { type ExitCode, exitCode, okUnless } from '../command-error.ts';
import { outputOption, repeatable } from '../command-options.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { AskingCommand, annotationsOf } from '../what-if/asking-command.ts';
import {
  addWhatIfOptions,
  changeRows,
  conditionRows,
  type WhatIfOptions,
} from '../what-if/what-if-options.ts';
import type { AddCommand } from './add-command.ts';

const outputs = ['text', 'json', 'csv', 'markdown', 'github'] as const;
const seedsByDefault = 20;

interface CompareOptions extends WhatIfOptions, VariantOptions, ReportOption {
  readonly output: (typeof outputs)[number];
  readonly failIf: readonly string[];
}

export const help: CommandHelp = {
  about: [
    'A variant is a list of changes and files, separated by spaces. With one variant, the unchanged input is the other; without any, each input is a variant of its own.',
    'All variants run with the same seeds, so differences come from the changes. Each figure has its mean difference and the interval in which that lies with 95 %. Where the interval reaches to 0, no difference is shown.',
  ],
  lists: [
    { title: 'Changes', rows: changeRows },
    { title: 'Conditions of --fail-if', rows: conditionRows },
  ],
  examples: [
    [
      'Are five parallel pulls better than two?',
      'windlass compare web.yaml --a maxParallelImagePulls=2 --b maxParallelImagePulls=5',
    ],
    [
      'And than what I have, on a faster link?',
      "windlass compare web.yaml --b 'maxParallelImagePulls=5 link=1Gbit/s'",
    ],
    [
      'Is the next configuration better?',
      'windlass compare web.yaml --a kubelet-now.yaml --b kubelet-next.yaml',
    ],
    ['Two folders, more seeds', 'windlass compare before/ after/ --seeds 50'],
    ['What does a release change?', 'windlass compare web.yaml --vary kubelet-version=1.31,1.36'],
    [
      'And a runtime, for a spreadsheet?',
      'windlass compare web.yaml --vary runtime=containerd://1.6,containerd://2.4 -o csv',
    ],
    [
      'Fail if it gets worse (for CI)',
      "windlass compare web.yaml --b new.yaml --fail-if 'p99 timeToRunning worse by 10%'",
    ],
  ],
};

/** `windlass compare`: variants of one input over the same seeds. */
export const add: AddCommand = (command, terminal, end) => {
  addReportOption(addWhatIfOptions(command, seedsByDefault))
    .argument('[inputs...]', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .option(
      '--vary <field=values>',
      'a variant for each value, such as registryPullQPS=5,10,20; repeatable: for each combination',
      repeatable,
    )
    .option(
      '--fail-if <condition>',
      'exit with 4 if it holds for a variant against the first; repeatable',
      repeatable,
      [],
    )
    .addOption(outputOption(outputs, 'text'))
    .action(async (inputs: string[], options: CompareOptions) =>
      end(await compare(new AskingCommand(inputs, options, command, terminal), options)),
    );
  for (const letter of variantLetters)
    command.option(`--${letter} <changes>`, `variant ${letter.toUpperCase()}: changes and files`);
};

async function compare(
  asking: AskingCommand,
  { seeds, failIf, ...variants }: CompareOptions,
): Promise<ExitCode> {
  const answer = await asking.ask((asked) =>
    answerCompare(asked, { command: 'compare', variants, seeds, failIf }),
  );
  const { verdicts } = answer;
  const code = await asking.print(answer, {
    csv: answer.csv,
    github: () => annotationsOf(answer, failedTexts(verdicts)),
  });
  if (code !== exitCode.ok) return code;
  for (const { holds, sentence } of verdicts) if (!holds) asking.tell(`--fail-if: no: ${sentence}`);
  return okUnless(failedTexts(verdicts));
}
