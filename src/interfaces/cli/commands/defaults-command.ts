import { defaultsTable } from '../../../inputs/defaults-table.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { wrapWords } from '../../../reports/text/fitted-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { CommandError, exitCode } from '../command-error.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { columnsOf } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

const columns = ['name', 'value', 'mark', 'source', 'where'] as const;

export const help: CommandHelp = {
  examples: [
    ['What holds if I say nothing?', 'windlass defaults'],
    ['As JSON', 'windlass defaults -o json'],
  ],
};

/** `windlass defaults`: every default figure and its source. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .option('-o, --output <format>', 'table or json', 'table')
    .action(({ output }: { output: string }) => {
      if (output === 'json') terminal.stdout.write(jsonText('DefaultList', { items: defaultsTable }));
      else if (output === 'table')
        terminal.stdout.write(terminal.stdout.isTTY === true ? blocks(columnsOf(terminal)) : table());
      else throw new CommandError(exitCode.usage, `-o ${output}: the formats are table and json`);
      end(exitCode.ok);
    });
};

/** For a screen: what a figure comes from, and what sets it, below it. */
function blocks(width: number): string {
  const below = (text: string) => wrapWords(text, Math.max(30, width - 4)).map((line) => `    ${line}`);
  return defaultsTable
    .flatMap(({ name, value, mark, source, where }) => [
      ...wrapWords(`${name}: ${value}`, width),
      ...below(`${mark}: ${source}`),
      ...below(`set by ${where}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

/** For other programs: a line for each figure. */
function table(): string {
  const rows = [
    columns.map((column) => column.toUpperCase()),
    ...defaultsTable.map((entry) => columns.map((column) => entry[column])),
  ];
  const widths = columns.map((_, index) => largest(rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join('   ')
          .trimEnd()}\n`,
    )
    .join('');
}
