import { runCommandLine } from '../../input/run-request.ts';
import { jsonText } from '../../json/json-text.ts';
import { checkSettings, recommend, targetsOf } from '../../what-if/recommendation/recommend.ts';
import { recommendationDocument } from '../../what-if/recommendation/recommendation-document.ts';
import { type CommandOf, recommendationText } from '../../what-if/recommendation/recommendation-text.ts';
import { seedsToRecommend } from '../../what-if/recommendation/sequential-test.ts';
import { seedsFrom } from '../../what-if/runs/runner.ts';
import { axesOf } from '../../what-if/variants/named-variants.ts';
import { allRefusedText, pointInputs } from '../../what-if/variants/point-input.ts';
import { requestOfVariant } from '../../what-if/variants/variant.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { forNotes, outputOption, repeatable } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { failWithoutPods, inputOrFail } from '../files/input-or-fail.ts';
import { readSources } from '../files/read-sources.ts';
import { addHelp, type CommandHelp } from '../help/command-help.ts';
import { checkWritable } from '../run/check-writable.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress } from '../run/progress.ts';
import { requestOf } from '../run/request-options.ts';
import { columnsOf, type Terminal, tellWarning } from '../terminal.ts';
import { AnswerReport, addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { addWhatIfOptions, changeRows, type WhatIfOptions } from '../what-if/what-if-options.ts';
import { withRunner } from '../what-if/with-runner.ts';
import type { AddCommand } from './add-command.ts';

interface RecommendOptions extends WhatIfOptions, ReportOption {
  readonly vary: readonly string[];
  readonly target: readonly string[];
  readonly output: 'text' | 'json';
}

const help: CommandHelp = {
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
export const recommendCommand: AddCommand = (command, terminal, end) => {
  addHelp(command, terminal, help);
  addReportOption(addWhatIfOptions(command, seedsToRecommend))
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .requiredOption('--target <bound>', "what a run has to keep to, such as 'p99 timeToRunning <= 60s'; repeatable", repeatable)
    .requiredOption('--vary <field=values>', 'what may be changed, from the least change to the greatest; repeatable', repeatable)
    .addOption(outputOption(['text', 'json'], 'text'))
    .action(async (inputs: string[], options: RecommendOptions) =>
      end(await recommendSetting(inputs, options, terminal, new AnswerReport(options, command, terminal))),
    );
};

async function recommendSetting(
  inputs: readonly string[],
  options: RecommendOptions,
  terminal: Terminal,
  report: AnswerReport,
): Promise<ExitCode> {
  const targets = targetsOf(options.target);
  const axes = axesOf(options.vary);
  checkSettings(axes);
  await checkWritable(terminal.cwd, options.out);
  await report.check();
  const request = requestOf(options);
  const sources = await readSources(inputs, terminal);
  const base = inputOrFail(sources, request);
  failWithoutPods(base);
  for (const warning of base.warnings) tellWarning(terminal, warning);
  const from = request.seed ?? base.input.seed;
  const seeds = seedsFrom(from, options.seeds);
  const inputOf = pointInputs(sources, request);
  const progress = new Progress(forNotes(terminal, options));
  const interruption = new Interruption(terminal);
  const recommendation = await progress.during(() =>
    withRunner(base.input, seeds.length, options, interruption, terminal, (runner) =>
      recommend({ axes, targets, seeds, inputOf }, runner, (stage) => progress.note(stage)),
    ),
  );
  const { found, tried, interrupted } = recommendation;
  const refused = allRefusedText(
    'setting',
    tried.map((setting) => setting.refused),
    1,
  );
  if (refused !== undefined) throw new CommandError(exitCode.input, refused);
  const commandOf: CommandOf = ({ variant }, seed) => runCommandLine(inputs, requestOfVariant({ ...request, seed }, variant));
  const text =
    options.output === 'text'
      ? recommendationText(recommendation, targets, commandOf, columnsOf(terminal))
      : jsonText('Recommendation', recommendationDocument(recommendation, targets, commandOf));
  writeOutput(options.out, text, terminal);
  await report.write(sources, async () =>
    (await import('../../what-if/pages/recommendation-page.ts')).recommendationPage(recommendation, targets, commandOf),
  );
  if (interrupted) return exitCode.interrupted;
  return found === undefined ? exitCode.violated : exitCode.ok;
}
