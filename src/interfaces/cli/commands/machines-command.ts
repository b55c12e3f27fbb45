import { Option } from 'commander';
import { chartOf } from '../../../charts/statechart/chart-of.ts';
import { listText } from '../../../charts/statechart/list-text.ts';
import { machineConfigText } from '../../../charts/statechart/machine-config.ts';
import { machineGroups } from '../../../charts/statechart/machine-groups.ts';
import { mermaidTexts } from '../../../charts/statechart/mermaid-text.ts';
import { scxmlText } from '../../../charts/statechart/scxml-text.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outOption } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { machineId } from '../systems/machine-id.ts';
import { columnsOf, type Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'The machines are the model: one statechart for each part of the kubelet, the container runtime and the world around them. docs/machines.md shows them all.',
  ],
  lists: [
    {
      title: 'Formats',
      rows: [
        ['list', 'a line for each machine; the default if no machine is named'],
        ['mermaid', 'a state diagram; Markdown if there are several machines'],
        ['json', "createMachine's config, with names instead of functions; paste it into Stately Studio"],
        ['scxml', 'W3C State Chart XML 1.0, one machine'],
      ],
    },
  ],
  examples: [
    ['Which machines are there?', 'windlass machines'],
    ['How does an image pull work?', 'windlass machines imagePull'],
    ['Edit two of them in Stately Studio', 'windlass machines pull-slots pull-back-off -o json'],
    ['Use one in another tool', 'windlass machines imagePull -o scxml --out image-pull.scxml'],
  ],
};

type Machine = (typeof machineGroups)[number]['machines'][number];

const formats = ['mermaid', 'json', 'scxml', 'list'] as const;
type Format = (typeof formats)[number];

interface MachinesOptions {
  readonly output?: Format;
  readonly out?: string;
}

/** `windlass machines`: the statecharts for other tools. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('[machines...]', 'machines such as imagePull; without one, all')
    .addOption(
      new Option(
        '-o, --output <format>',
        'what to print (default: list; mermaid if a machine is named)',
      ).choices(formats),
    )
    .option(...outOption)
    .action(async (names: string[], options: MachinesOptions) =>
      end(await machines(names, options, terminal)),
    );
};

async function machines(
  names: readonly string[],
  { output, out }: MachinesOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const text = rendered(
    output ?? (names.length === 0 ? 'list' : 'mermaid'),
    machinesNamed(names),
    columnsOf(terminal),
  );
  writeOutput(out, text, terminal);
  return exitCode.ok;
}

/** Returns the named machines, each once and in our order; all of them if none is named. */
function machinesNamed(names: readonly string[]): readonly Machine[] {
  const all = machineGroups.flatMap((group) => group.machines);
  const ids = all.map(({ id }) => id);
  const asked = new Set(names.map((name) => machineId(name, ids)));
  return names.length === 0 ? all : all.filter(({ id }) => asked.has(id));
}

function rendered(format: Format, chosen: readonly Machine[], width: number): string {
  if (format === 'json') return machineConfigText(chosen);
  if (format === 'list') return listText(chosen.map(chartOf), width);
  if (format === 'mermaid') return mermaidTexts(chosen.map(chartOf));
  const [only, ...others] = chosen;
  if (only === undefined || others.length > 0) {
    throw new CommandError(
      exitCode.usage,
      '-o scxml: an SCXML document holds one machine. Name one: windlass machines imagePull -o scxml',
    );
  }
  return scxmlText(only);
}
