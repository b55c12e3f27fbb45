import { Option } from 'commander';
import { failedTexts } from '../../../answers/what-if/comparison/fail-if.ts';
import { answerUpgrade } from '../../../answers/what-if/upgrade/answer-upgrade.ts';
import type { Upgrade } from '../../../answers/what-if/upgrade/upgrade.ts';
import { CommandError, type ExitCode, exitCode, okUnless } from '../command-error.ts';
import { outputOption, repeatable } from '../command-options.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { AskingCommand, annotationsOf } from '../what-if/asking-command.ts';
import { addWhatIfOptions, conditionRows, type WhatIfOptions } from '../what-if/what-if-options.ts';
import type { AddCommand } from './add-command.ts';

const outputs = ['text', 'json', 'markdown', 'github'] as const;
const failures = ['new-pulls', 'new-failures'] as const;

interface UpgradeOptions extends WhatIfOptions, ReportOption {
  readonly from: string;
  readonly to: string;
  readonly failIf: readonly string[];
  readonly failOn?: (typeof failures)[number];
  readonly output: (typeof outputs)[number];
}

export const help: CommandHelp = {
  about: [
    'The input is run under both releases. Which containers ask the registry, which texts differ and what a new default moves is told of the run with the first seed; the figures are over all seeds, with the same random draws under both.',
    'It exits with 4 if the second release refuses the configuration, as its kubelet would not start.',
  ],
  lists: [{ title: 'Conditions of --fail-if', rows: conditionRows }],
  examples: [
    ['What breaks when I upgrade to 1.35?', 'windlass upgrade cluster.yaml --from 1.34 --to 1.35'],
    [
      'And with the files of my kubelets?',
      'windlass upgrade web.yaml /var/lib/kubelet/config.yaml --from 1.31 --to 1.36',
    ],
    [
      'Fail if a container asks the registry anew (for CI)',
      'windlass upgrade web.yaml --from 1.34 --to 1.35 --fail-on new-pulls',
    ],
    [
      'Fail if it gets slower',
      "windlass upgrade web.yaml --from 1.31 --to 1.36 --fail-if 'p99 timeToRunning worse by 10%'",
    ],
    ['And the way back?', 'windlass upgrade web.yaml --from 1.36 --to 1.35'],
    ['As JSON, with all texts and pulls', 'windlass upgrade web.yaml --from 1.31 --to 1.36 -o json'],
  ],
};

/** `windlass upgrade`: what a release of the kubelet changes for an input. */
export const add: AddCommand = (command, terminal, end) => {
  addReportOption(addWhatIfOptions(command, 20))
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .requiredOption('--from <release>', 'the release that you have, such as 1.31')
    .requiredOption('--to <release>', 'the release that you want, such as 1.36')
    .option('--fail-if <condition>', 'exit with 4 if it holds; repeatable', repeatable, [])
    .addOption(
      new Option(
        '--fail-on <what>',
        'exit with 4 if a container has its image no more, or (new-pulls) asks the registry and did not',
      ).choices(failures),
    )
    .addOption(outputOption(outputs, 'text'))
    .action(async (inputs: string[], options: UpgradeOptions) =>
      end(await runUpgrade(new AskingCommand(inputs, options, command, terminal), options)),
    );
};

async function runUpgrade(
  asking: AskingCommand,
  { from, to, seeds, failIf, failOn }: UpgradeOptions,
): Promise<ExitCode> {
  if (asking.request.kubeletVersion !== undefined)
    throw new CommandError(
      exitCode.usage,
      '--kubelet-version cannot be used with upgrade: --from and --to say the releases',
    );
  const answer = await asking.ask((asked) =>
    answerUpgrade(asked, { command: 'upgrade', from, to, seeds, failIf }),
  );
  const failed = [...failedTexts(answer.verdicts), ...failuresOf(answer, failOn)];
  const code = await asking.print(answer, { github: () => annotationsOf(answer, failed) });
  if (code !== exitCode.ok) return code;
  okUnless(failed);
  return answer.refused.length > 0 ? exitCode.violated : exitCode.ok;
}

function failuresOf({ pulls }: Pick<Upgrade, 'pulls'>, failOn: UpgradeOptions['failOn']): string[] {
  if (failOn === undefined) return [];
  const wanted = failOn === 'new-pulls' ? (['asksAnew', 'fails'] as const) : (['fails'] as const);
  const found = pulls.filter(({ changes }) => wanted.some((change) => changes.includes(change)));
  const [first] = found;
  if (first === undefined) return [];
  const more = found.length === 1 ? '' : `, and ${found.length - 1} more`;
  return [`--fail-on ${failOn}: ${first.pod}/${first.container}${more}`];
}
