import { Option } from 'commander';
import { createCoverage } from '../../../proof/models/coverage/coverage.ts';
import { coverageHtml } from '../../../proof/models/coverage/coverage-html.ts';
import { coverageMermaids } from '../../../proof/models/coverage/coverage-mermaid.ts';
import { coverageText } from '../../../proof/models/coverage/coverage-text.ts';
import type { MachineCoverage } from '../../../proof/models/coverage/machine-coverage.ts';
import { generatePaths } from '../../../proof/models/exploration/generate-paths.ts';
import { type PathStrategy, pathStrategies } from '../../../proof/models/exploration/path-goals.ts';
import { replayPath } from '../../../proof/models/exploration/replay-path.ts';
import type { MachineModel } from '../../../proof/models/machine-model.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { type ExitCode, exitCode } from '../command-error.ts';
import { outOption, outputOption } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { Progress } from '../run/progress.ts';
import { modelsNamed } from '../systems/models-named.ts';
import { columnsOf, type Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Takes the paths of windlass paths --strategy all-guards and sends each to a running machine. It counts the states that were entered, the transitions that fired, and the guards that were both true and false. What nothing can reach is listed with its reason and is not counted.',
  ],
  lists: [
    {
      title: 'Formats',
      rows: [
        ['text', 'a table, and what is not covered'],
        ['html', 'one page in one file'],
        [
          'mermaid',
          'a state diagram with what is not covered in red; Markdown if there are several machines',
        ],
        ['json', 'all counts'],
      ],
    },
  ],
  examples: [
    ['Do the paths reach everything?', 'windlass coverage'],
    ['Only two machines', 'windlass coverage imagePull pull-slots'],
    ['As a page', 'windlass coverage -o html --out coverage.html'],
    ['What do weaker paths miss?', 'windlass coverage pleg -o mermaid --strategy all-states'],
  ],
};

const formats = ['text', 'html', 'mermaid', 'json'] as const;
type Format = (typeof formats)[number];

interface CoverageOptions {
  readonly output: Format;
  readonly out?: string;
  readonly strategy: PathStrategy;
}

/** `windlass coverage`: how much of the machines their own test paths reach. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('[machines...]', 'machines of the kubelet such as imagePull; without one, all')
    .addOption(outputOption(formats, 'text'))
    .addOption(
      new Option('--strategy <strategy>', 'what the paths should reach')
        .choices(pathStrategies)
        .default('all-guards'),
    )
    .option(...outOption)
    .action(async (machines: string[], options: CoverageOptions) =>
      end(await coverage(machines, options, terminal)),
    );
};

async function coverage(
  names: readonly string[],
  { output, out, strategy }: CoverageOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const models = modelsNamed(names);
  const progress = new Progress(terminal);
  const onModel = (done: number) =>
    progress.note({
      told: `${done} of ${countText(models.length, 'machine')}`,
      remaining: [{ amount: models.length - done }],
    });
  const measured = await progress.during(() => pathCoverage(models, strategy, onModel));
  const { machines, pathCount, stepCount } = measured;
  const subject = `${countText(machines.length, 'machine')}, ${countText(pathCount, 'path')} (${strategy}), ${countText(stepCount, 'event')}`;
  const text = rendered(output, measured, subject, out === undefined ? columnsOf(terminal) : undefined);
  terminal.stderr.write(`windlass: ${subject}\n`);
  writeOutput(out, text, terminal);
  return exitCode.ok;
}

function rendered(
  format: Format,
  { machines }: PathCoverage,
  subject: string,
  width: number | undefined,
): string {
  if (format === 'text') return coverageText(machines, width === undefined ? {} : { width });
  if (format === 'html') return coverageHtml(machines, { subject });
  return format === 'mermaid' ? coverageMermaids(machines) : jsonText('CoverageList', { items: machines });
}

/** What the paths of some models reach. */
interface PathCoverage {
  /** The coverage of each model, in their order. */
  readonly machines: readonly MachineCoverage[];
  readonly pathCount: number;
  /** The number of events in all paths. */
  readonly stepCount: number;
}

/**
 * Generates the paths of each model, sends them to real actors among stubs, and counts what they reach.
 * `onModel` is told before each model how many are done.
 */
export function pathCoverage(
  models: readonly MachineModel[],
  strategy: PathStrategy,
  onModel: (done: number) => void = () => {},
): PathCoverage {
  const coverage = createCoverage(models);
  let pathCount = 0;
  let stepCount = 0;
  for (const [done, model] of models.entries()) {
    onModel(done);
    for (const path of generatePaths(model, { strategy }).paths) {
      pathCount++;
      stepCount += path.steps.length;
      for (const step of replayPath(model, path).steps) coverage.add(step);
    }
  }
  return { machines: coverage.result(), pathCount, stepCount };
}
