import { Option } from 'commander';
import { formatInputError } from '../../input/documents/input-error.ts';
import { readInput } from '../../input/read-input.ts';
import { jsonText } from '../../json/json-text.ts';
import { isReleaseAtLeast } from '../../kubelet/kubelet-release.ts';
import { judgeCondition, parseFailCondition } from '../../what-if/comparison/fail-if.ts';
import { releasesOf } from '../../what-if/upgrade/known-release.ts';
import { type Upgrade, upgrade } from '../../what-if/upgrade/upgrade.ts';
import { upgradeDocument } from '../../what-if/upgrade/upgrade-document.ts';
import { upgradeText } from '../../what-if/upgrade/upgrade-text.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { forNotes, outputOption, repeatable } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { failWithoutPods } from '../files/input-or-fail.ts';
import { readSources } from '../files/read-sources.ts';
import { addHelp, type CommandHelp } from '../help/command-help.ts';
import { checkWritable } from '../run/check-writable.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress } from '../run/progress.ts';
import { requestOf } from '../run/request-options.ts';
import { orFail } from '../run/simulate-or-fail.ts';
import { coloursOn, columnsOf, type Terminal, tellWarning } from '../terminal.ts';
import { AnswerReport, addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { addWhatIfOptions, conditionRows, type WhatIfOptions } from '../what-if/what-if-options.ts';
import { withRunner } from '../what-if/with-runner.ts';
import type { AddCommand } from './add-command.ts';

const failures = ['new-pulls', 'new-failures'] as const;

interface UpgradeOptions extends WhatIfOptions, ReportOption {
  readonly from: string;
  readonly to: string;
  readonly failIf: readonly string[];
  readonly failOn?: (typeof failures)[number];
  readonly output: 'text' | 'json';
}

const help: CommandHelp = {
  about: [
    'The input is run under both releases. Which containers ask the registry, which texts differ and what a new default moves is told of the run with the first seed; the figures are over all seeds, with the same random draws under both.',
    'It exits with 4 if the second release refuses the configuration, as its kubelet would not start.',
  ],
  lists: [{ title: 'Conditions of --fail-if', rows: conditionRows }],
  examples: [
    ['What breaks when I upgrade to 1.35?', 'windlass upgrade cluster.yaml --from 1.34 --to 1.35'],
    ['And with the files of my kubelets?', 'windlass upgrade web.yaml /var/lib/kubelet/config.yaml --from 1.31 --to 1.36'],
    ['Fail if a container asks the registry anew (for CI)', 'windlass upgrade web.yaml --from 1.34 --to 1.35 --fail-on new-pulls'],
    ['Fail if it gets slower', "windlass upgrade web.yaml --from 1.31 --to 1.36 --fail-if 'p99 timeToRunning worse by 10%'"],
    ['And the way back?', 'windlass upgrade web.yaml --from 1.36 --to 1.35'],
    ['As JSON, with all texts and pulls', 'windlass upgrade web.yaml --from 1.31 --to 1.36 -o json'],
  ],
};

/** `windlass upgrade`: what a release of the kubelet changes for an input. */
export const upgradeCommand: AddCommand = (command, terminal, end) => {
  addHelp(command, terminal, help);
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
    .addOption(outputOption(['text', 'json'], 'text'))
    .action(async (inputs: string[], options: UpgradeOptions) =>
      end(await runUpgrade(inputs, options, terminal, new AnswerReport(options, command, terminal))),
    );
};

async function runUpgrade(inputs: readonly string[], options: UpgradeOptions, terminal: Terminal, report: AnswerReport): Promise<ExitCode> {
  const conditions = options.failIf.map((text) => {
    const condition = parseFailCondition(text);
    if (typeof condition === 'string') throw new CommandError(exitCode.usage, `--fail-if: ${condition}`);
    return condition;
  });
  const request = requestOf(options);
  if (request.kubeletVersion !== undefined)
    throw new CommandError(exitCode.usage, '--kubelet-version cannot be used with upgrade: --from and --to say the releases');
  const [from, to] = releasesOf(options.from, options.to);
  const warn = (line: string) => tellWarning(terminal, line);
  for (const { note } of [from, to]) if (note !== undefined) warn(note);
  if (isReleaseAtLeast(from.release, to.release)) warn(`${to.version} is older than ${from.version}: this is a downgrade`);
  await checkWritable(terminal.cwd, options.out);
  await report.check();
  const sources = await readSources(inputs, terminal);
  const read = readInput(sources, { ...request, kubeletVersion: to.version });
  if (read.ok) failWithoutPods(read);
  const progress = new Progress(forNotes(terminal, options));
  const interruption = new Interruption(terminal);
  const { seeds, engine } = options;
  const asked = { inputs, sources, request, from, to, seeds, engine };
  const answer = await progress.during(() => {
    const ask = () =>
      upgrade(
        asked,
        (input, task) => withRunner(input, 2 * seeds, options, interruption, terminal, task),
        interruption,
        (stage) => progress.note(stage),
      );
    return read.ok ? orFail(read.input, ask) : ask();
  });
  if (!('from' in answer)) throw new CommandError(exitCode.input, ['the input is wrong', ...answer.map(formatInputError)].join('\n'));
  const { refused, compared, interrupted } = answer;
  if (refused.length === 0 && interrupted && (compared?.seeds.length ?? 0) === 0)
    throw new CommandError(exitCode.interrupted, 'interrupted before the first seed was run under both releases');
  const figures = compared?.differences[0]?.figures ?? [];
  const failIf = compared === undefined ? [] : conditions.map((condition) => judgeCondition(condition, figures, to.version));
  const target = options.out === undefined ? terminal : { ...terminal, stdout: { write: terminal.stdout.write } };
  const text =
    options.output === 'json'
      ? jsonText('Upgrade', upgradeDocument(answer, failIf))
      : upgradeText(answer, { width: columnsOf(target), colour: coloursOn(target) });
  writeOutput(options.out, text, terminal);
  await report.write(sources, async () => (await import('../../what-if/pages/upgrade-page.ts')).upgradePage(answer));
  if (interrupted) {
    warn(`interrupted: ${compared?.seeds.length ?? 0} of ${seeds} seeds`);
    return exitCode.interrupted;
  }
  const failed = [
    ...failIf.filter(({ holds }) => holds).map(({ condition, sentence }) => `--fail-if '${condition}': ${sentence}`),
    ...failuresOf(answer, options.failOn),
  ];
  if (failed.length > 0) throw new CommandError(exitCode.violated, failed.join('\n'));
  return refused.length > 0 ? exitCode.violated : exitCode.ok;
}

function failuresOf({ pulls }: Upgrade, failOn: UpgradeOptions['failOn']): string[] {
  if (failOn === undefined) return [];
  const wanted = failOn === 'new-pulls' ? (['asksAnew', 'fails'] as const) : (['fails'] as const);
  const found = pulls.filter(({ changes }) => wanted.some((change) => changes.includes(change)));
  const [first] = found;
  if (first === undefined) return [];
  const more = found.length === 1 ? '' : `, and ${found.length - 1} more`;
  return [`--fail-on ${failOn}: ${first.pod}/${first.container}${more}`];
}
