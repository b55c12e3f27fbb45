import { Command, CommanderError } from 'commander';
import { bugsCommand } from './bugs-command.ts';
import { calibrateCommand } from './calibrate-command.ts';
import { checkCommand } from './check-command.ts';
import { CommandError } from './command-error.ts';
import { conformCommand } from './conform-command.ts';
import { coverageCommand } from './coverage-command.ts';
import { defaultsCommand } from './defaults-command.ts';
import { exampleCommand } from './example-command.ts';
import { type ExitCode, exitCode, exitCodeHelp } from './exit-code.ts';
import { initCommand } from './init-command.ts';
import { inspectCommand } from './inspect-command.ts';
import { machinesCommand } from './machines-command.ts';
import { pathsCommand } from './paths-command.ts';
import { prepullCommand } from './prepull-command.ts';
import { runCommand } from './run-command.ts';
import { schemaCommand } from './schema-command.ts';
import { columnsOf, type Terminal } from './terminal.ts';
import { testCommand } from './test-command.ts';
import { uiCommand } from './ui-command.ts';
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

/** A subcommand: adds itself to the program and says with which code it ended. */
export type AddCommand = (program: Command, terminal: Terminal, end: (code: ExitCode) => void) => void;

const commands: readonly AddCommand[] = [
  runCommand,
  exampleCommand((argv, terminal) => runCli(argv, terminal)),
  prepullCommand,
  calibrateCommand,
  initCommand,
  schemaCommand,
  defaultsCommand,
  bugsCommand,
  checkCommand,
  conformCommand,
  pathsCommand,
  coverageCommand,
  machinesCommand,
  testCommand,
  uiCommand,
  inspectCommand,
];

/** Carries out one command line (without `node windlass`) and returns its exit code. Touches nothing but the terminal and files. */
export async function runCli(argv: readonly string[], outside: Terminal): Promise<ExitCode> {
  const terminal = visibleTerminal(outside);
  let code: ExitCode = exitCode.ok;
  const program = programFor(terminal);
  for (const add of commands) {
    add(program, terminal, (ended) => {
      code = ended;
    });
  }
  for (const command of program.commands) command.helpOption('-h, --help', 'show help');
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, argv, terminal);
  }
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
