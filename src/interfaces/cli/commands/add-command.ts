import type { Command } from 'commander';
import type { ExitCode } from '../command-error.ts';
import type { CommandHelp } from '../help/command-help.ts';
import type { Terminal } from '../terminal.ts';

/** Runs a command line, as `runCli` does. */
export type RunCommandLine = (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;

/**
 * Adds arguments, options and the action to a subcommand. The action passes its exit code to `end`; `run` is
 * for other command lines.
 */
export type AddCommand = (
  command: Command,
  terminal: Terminal,
  end: (code: ExitCode) => void,
  run: RunCommandLine,
) => void;

/** A subcommand, and what its help says below its options. */
export interface CommandModule {
  /** Absent: nobody asks for it. */
  readonly help?: CommandHelp;
  readonly add: AddCommand;
}

/** A subcommand as help lists it. */
export interface CommandRow {
  readonly name: string;
  /** The heading above it in the help of the program. */
  readonly group: string;
  readonly description: string;
  /** Whether help leaves it out. */
  readonly isHidden?: true;
  /** Loads the command's own modules when it is used, because no command needs those of another. */
  readonly load: () => Promise<CommandModule>;
}
