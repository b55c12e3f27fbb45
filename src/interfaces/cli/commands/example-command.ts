import { relative } from 'node:path';
import { didYouMean } from '../../../inputs/documents/did-you-mean.ts';
import { clipEnd, padRight, wrapWords } from '../../../reports/text/fitted-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { type Example, exampleRoot, readExamples, splitWords } from '../files/examples.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { columnsOf, type Terminal } from '../terminal.ts';
import type { AddCommand, RunCommandLine } from './add-command.ts';

export const help: CommandHelp = {
  about: ['Each example is a folder of manifests with a README.md. Copy one and change it.'],
  examples: [
    ['Which questions have an example?', 'windlass example'],
    ['How long does ImagePullBackOff last after the cause is gone?', 'windlass example after-the-fix'],
  ],
};

/** `windlass example`: lists the examples, or explains and runs one. */
export const add: AddCommand = (command, terminal, end, run) => {
  command
    .argument('[name]', 'the example to explain and run; without it, a list')
    .action(async (name: string | undefined) => {
      const examples = await readExamples();
      if (name === undefined) {
        terminal.stdout.write(listOf(examples, columnsOf(terminal)));
        return end(exitCode.ok);
      }
      end(await show(exampleOf(name, examples), terminal, run));
    });
};

function listOf(examples: readonly Example[], width: number): string {
  const names = largest(examples.map(({ name }) => name.length));
  const lines = examples.map(({ name, title }) => clipEnd(`${padRight(name, names)}   ${title}`, width));
  return `${lines.join('\n')}\n\nwindlass example ${examples[0]?.name ?? 'NAME'} runs one.\n`;
}

function exampleOf(name: string, examples: readonly Example[]): Example {
  const found = examples.find((example) => example.name === name);
  if (found !== undefined) return found;
  const names = examples.map((example) => example.name);
  const meant = didYouMean(name, names);
  const advice =
    meant === undefined
      ? '`windlass example` lists them'
      : `did you mean ${meant}? \`windlass example\` lists all`;
  throw new CommandError(exitCode.usage, `there is no example ${JSON.stringify(name)}: ${advice}`);
}

/**
 * Prints the explanation, then each command as the reader would type it, with its output. Ends with the worst
 * exit code.
 */
async function show(
  { title, paragraphs, commands }: Example,
  terminal: Terminal,
  run: RunCommandLine,
): Promise<ExitCode> {
  const { stdout } = terminal;
  const width = Math.min(columnsOf(terminal), 100);
  stdout.write(`${title}\n\n${paragraphs.map((text) => wrapWords(text, width).join('\n')).join('\n\n')}\n`);
  const root = exampleRoot();
  const path = relative(terminal.cwd, root);
  let worst: ExitCode = exitCode.ok;
  for (const command of commands) {
    const typed = path === '' ? command : command.replaceAll(/(^| )examples\//g, `$1${path}/examples/`);
    stdout.write(`\n$ windlass ${typed}\n`);
    const code = await run(splitWords(command), { ...terminal, cwd: root });
    if (code > worst) worst = code;
  }
  return worst;
}
