import { Option } from 'commander';

/** Where a command writes what it prints. */
export const outOption = ['--out <file>', 'write to this file instead of stdout'] as const;

/** The form in which a command prints its answer. */
export function outputOption<Format extends string>(formats: readonly Format[], byDefault: Format): Option {
  return new Option('-o, --output <format>', 'what to print').choices(formats).default(byDefault);
}
