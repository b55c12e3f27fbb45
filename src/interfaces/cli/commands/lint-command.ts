import { Option } from 'commander';
import { lintSarif } from '../../../answers/lint/formats/lint-sarif.ts';
import { harmText, lintGithub, ruleListText } from '../../../answers/lint/formats/lint-text.ts';
import { runHarm } from '../../../answers/lint/harm.ts';
import type { LintFinding } from '../../../answers/lint/lint.ts';
import type { LintLevel } from '../../../answers/lint/lint-rule.ts';
import { lintRules } from '../../../answers/lint/lint-rules.ts';
import { answerLint, lintWidthMax, ruleNamed } from '../../../answers/what-if/lint/answer-lint.ts';
import { lintLevels } from '../../../reports/json/lint-levels.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outOption, outputOption, repeatable } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { addRequestOptions } from '../run/request-options.ts';
import { type Terminal, textOptionsFor } from '../terminal.ts';
import { version } from '../version.ts';
import { addReportOption, type ReportOption } from '../what-if/answer-report.ts';
import { AskingCommand } from '../what-if/asking-command.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Levels: error: pods will not run. warning: they run late, or pull again. note: something has no effect, or less than it seems.',
    'A comment in the file silences a rule on its line and the next: # windlass-ignore: always-by-latest',
  ],
  examples: [
    ['What is wrong with these files?', 'windlass lint deployment.yaml kubelet.yaml'],
    [
      'And with my cluster?',
      'kubectl get deploy,sts,ds,nodes -A -o yaml | windlass lint - /var/lib/kubelet/config.yaml',
    ],
    [
      'In a pipeline: fail for warnings too',
      'windlass lint kubelet.yaml --kubelet-version 1.35 --fail-on warning',
    ],
    ['For code scanning', 'windlass lint manifests/ -o sarif --out windlass.sarif'],
    ['What does it look for?', 'windlass lint --rules'],
    ['Show me the harm of one', 'windlass lint --show one-pull-at-a-time'],
  ],
};

const outputs = ['text', 'json', 'sarif', 'markdown', 'github'] as const;

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
export const add: AddCommand = (command, terminal, end) => {
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
      end(await runLint(new AskingCommand(inputs, options, command, terminal), options, terminal)),
    );
};

async function runLint(asking: AskingCommand, options: LintOptions, terminal: Terminal): Promise<ExitCode> {
  const { rules, show, only, ignore, failOn, out } = options;
  const { width, colour } = textOptionsFor(out, terminal);
  const text = { colour, width: Math.min(width, lintWidthMax) };
  if (show !== undefined) {
    const rule = ruleNamed(show, '--show');
    writeOutput(out, harmText(rule, await runHarm(rule.harm, asking.pauses), text.width), terminal);
    return exitCode.ok;
  }
  if (rules === true) {
    writeOutput(out, ruleListText(lintRules, text), terminal);
    return exitCode.ok;
  }
  if (asking.inputs.length === 0)
    throw new CommandError(
      exitCode.usage,
      'lint needs files\n(windlass lint --help has examples; --rules lists the rules)',
    );
  const answer = await asking.ask((asked) => answerLint(asked, { command: 'lint', only, ignore }));
  const { findings } = answer;
  await asking.print(answer, {
    sarif: () => `${JSON.stringify(lintSarif(findings, version), undefined, 2)}\n`,
    github: () => lintGithub(findings),
  });
  return isBad(findings, failOn) ? exitCode.violated : exitCode.ok;
}

function isBad(findings: readonly LintFinding[], failOn: LintOptions['failOn']): boolean {
  if (failOn === 'never') return false;
  const limit = lintLevels.indexOf(failOn);
  return findings.some(({ level }) => lintLevels.indexOf(level) <= limit);
}
