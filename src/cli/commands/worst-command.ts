import { jsonText } from '../../json/json-text.ts';
import { boundsOf, boundText, figureNamed, keepsTo } from '../../what-if/figures/figure-bound.ts';
import { askedWorst, candidatesOf, toldLuck, warningsOfFaults } from '../../what-if/worst/ask-worst.ts';
import { searchWorst } from '../../what-if/worst/search-worst.ts';
import { type WorstChoice, worstByDefault } from '../../what-if/worst/worst-choice.ts';
import { worstDocument } from '../../what-if/worst/worst-document.ts';
import { lookAtIt, worstText } from '../../what-if/worst/worst-text.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { forNotes, outputOption, repeatable, wholeNumber } from '../command-options.ts';
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
import { addWhatIfOptions, type WhatIfOptions } from '../what-if/what-if-options.ts';
import { withRunner } from '../what-if/with-runner.ts';
import type { AddCommand } from './add-command.ts';

const budgetMax = 1_000_000;
const faultsMax = 20;

interface WorstOptions extends WhatIfOptions, ReportOption, WorstChoice {
  readonly failIf: readonly string[];
  readonly output: 'text' | 'json';
}

const help: CommandHelp = {
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
    ['Fail if it can take more than five minutes (for CI)', "windlass worst web.yaml --fail-if 'all running after > 5m'"],
    ['About failed pulls, with more runs', "windlass worst web.yaml --figure 'failed pulls' --budget 2000"],
  ],
};

/** `windlass worst`: the worst luck within a budget of runs. */
export const worstCommand: AddCommand = (command, terminal, end) => {
  addHelp(command, terminal, help);
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
    .option('--most-faults <n>', 'how many of them may happen in one run (default: 1)', wholeNumber(1, faultsMax))
    .option('--fail-if <bound>', "exit with 4 if the worst run is like that, such as 'all running after > 5m'; repeatable", repeatable, [])
    .addOption(outputOption(['text', 'json'], 'text'))
    .action(async (inputs: string[], options: WorstOptions) =>
      end(await findWorst(inputs, options, terminal, new AnswerReport(options, command, terminal))),
    );
};

async function findWorst(inputs: readonly string[], options: WorstOptions, terminal: Terminal, report: AnswerReport): Promise<ExitCode> {
  const { budget, out } = options;
  figureNamed(options.figure);
  const bounds = boundsOf('--fail-if', options.failIf, 'all running after > 5m');
  const candidates = candidatesOf(options);
  await checkWritable(terminal.cwd, out);
  await report.check();
  const request = requestOf(options);
  const sources = await readSources(inputs, terminal);
  const base = inputOrFail(sources, request);
  failWithoutPods(base);
  const { input, warnings } = base;
  for (const warning of [...warnings, ...warningsOfFaults(candidates, sources, request, warnings)]) tellWarning(terminal, warning);
  const search = askedWorst(options, candidates, sources, request, input);
  const { figure } = search;
  const progress = new Progress(forNotes(terminal, options));
  const interruption = new Interruption(terminal);
  const onRun = (done: number) => progress.note({ told: `${done} of ${budget} runs`, remaining: [{ amount: budget - done }] });
  const answer = await progress.during(() =>
    withRunner(input, budget, options, interruption, terminal, (runner) => searchWorst(search, runner, onRun)),
  );
  if (answer === undefined) throw new CommandError(exitCode.interrupted, 'interrupted before the first run was over');
  const { worst, interrupted } = answer;
  const { partWords, file, command } = toldLuck(answer, search, { inputs, request, input, name: out ?? 'worst.yaml' });
  const failIf = bounds.map((bound) => ({ condition: boundText(bound), holds: keepsTo(bound, bound.figure.measure(worst.summary)) }));
  const again = out === undefined ? [lookAtIt] : ['The same run again:', `  ${command}`];
  const text =
    options.output === 'json'
      ? jsonText('Worst', worstDocument(answer, figure, { partWords, budget, file, command, failIf }))
      : worstText(answer, figure, partWords, again, columnsOf(terminal));
  if (out !== undefined) writeOutput(out, file, terminal);
  writeOutput(undefined, text, terminal);
  await report.write(sources, async () => (await import('../../what-if/pages/worst-page.ts')).worstPage(answer, figure, partWords));
  if (interrupted) return exitCode.interrupted;
  const failed = failIf.filter(({ holds }) => holds).map(({ condition }) => `--fail-if: it can happen that ${condition}`);
  if (failed.length > 0) throw new CommandError(exitCode.violated, failed.join('\n'));
  return exitCode.ok;
}
