import { scenarioSchema } from '../../../inputs/scenario/scenario-shape.ts';
import { jsonDocumentSchema } from '../../../reports/json/json-documents.ts';
import { jsonKinds, schemaName } from '../../../reports/json/json-kinds.ts';
import { wrapWords } from '../../../reports/text/fitted-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { CommandError, exitCode } from '../command-error.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { columnsOf } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

/** Every schema by its name: our own kinds of input, then what commands print. */
const schemas: ReadonlyMap<string, () => Readonly<Record<string, unknown>>> = new Map([
  ['scenario', scenarioSchema],
  ...jsonKinds.map((kind) => [schemaName(kind), () => jsonDocumentSchema(kind)] as const),
]);

export const help: CommandHelp = {
  about: [
    'For editors with the YAML language server, the first line of a scenario is: # yaml-language-server: $schema=./scenario.schema.json',
  ],
  examples: [
    ['Completion in my editor', 'windlass schema > scenario.schema.json'],
    ['Which schemas are there?', 'windlass schema --list'],
    ['What does windlass run -o json print?', 'windlass schema run-summary'],
  ],
};

/**
 * `windlass schema`: the JSON Schemas of our own kinds, for editors, and of what commands print, for
 * programs.
 */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('[name]', 'which schema', 'scenario')
    .option('--list', 'list the names of all schemas')
    .action((given: string, { list }: { readonly list?: true }) => {
      terminal.stdout.write(list === true ? listText(columnsOf(terminal)) : schemaText(given));
      end(exitCode.ok);
    });
};

function schemaText(given: string): string {
  const schema = schemas.get(given.toLowerCase());
  if (schema === undefined)
    throw new CommandError(
      exitCode.usage,
      `no schema ${given}; there is: ${[...schemas.keys()].join(', ')}\n(windlass schema --list tells of what)`,
    );
  return `${JSON.stringify(schema(), undefined, 2)}\n`;
}

function listText(width: number): string {
  const rows = [...schemas].map(
    ([name, schema]) => [name, String(schema().description ?? schema().title)] as const,
  );
  const columns = largest(rows.map(([name]) => name.length)) + 2;
  return rows
    .flatMap(([name, words]) =>
      wrapWords(words, Math.max(30, width - columns)).map(
        (line, index) => `${(index === 0 ? name : '').padEnd(columns)}${line}\n`,
      ),
    )
    .join('');
}
