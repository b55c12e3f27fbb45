import { Command, CommanderError } from 'commander';
import { QuestionError } from '../../answers/what-if/questions/question-error.ts';
import { redactedText } from '../../inputs/documents/redacted-text.ts';
import { columnsOf as columnsWide, wrapWords } from '../../reports/text/fitted-text.ts';
import { visibleOutput } from '../../reports/text/visible-text.ts';
import { CommandError, type ExitCode, exitCode, exitCodes } from './command-error.ts';
import { commands } from './commands/commands.ts';
import { addHelp, type CommandHelp, optionDescription } from './help/command-help.ts';
import { coloursOn, columnsOf, type Output, type Terminal } from './terminal.ts';
import { version } from './version.ts';

/**
 * Returns the terminal with a filter: whatever is in the inputs, nothing is written that could hide or
 * reverse text or move the cursor.
 */
export function visibleTerminal(terminal: Terminal): Terminal {
  const colours = coloursOn(terminal);
  return {
    ...terminal,
    stdout: shownOn(terminal.stdout, (text) => visibleOutput(text, { colours })),
    stderr: shownOn(terminal.stderr, (text) => wrapped(progressOr(text), terminal.stderr)),
  };
}

/** A line that is drawn over the one before, as src/interfaces/cli/run/progress.ts draws it: no message begins so. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const redrawn = /^\r(.*)\u001b\[K$/s;

function progressOr(text: string): string {
  const [, line] = redrawn.exec(text) ?? [];
  return line === undefined ? visibleOutput(text) : `\r${visibleOutput(line)}\u001b[K`;
}

/**
 * On a terminal a long line of ours is wrapped between words. Others are left as they are: lines of a file,
 * with a mark below them.
 */
function wrapped(text: string, { isTTY, columns }: Output): string {
  if (isTTY !== true || columns === undefined || columns < 40 || text.startsWith('\r')) return text;
  const lines = text.split('\n').map((line) => {
    if (!line.startsWith('windlass: ') || columnsWide(line) <= columns) return line;
    return wrapWords(line, columns - 2).join('\n  ');
  });
  return lines.join('\n');
}

function shownOn(output: Output, shown: (text: string) => string): Output {
  const { writeNow } = output;
  return {
    write: (text) => output.write(shown(text)),
    ...(writeNow === undefined ? {} : { writeNow: (text: string) => writeNow(shown(text)) }),
    isTTY: output.isTTY === true,
    ...(output.columns === undefined ? {} : { columns: output.columns }),
  };
}

/** The help of the program itself. */
export const programHelp: CommandHelp = {
  examples: [
    ['Why do my pods start late?', 'windlass run deployment.yaml'],
    ['What does my whole cluster do?', 'kubectl get deploy,sts,ds,nodes -A -o yaml | windlass run - --cold'],
    ['Do other kubelet settings help?', 'windlass run manifests/ kubelet.yaml --set maxParallelImagePulls=3'],
    ['What would kubectl show?', 'windlass run deployment.yaml -o events'],
    ['Look at it in a browser', 'windlass ui deployment.yaml'],
    ['Describe the network, the registries, faults', 'windlass init scenario.yaml'],
    ['Which common questions are answered?', 'windlass example'],
  ],
  exits: exitCodes,
};

/**
 * Runs one command line (without `node windlass`) and returns its exit code. It uses only the terminal and
 * files.
 */
export async function runCli(argv: readonly string[], outside: Terminal): Promise<ExitCode> {
  const terminal = visibleTerminal(outside);
  let code: ExitCode = exitCode.ok;
  const program = programNamed('windlass', programWords, terminal);
  addHelp(program, terminal, programHelp);
  const asked = askedFor(argv);
  for (const { name, group, description, isHidden = false, load } of commands) {
    const command = program
      .command(name, { hidden: isHidden })
      .description(description)
      .helpGroup(`${group}:`)
      .helpOption('-h, --help', 'show help');
    if (name !== asked) continue;
    const { help, add } = await load();
    if (help !== undefined) addHelp(command, terminal, help);
    const end = (ended: ExitCode) => {
      code = ended;
    };
    add(command, terminal, end, runCli);
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return await explain(error, ['windlass', ...argv], terminal);
  }
}

/**
 * Returns the command in a command line. Options of the program itself take no values, so it is the first
 * word, or the one after `help`.
 */
export function askedFor(argv: readonly string[]): string | undefined {
  const [first, second] = argv.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

const programWords =
  'Shows how Kubernetes nodes pull the images of your manifests: what each pod waits for, and why.\nNo cluster is needed: the kubelet and the container runtime are simulated.';

/** Returns a program without subcommands, which writes to the terminal and throws where commander would exit. */
export function programNamed(name: string, description: string, terminal: Terminal): Command {
  return new Command(name)
    .description(description)
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', `show help; also: ${name} run --help`)
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({ subcommandTerm: (command) => command.name(), optionDescription })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      outputError: (text, write) => write(redactedText(text.replace(/^error: /, 'windlass: '))),
      getOutHelpWidth: () => columnsOf(terminal),
      getErrHelpWidth: () => columnsOf(terminal),
    });
}

/** Tells the terminal why a command line failed, and returns its exit code. `words` begin with the program. */
export async function explain(
  error: unknown,
  words: readonly string[],
  { stderr, env }: Terminal,
): Promise<ExitCode> {
  if (error instanceof CommanderError) {
    // Commander has already printed its message. Requested help and versions are no failure.
    return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  }
  if (error instanceof CommandError) {
    stderr.write(`windlass: ${redactedText(error.message)}\n`);
    return error.exitCode;
  }
  if (error instanceof QuestionError) {
    stderr.write(`windlass: ${redactedText(error.message)}\n`);
    return exitCode[error.kind];
  }
  const message = error instanceof Error ? error.message : String(error);
  // It knows all options and their parsers, which no command needs to begin.
  const { redactedWords } = await import('./what-if/redacted-words.ts');
  stderr.write(`windlass: internal error: ${redactedText(message.split('\n')[0] ?? '')}\n`);
  stderr.write(
    `This is a defect of windlass ${version}: please report it with the inputs and this command line: ${redactedWords(words).join(' ')}\n`,
  );
  if (env.WINDLASS_DEBUG === '1') stderr.write(`${error instanceof Error ? error.stack : message}\n`);
  else stderr.write('WINDLASS_DEBUG=1 shows where it happened.\n');
  return exitCode.internal;
}
