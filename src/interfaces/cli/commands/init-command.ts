import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { scenarioTemplate } from '../../../inputs/scenario/scenario-template.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import type { CommandHelp } from '../help/command-help.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  examples: [
    ['Write one', 'windlass init scenario.yaml'],
    ['Use it', 'windlass run deployment.yaml scenario.yaml'],
  ],
};

/** `windlass init`: a commented scenario to start from. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('[file]', 'the file to write; without it, stdout')
    .option('--force', 'overwrite the file')
    .action(async (file: string | undefined, options: { force?: boolean }) => {
      if (file === undefined) {
        terminal.stdout.write(scenarioTemplate);
        return end(exitCode.ok);
      }
      if (options.force !== true && (await exists(resolve(terminal.cwd, file)))) {
        throw new CommandError(exitCode.usage, `${file} is there already; --force overwrites it`);
      }
      writeOutput(file, scenarioTemplate, terminal);
      terminal.stderr.write(`windlass: wrote ${file}; try: windlass run deployment.yaml ${file}\n`);
      end(exitCode.ok);
    });
};

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
