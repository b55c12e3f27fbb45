import { defaultsTable } from '../../input/defaults-table.ts';
import { jsonText } from '../../json/json-text.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { addHelp, type CommandHelp } from '../help/command-help.ts';
import type { AddCommand } from './add-command.ts';

const columns = ['name', 'value', 'mark', 'source', 'where'] as const;

const help: CommandHelp = {
  examples: [
    ['What holds if I say nothing?', 'windlass defaults'],
    ['As JSON', 'windlass defaults -o json'],
  ],
};

/** `windlass defaults`: every default figure and its source. */
export const defaultsCommand: AddCommand = (command, terminal, end) => {
  addHelp(command, terminal, help);
  command.option('-o, --output <format>', 'table or json', 'table').action(({ output }: { output: string }) => {
    if (output === 'json') terminal.stdout.write(jsonText('DefaultList', { items: defaultsTable }));
    else if (output === 'table') terminal.stdout.write(table());
    else throw new CommandError(exitCode.usage, `-o ${output}: the formats are table and json`);
    end(exitCode.ok);
  });
};

function table(): string {
  const rows = [columns.map((column) => column.toUpperCase()), ...defaultsTable.map((entry) => columns.map((column) => entry[column]))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
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
