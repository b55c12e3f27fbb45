import { scenarioSchema } from '../../input/scenario/schema.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { AddCommand } from './add-command.ts';

const schemas: Readonly<Record<string, () => unknown>> = { scenario: scenarioSchema };

/** `windlass schema`: the JSON Schema of our own kinds, for editors. */
export const schemaCommand: AddCommand = (command, terminal, end) => {
  command
    .argument('[name]', 'which one', 'scenario')
    .addHelpText(
      'after',
      `
Examples:
  $ windlass schema > scenario.schema.json
  In the first line of a scenario, for editors with the YAML language server:
  # yaml-language-server: $schema=./scenario.schema.json`,
    )
    .action((given: string) => {
      const name = given.toLowerCase();
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
      if (schema === undefined) {
        throw new CommandError(exitCode.usage, `no schema ${given}; there is: ${Object.keys(schemas).join(', ')}`);
      }
      terminal.stdout.write(`${JSON.stringify(schema(), undefined, 2)}\n`);
      end(exitCode.ok);
    });
};
