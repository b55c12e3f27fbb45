import { Option } from 'commander';
import { meantHint } from '../../input/documents/did-you-mean.ts';
import { jsonText } from '../../json/json-text.ts';
import { lintLevels } from '../../json/lint-levels.ts';
import { lintSarif } from '../../lint/formats/lint-sarif.ts';
import { harmText, lintGithub, lintText, ruleListText } from '../../lint/formats/lint-text.ts';
import { runHarm } from '../../lint/harm.ts';
import { type LintFinding, lint } from '../../lint/lint.ts';
import type { LintLevel, LintRule } from '../../lint/lint-rule.ts';
import { lintRules } from '../../lint/lint-rules.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outOption, outputOption, repeatable } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { readSources } from '../files/read-sources.ts';
import { addHelp, type CommandHelp } from '../help/command-help.ts';
import { Interruption } from '../run/interruption.ts';
import { addRequestOptions, requestOf } from '../run/request-options.ts';
import { coloursOn, columnsOf, type Terminal } from '../terminal.ts';
import { version } from '../version.ts';
import { AnswerReport, addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import type { AddCommand } from './add-command.ts';

const help: CommandHelp = {
  about: [
    'Levels: error: pods will not run. warning: they run late, or pull again. note: something has no effect, or less than it seems.',
    'A comment in the file silences a rule on its line and the next: # windlass-ignore: always-by-latest',
  ],
  examples: [
    ['What is wrong with these files?', 'windlass lint deployment.yaml kubelet.yaml'],
    ['And with my cluster?', 'kubectl get deploy,sts,ds,nodes -A -o yaml | windlass lint - /var/lib/kubelet/config.yaml'],
    ['In a pipeline: fail for warnings too', 'windlass lint kubelet.yaml --kubelet-version 1.35 --fail-on warning'],
    ['For code scanning', 'windlass lint manifests/ -o sarif --out windlass.sarif'],
    ['What does it look for?', 'windlass lint --rules'],
    ['Show me the harm of one', 'windlass lint --show one-pull-at-a-time'],
  ],
};

const outputs = ['text', 'json', 'sarif', 'github'] as const;

interface LintOptions extends ReportOption {
  readonly output: (typeof outputs)[number];
  readonly out?: string;
  readonly rules?: true;
  readonly show?: string;
  readonly only: readonly string[];
  readonly ignore: readonly string[];
  readonly failOn: LintLevel | 'never';
}

/** `windlass lint`: what will harm, found in the files alone. */
export const lintCommand: AddCommand = (command, terminal, end) => {
  addHelp(command, terminal, help);
  addReportOption(addRequestOptions(command))
    .argument('[inputs...]', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .addOption(outputOption([...outputs], 'text'))
    .option(...outOption)
    .addOption(
      new Option('--fail-on <level>', 'exit with 4 if something of this level or a graver one is found')
        .choices([...lintLevels, 'never'])
        .default('error'),
    )
    .option('--only <rule>', 'this rule and no other; repeatable', repeatable, [])
    .option('--ignore <rule>', 'all rules but this one; repeatable', repeatable, [])
    .option('--rules', 'list the rules, with their reasons and sources')
    .option('--show <rule>', 'run the smallest input that shows the harm, as it is and with the fix')
    .action(async (inputs: string[], options: LintOptions) =>
      end(await runLint(inputs, options, terminal, new AnswerReport(options, command, terminal))),
    );
};

async function runLint(inputs: readonly string[], options: LintOptions, terminal: Terminal, report: AnswerReport): Promise<ExitCode> {
  const { rules, show, out } = options;
  const width = Math.min(columnsOf(terminal), 120);
  const colour = out === undefined && coloursOn(terminal);
  if (show !== undefined) {
    const rule = ruleNamed(show, '--show');
    writeOutput(out, harmText(rule, await runHarm(rule.harm, new Interruption(terminal)), width), terminal);
    return exitCode.ok;
  }
  if (rules === true) {
    writeOutput(out, ruleListText(lintRules, { colour, width }), terminal);
    return exitCode.ok;
  }
  if (inputs.length === 0)
    throw new CommandError(exitCode.usage, 'lint needs files\n(windlass lint --help has examples; --rules lists the rules)');
  const asked = askedRules(options);
  await report.check();
  const sources = await readSources(inputs, terminal);
  const findings = lint(sources, requestOf(options), asked);
  writeOutput(out, textOf(findings, options, { colour, width }), terminal);
  await report.write(sources, async () => (await import('../../what-if/pages/lint-page.ts')).lintPage(findings));
  return isBad(findings, options.failOn) ? exitCode.violated : exitCode.ok;
}

function textOf(
  findings: readonly LintFinding[],
  { output }: LintOptions,
  text: { readonly colour: boolean; readonly width: number },
): string {
  switch (output) {
    case 'text':
      return lintText(findings, text);
    case 'json':
      return jsonText('LintReport', { items: findings });
    case 'sarif':
      return `${JSON.stringify(lintSarif(findings, version), undefined, 2)}\n`;
    case 'github':
      return lintGithub(findings);
  }
}

function askedRules({ only, ignore }: LintOptions): readonly LintRule[] {
  const wanted = only.map((id) => ruleNamed(id, '--only'));
  const unwanted = new Set(ignore.map((id) => ruleNamed(id, '--ignore')));
  return (wanted.length === 0 ? lintRules : wanted).filter((rule) => !unwanted.has(rule));
}

function ruleNamed(id: string, option: string): LintRule {
  const rule = lintRules.find((each) => each.id === id);
  if (rule !== undefined) return rule;
  const hint =
    meantHint(
      id,
      lintRules.map((each) => each.id),
    ) ?? 'windlass lint --rules lists them';
  throw new CommandError(exitCode.usage, `${option} ${id}: there is no such rule\n(${hint})`);
}

function isBad(findings: readonly LintFinding[], failOn: LintOptions['failOn']): boolean {
  if (failOn === 'never') return false;
  const limit = lintLevels.indexOf(failOn);
  return findings.some(({ level }) => lintLevels.indexOf(level) <= limit);
}
