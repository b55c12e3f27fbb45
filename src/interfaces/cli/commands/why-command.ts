import { diagnosePods, diagnosisText } from '../../../answers/diagnosis/diagnosis-report.ts';
import { formatInputError } from '../../../inputs/documents/input-error.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outOption, outputOption } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { readSources } from '../files/read-sources.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { columnsOf, type Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Reads what kubectl describe pod, kubectl get events or kubectl get pods prints, or a log of the kubelet or containerd, piped, pasted or in a file, and says what most likely happened to each pod: the answer, its cause, how long each part took, what the kubelet does next and when, and what helps.',
    'The text may come from a terminal or an issue: prompts, fences, marks of quotation and indentation are cut off. Events as JSON or YAML are read too. Ages such as 3m31s are taken as intervals.',
  ],
  examples: [
    ['Why does this pod not start?', 'kubectl describe pod web-0 | windlass why'],
    ['Of a file, or of an issue that somebody pasted', 'windlass why issue.txt'],
    ['All pods with events of the last hour', 'kubectl get events -A -o json | windlass why'],
    ['As data', 'kubectl describe pod web-0 | windlass why -o json'],
  ],
};

interface WhyOptions {
  readonly output: 'text' | 'json';
  readonly out?: string;
}

/** `windlass why`: what most likely happened to the pods in a text. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('[inputs...]', 'files, folders, globs, or - for stdin (default: stdin)')
    .addOption(outputOption(['text', 'json'], 'text'))
    .option(...outOption)
    .action(async (inputs: string[], options: WhyOptions) =>
      end(await explainText(inputs, options, terminal)),
    );
};

async function explainText(
  inputs: readonly string[],
  { output, out }: WhyOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const sources = await readSources(inputs.length === 0 ? ['-'] : inputs, terminal, [out]);
  const result = diagnosePods(sources);
  if (!result.ok) throw new CommandError(exitCode.input, result.errors.map(formatInputError).join('\n'));
  const { report } = result;
  writeOutput(
    out,
    output === 'json' ? jsonText('DiagnosisReport', report) : diagnosisText(report, columnsOf(terminal)),
    terminal,
  );
  return exitCode.ok;
}
