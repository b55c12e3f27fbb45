import { Argument } from 'commander';
import { exitCode } from '../command-error.ts';
import { complete } from '../completion/complete.ts';
import { filesLine, type Shell, shellScripts, shells } from '../completion/shell-scripts.ts';
import type { CommandHelp } from '../help/command-help.ts';
import type { AddCommand, CommandModule, CommandRow } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Prints a script that makes the Tab key complete commands, options, their values, names of examples and machines, and the pods and images of the inputs on the command line. Load it in every new shell:',
  ],
  lists: [
    {
      title: 'Where it goes',
      rows: [
        ['bash', 'in ~/.bashrc: source <(windlass completion bash)'],
        ['zsh', 'in ~/.zshrc, after compinit: source <(windlass completion zsh)'],
        ['fish', 'windlass completion fish > ~/.config/fish/completions/windlass.fish'],
        ['powershell', 'in $PROFILE: windlass completion powershell | Out-String | Invoke-Expression'],
      ],
    },
  ],
  examples: [['Try it in this bash', 'source <(windlass completion bash)']],
};

/** `windlass completion`: the script of a shell. */
export const add: AddCommand = (command, terminal, end) => {
  command.addArgument(new Argument('<shell>', 'the shell').choices(shells)).action((shell: Shell) => {
    terminal.stdout.write(shellScripts[shell]);
    end(exitCode.ok);
  });
};

/**
 * What those scripts call: prints what may stand at the end of the line. Nothing is ever wrong, because a
 * message would be in the way.
 */
export function completionOf(commands: readonly CommandRow[]): CommandModule {
  const add: AddCommand = (command, terminal, end, run) => {
    command.argument('[line]').action(async (line = '') => {
      const { values, files } = await complete(line, terminal, { commands, run });
      const lines = values.map(({ value, words }) => (words === undefined ? value : `${value}\t${words}`));
      terminal.stdout.write([...(files ? [filesLine] : []), ...lines].map((text) => `${text}\n`).join(''));
      end(exitCode.ok);
    });
  };
  return { add };
}
