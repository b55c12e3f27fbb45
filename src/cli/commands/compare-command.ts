import type { SourceText } from '../../input/documents/source-document.ts';
import type { RunRequest } from '../../input/run-request.ts';
import { jsonText } from '../../json/json-text.ts';
import { compareVariants, type VariantInput } from '../../what-if/comparison/compare-variants.ts';
import { comparisonCommands, comparisonCsv, comparisonDocument } from '../../what-if/comparison/comparison-document.ts';
import { comparisonText } from '../../what-if/comparison/comparison-text.ts';
import { judgeCondition, parseFailCondition } from '../../what-if/comparison/fail-if.ts';
import { seedsFrom } from '../../what-if/runs/runner.ts';
import { pairsMin } from '../../what-if/statistics/paired-bootstrap.ts';
import { namedVariants, type VariantOptions, variantLetters } from '../../what-if/variants/named-variants.ts';
import { requestOfVariant, type Variant } from '../../what-if/variants/variant.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { forNotes, outputOption, repeatable } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { failWithoutPods, inputOrFail } from '../files/input-or-fail.ts';
import { readSources } from '../files/read-sources.ts';
import { addHelp, type CommandHelp } from '../help/command-help.ts';
import { checkWritable } from '../run/check-writable.ts';
import { expectedTimeText } from '../run/expected-time.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress } from '../run/progress.ts';
import { requestOf } from '../run/request-options.ts';
import { coloursOn, columnsOf, type Terminal, tellNote, tellWarning } from '../terminal.ts';
import { AnswerReport, addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { addWhatIfOptions, changeRows, conditionRows, type WhatIfOptions } from '../what-if/what-if-options.ts';
import { withRunner } from '../what-if/with-runner.ts';
import type { AddCommand } from './add-command.ts';

const outputs = ['text', 'json', 'csv'] as const;
const seedsByDefault = 20;

interface CompareOptions extends WhatIfOptions, VariantOptions, ReportOption {
  readonly output: (typeof outputs)[number];
  readonly failIf: readonly string[];
}

const help: CommandHelp = {
  about: [
    'A variant is a list of changes and files, separated by spaces. With one variant, the unchanged input is the other; without any, each input is a variant of its own.',
    'All variants run with the same seeds, so differences come from the changes. Each figure has its mean difference and the interval in which that lies with 95 %. Where the interval reaches to 0, no difference is shown.',
  ],
  lists: [
    { title: 'Changes', rows: changeRows },
    { title: 'Conditions of --fail-if', rows: conditionRows },
  ],
  examples: [
    ['Are five parallel pulls better than two?', 'windlass compare web.yaml --a maxParallelImagePulls=2 --b maxParallelImagePulls=5'],
    ['And than what I have, on a faster link?', "windlass compare web.yaml --b 'maxParallelImagePulls=5 link=1Gbit/s'"],
    ['Is the next configuration better?', 'windlass compare web.yaml --a kubelet-now.yaml --b kubelet-next.yaml'],
    ['Two folders, more seeds', 'windlass compare before/ after/ --seeds 50'],
    ['What does a release change?', 'windlass compare web.yaml --vary kubelet-version=1.31,1.36'],
    ['And a runtime, for a spreadsheet?', 'windlass compare web.yaml --vary runtime=containerd://1.6,containerd://2.4 -o csv'],
    ['Fail if it gets worse (for CI)', "windlass compare web.yaml --b new.yaml --fail-if 'p99 timeToRunning worse by 10%'"],
  ],
};

/** `windlass compare`: variants of one input over the same seeds. */
export const compareCommand: AddCommand = (command, terminal, end) => {
  addHelp(command, terminal, help);
  addReportOption(addWhatIfOptions(command, seedsByDefault))
    .argument('[inputs...]', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .option(
      '--vary <field=values>',
      'a variant for each value, such as registryPullQPS=5,10,20; repeatable: for each combination',
      repeatable,
    )
    .option('--fail-if <condition>', 'exit with 4 if it holds for a variant against the first; repeatable', repeatable, [])
    .addOption(outputOption(outputs, 'text'))
    .action(async (inputs: string[], options: CompareOptions) =>
      end(await compare(inputs, options, terminal, new AnswerReport(options, command, terminal))),
    );
  for (const letter of variantLetters) command.option(`--${letter} <changes>`, `variant ${letter.toUpperCase()}: changes and files`);
};

async function compare(inputs: readonly string[], options: CompareOptions, terminal: Terminal, report: AnswerReport): Promise<ExitCode> {
  const conditions = options.failIf.map((text) => {
    const condition = parseFailCondition(text);
    if (typeof condition === 'string') throw new CommandError(exitCode.usage, `--fail-if: ${condition}`);
    return condition;
  });
  await checkWritable(terminal.cwd, options.out);
  await report.check();
  const { variants, common } = namedVariants(inputs, options);
  const request = requestOf(options);
  const { inputs: read, sources } = await variantInputs(common, variants, request, terminal);
  const notes = forNotes(terminal, options);
  const note = (line: string) => tellNote(notes, line);
  const warn = (line: string) => tellWarning(terminal, line);
  const [first] = read;
  if (first === undefined) throw new Error('no variants');
  if (options.seeds < pairsMin)
    warn(`--seeds ${options.seeds}: fewer than ${pairsMin} give no interval, so that hardly any difference is shown`);
  const from = request.seed ?? first.input.seed;
  const seeds = seedsFrom(from, options.seeds);
  const runs = seeds.length * read.length;
  const expected = expectedTimeText(first.input, runs, 1);
  if (expected !== undefined) note(expected);
  const progress = new Progress(notes);
  const interruption = new Interruption(terminal);
  const onRun = (done: number) => progress.note({ told: `${done} of ${runs} runs`, remaining: [{ amount: runs - done }] });
  const compared = await progress.during(() =>
    withRunner(first.input, runs, options, interruption, terminal, (runner) => compareVariants(read, seeds, runner, onRun)),
  );
  if (compared.seeds.length === 0)
    throw new CommandError(exitCode.interrupted, 'interrupted before the first seed was run under all variants');
  const commands = comparisonCommands(compared, common, request);
  const failIf = compared.differences.flatMap(({ figures, variant }) =>
    conditions.map((condition) => ({ variant: variant.name, ...judgeCondition(condition, figures, variant.name) })),
  );
  const interrupted = compared.seeds.length < seeds.length;
  const target = options.out === undefined ? terminal : { ...terminal, stdout: { write: terminal.stdout.write } };
  const text = {
    text: () => comparisonText(compared, commands, { width: columnsOf(target), colour: coloursOn(target) }),
    json: () => jsonText('Comparison', comparisonDocument(compared, { interrupted, commands, failIf })),
    csv: () => comparisonCsv(compared),
  }[options.output]();
  writeOutput(options.out, text, terminal);
  await report.write(sources, async () => (await import('../../what-if/pages/comparison-page.ts')).comparisonPage(compared, commands));
  if (interrupted) {
    warn(`interrupted: ${compared.seeds.length} of ${seeds.length} seeds`);
    return exitCode.interrupted;
  }
  for (const { holds, sentence } of failIf) if (!holds) note(`--fail-if: no: ${sentence}`);
  const failed = failIf.filter(({ holds }) => holds);
  if (failed.length === 0) return exitCode.ok;
  throw new CommandError(exitCode.violated, failed.map(({ condition, sentence }) => `--fail-if '${condition}': ${sentence}`).join('\n'));
}

/** Reads the input of each variant. Warnings go to stderr, once. */
async function variantInputs(
  common: readonly string[],
  variants: readonly Variant[],
  request: RunRequest,
  terminal: Terminal,
): Promise<{ readonly inputs: readonly VariantInput[]; readonly sources: readonly SourceText[] }> {
  const sources = await readSources(common, terminal);
  const ofVariants: SourceText[] = [];
  const told = new Set<string>();
  const inputs: VariantInput[] = [];
  for (const variant of variants) {
    const own = await readSources(variant.files ?? [], terminal);
    ofVariants.push(...own);
    const result = inputOrFail([...sources, ...own], requestOfVariant(request, variant));
    failWithoutPods(result);
    for (const warning of result.warnings) if (!told.has(warning)) tellWarning(terminal, warning);
    for (const warning of result.warnings) told.add(warning);
    inputs.push({ variant, input: result.input });
  }
  return { inputs, sources: [...sources, ...ofVariants] };
}
