import { Option } from 'commander';
import { charts } from '../../../charts/statechart/charts.ts';
import { defaultStatesMax } from '../../../proof/models/exploration/explore.ts';
import { generatePaths } from '../../../proof/models/exploration/generate-paths.ts';
import { type GraphEngine, graphEngines } from '../../../proof/models/exploration/graph-adapter.ts';
import { type PathStrategy, pathStrategies } from '../../../proof/models/exploration/path-goals.ts';
import { pathsMarkdown, pathsText } from '../../../proof/models/exploration/paths-text.ts';
import type { MachineModel } from '../../../proof/models/machine-model.ts';
import { kubeletModels } from '../../../proof/models/models.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outputOption, wholeNumber } from '../command-options.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { modelNamed } from '../systems/models-named.ts';
import type { Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Without a machine, lists those with paths: the machines of the kubelet. --limit counts the states explored from each start. If it is reached, stderr says so, and the paths found so far are printed.',
  ],
  lists: [
    {
      title: 'Strategies',
      rows: [
        ['all-states', 'every state is entered'],
        ['all-transitions', 'every transition fires, also delayed and eventless ones and the wildcard'],
        ['all-transition-pairs', 'every two transitions that can follow each other fire'],
        ['all-guards', 'every transition fires, and every guard is true once and false once'],
      ],
    },
    {
      title: 'Engines',
      rows: [
        ['xstate', 'xstate/graph, on the machine itself'],
        ['xstate-test', '@xstate/test, on the machine without its sends and spawns, which it cannot run'],
      ],
    },
  ],
  examples: [
    ['Which machines are there?', 'windlass paths'],
    ['How can I test an image pull?', 'windlass paths imagePull'],
    ['More paths, of one release', 'windlass paths image-pull --strategy all-transition-pairs --start v1.31'],
    ['With the data of each event', 'windlass paths pullSlots -o json'],
  ],
};

const statesMaxMax = 10_000_000;
const formats = ['text', 'json', 'markdown'] as const;
type Format = (typeof formats)[number];

interface PathsOptions {
  readonly strategy: PathStrategy;
  readonly engine: GraphEngine;
  readonly limit: number;
  readonly start?: string;
  readonly output: Format;
}

/** `windlass paths`: paths through a statechart that together reach all of it, for tests of any kind. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('[machine]', 'a machine such as imagePull; without one, a list of them')
    .addOption(
      new Option('--strategy <strategy>', 'what the paths together should reach')
        .choices(pathStrategies)
        .default('all-transitions'),
    )
    .addOption(
      new Option('--engine <engine>', 'the library that finds the paths')
        .choices(graphEngines)
        .default('xstate')
        .hideHelp(),
    )
    .option(
      '--limit <states>',
      'how many states to explore from each start',
      wholeNumber(1, statesMaxMax),
      defaultStatesMax,
    )
    .option('--start <name>', 'only from this start of the machine, such as v1.36')
    .addOption(outputOption(formats, 'text'))
    .action((machine: string | undefined, options: PathsOptions) => end(paths(machine, options, terminal)));
};

function paths(
  name: string | undefined,
  { strategy, engine, limit, start, output }: PathsOptions,
  terminal: Terminal,
): ExitCode {
  if (name === undefined) return list(output, terminal);
  const model = modelNamed(name);
  checkStart(model, start);
  const starts = start === undefined ? {} : { starts: [start] };
  const found = generatePaths(model, { strategy, engine, statesMax: limit, ...starts });
  const { paths: all, stateCount, isComplete } = found;
  const subject = `${model.id}: ${countText(all.length, 'path')} (${strategy}), ${countText(stateCount, 'explored state')}`;
  terminal.stderr.write(`windlass: ${subject}\n`);
  if (!isComplete) {
    terminal.stderr.write(
      `windlass: the limit of ${limit} states was reached: there may be more paths. --limit ${limit * 10} looks further.\n`,
    );
  }
  if (output === 'json')
    terminal.stdout.write(
      jsonText('MachinePaths', { machine: model.id, strategy, engine, isComplete, stateCount, paths: all }),
    );
  else
    terminal.stdout.write(output === 'markdown' ? `# ${subject}\n\n${pathsMarkdown(all)}` : pathsText(all));
  return exitCode.ok;
}

function checkStart({ id, starts }: MachineModel, start: string | undefined): void {
  const names = starts.map(({ name }) => name);
  if (start === undefined || names.includes(start)) return;
  throw new CommandError(
    exitCode.usage,
    `--start ${start}: ${id} has no such start. Its starts:\n  ${names.join('\n  ')}`,
  );
}

function list(output: Format, terminal: Terminal): ExitCode {
  const rows = kubeletModels.map(({ id, starts }) => ({
    machine: id,
    description: charts.find(({ machine }) => machine === id)?.description ?? '',
    starts: starts.map(({ name }) => name),
  }));
  const width = largest(rows.map(({ machine }) => machine.length));
  const row = (machine: string, starts: string) => `${machine.padEnd(width)}  ${starts}\n`;
  if (output === 'json') terminal.stdout.write(jsonText('MachineList', { items: rows }));
  else if (output === 'markdown') {
    const lines = rows.map(
      ({ machine, description, starts }) => `| ${machine} | ${description} | ${starts.join('; ')} |\n`,
    );
    terminal.stdout.write(`| machine | what it is | starts |\n|---|---|---|\n${lines.join('')}`);
  } else
    terminal.stdout.write(
      [row('MACHINE', 'STARTS'), ...rows.map(({ machine, starts }) => row(machine, starts.join('; ')))].join(
        '',
      ),
    );
  return exitCode.ok;
}
