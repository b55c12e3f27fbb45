import { Option } from 'commander';
import { chartOf } from '../../statechart/chart-of.ts';
import { listText } from '../../statechart/list-text.ts';
import { machineConfigText } from '../../statechart/machine-config.ts';
import { machineGroups } from '../../statechart/machine-groups.ts';
import { mermaidTexts } from '../../statechart/mermaid-text.ts';
import { scxmlText } from '../../statechart/scxml-text.ts';
import { CommandError } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { machineId } from '../systems/machine-id.ts';
import { columnsOf, type Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

const help = `
The machines are the model: the kubelet, the container runtime and the world
around them, one statechart each. docs/machines.md shows them all.

Formats:
  list     a line for each machine; where none is named
  mermaid  a state diagram; Markdown where it is more than one machine
  json     the config of createMachine, with names in place of functions: paste
           it into Stately Studio, or into a file of your own
  scxml    W3C's State Chart XML 1.0; one machine

Examples:
  $ windlass machines
  $ windlass machines imagePull
  $ windlass machines pull-slots pull-back-off -o json
  $ windlass machines imagePull -o scxml --out image-pull.scxml`;

type Machine = (typeof machineGroups)[number]['machines'][number];

const formats = ['mermaid', 'json', 'scxml', 'list'] as const;
type Format = (typeof formats)[number];

interface MachinesOptions {
  readonly output?: Format;
  readonly out?: string;
}

/** `windlass machines`: the statecharts for other tools. */
export const machinesCommand: AddCommand = (command, terminal, end) => {
  command
    .argument('[machines...]', 'such as imagePull; all of them where none is named')
    .addOption(new Option('-o, --output <format>', 'what to print (default: list, or mermaid of what is named)').choices(formats))
    .option('--out <file>', 'write to this file instead of stdout')
    .addHelpText('after', help)
    .action(async (names: string[], options: MachinesOptions) => end(await machines(names, options, terminal)));
};

async function machines(names: readonly string[], { output, out }: MachinesOptions, terminal: Terminal): Promise<ExitCode> {
  const text = rendered(output ?? (names.length === 0 ? 'list' : 'mermaid'), machinesNamed(names), columnsOf(terminal));
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
    throw new CommandError(exitCode.usage, '-o scxml: an SCXML document holds one machine. Name one: windlass machines imagePull -o scxml');
  }
  return scxmlText(only);
}
