import { Command, CommanderError } from 'commander';
import { CommandError } from './command-error.ts';
import { commands } from './commands/commands.ts';
import { type ExitCode, exitCode, exitCodeHelp } from './exit-code.ts';
import { columnsOf, type Terminal } from './terminal.ts';
import { version } from './version.ts';
import { visibleTerminal } from './visible-terminal.ts';

const help = `
Examples:
  $ windlass run deployment.yaml
  $ windlass run manifests/ kubelet.yaml --set serializeImagePulls=false --set maxParallelImagePulls=3
  $ windlass run deployment.yaml -o events
  $ windlass ui deployment.yaml
  $ windlass init scenario.yaml
  $ windlass run deployment.yaml -o trace | windlass check -
  $ windlass test --sut ./my-image-manager

${exitCodeHelp}`;

/** Carries out one command line (without `node windlass`) and returns its exit code. Touches nothing but the terminal and files. */
export async function runCli(argv: readonly string[], outside: Terminal): Promise<ExitCode> {
  const terminal = visibleTerminal(outside);
  let code: ExitCode = exitCode.ok;
  const program = programFor(terminal);
  const asked = askedFor(argv);
  for (const { name, description, load } of commands) {
    const command = program.command(name).description(description).helpOption('-h, --help', 'show help');
    if (name !== asked) continue;
    const add = await load(runCli);
    add(command, terminal, (ended) => {
      code = ended;
    });
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, argv, terminal);
  }
}

/** The command that a line names: options of the program itself take no values, so its first word, or the one after `help`. */
function askedFor(argv: readonly string[]): string | undefined {
  const [first, second] = argv.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

function programFor(terminal: Terminal): Command {
  return new Command('windlass')
    .description(
      "A deterministic, virtual-time simulator of the kubelet's image subsystem:\nreal manifests and a real KubeletConfiguration in, every image pull of every pod out.",
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help; also: windlass run --help')
    .helpCommand('help [command]', 'show help for a command')
    .addHelpText('after', help)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'windlass: ')),
      getOutHelpWidth: () => columnsOf(terminal),
      getErrHelpWidth: () => columnsOf(terminal),
    });
}

function explain(error: unknown, argv: readonly string[], { stderr, env }: Terminal): ExitCode {
  if (error instanceof CommanderError) {
    // Commander has said its word already. Help and version that were asked for are no failure.
    return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  }
  if (error instanceof CommandError) {
    stderr.write(`windlass: ${error.message}\n`);
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  stderr.write(`windlass: internal error: ${message.split('\n')[0]}\n`);
  stderr.write(
    `This is a defect of windlass ${version}: please report it with the inputs and this command line: windlass ${argv.join(' ')}\n`,
  );
  if (env.WINDLASS_DEBUG === '1') stderr.write(`${error instanceof Error ? error.stack : message}\n`);
  else stderr.write('WINDLASS_DEBUG=1 shows where it happened.\n');
  return exitCode.internal;
}
