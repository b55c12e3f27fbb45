import type { Command } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';

/** Gives a subcommand its arguments, options and action, which says with which code it ended. */
export type AddCommand = (command: Command, terminal: Terminal, end: (code: ExitCode) => void) => void;

/** Carries out a command line, as `runCli` does. */
export type RunCommandLine = (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;
