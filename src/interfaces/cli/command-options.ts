import { InvalidArgumentError, Option } from 'commander';
import { defaultEngine, engineNames } from '../../run/engine/engine.ts';
import type { Terminal } from './terminal.ts';

/** Where a command writes what it prints. */
export const outOption = ['--out <file>', 'write to this file instead of stdout'] as const;

/** The option for the engine of a run. */
export function engineOption(): Option {
  const help = 'the engine that runs the statecharts; both give the same bytes';
  return new Option('--engine <name>', help).choices(engineNames).default(defaultEngine).hideHelp();
}

/** The form in which a command prints its answer. */
export function outputOption<Format extends string>(formats: readonly Format[], byDefault: Format): Option {
  return new Option('-o, --output <format>', 'what to print').choices(formats).default(byDefault);
}

/** The option for commands that print more than their warnings and errors. */
export const quietOption = ['-q, --quiet', 'print only warnings and errors on stderr'] as const;

/** Returns where a command prints what is neither a warning nor an error: nowhere with `-q`. */
export function forNotes(terminal: Terminal, { quiet }: { readonly quiet?: true }): Terminal {
  return quiet === true ? { ...terminal, stderr: { write: () => {} } } : terminal;
}

/** For commander: collects the values of an option that may be given several times, in their order. */
export function repeatable(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/**
 * Returns a reader for an option that takes a whole number within these bounds. It throws the error that
 * commander shows with the option.
 */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
    return value;
  };
}
