import { assumedFigures } from '../../../answers/certainty/assumed-figures.ts';
import { summarizeRun } from '../../../answers/certainty/summarize-run.ts';
import { type JsonFields, jsonText } from '../../../reports/json/json-text.ts';
import { hangingLines } from '../../../reports/text/fitted-text.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { kubectlTable } from '../../../reports/text/tab-writer.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outOption } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { failWithoutPods, inputOfFiles } from '../files/input-or-fail.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress } from '../run/progress.ts';
import { addRequestOptions, requestOf } from '../run/request-options.ts';
import { orFail } from '../run/simulate-or-fail.ts';
import { columnsOf, type Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Takes each figure that the inputs do not give, and runs again with it halved and doubled. The figure that changes the time of the slowest pod most comes first: measure that one first.',
    'Columns: HALF and DOUBLE are the time until the slowest pod runs; - means that a pod does not run before the run ends, at the horizon or earlier. MARK says where the figure comes from.',
  ],
  examples: [
    ['What should I measure first?', 'windlass assumptions deployment.yaml'],
    ['And for a whole cluster?', 'kubectl get deploy,sts,ds,nodes -A -o yaml | windlass assumptions -'],
    ['On small machines, as JSON', 'windlass assumptions deployment.yaml --node-profile edge -o json'],
  ],
};

interface AssumptionsOptions {
  readonly output: string;
  readonly out?: string;
}

/** The time of the slowest pod with a figure halved and doubled, in ms; null if a pod never runs. */
type Moved = JsonFields<'AssumptionList'>['items'][number];

/** `windlass assumptions`: which of the assumed figures changes the answer most. */
export const add: AddCommand = (command, terminal, end) => {
  addRequestOptions(command)
    .argument('<inputs...>', 'files, folders, globs, or - for stdin, as windlass run takes them')
    .option('-o, --output <format>', 'table or json', 'table')
    .option(...outOption)
    .action(async (inputs: string[], options: AssumptionsOptions) =>
      end(await assumptions(inputs, options, terminal)),
    );
};

async function assumptions(
  inputs: readonly string[],
  options: AssumptionsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { output, out } = options;
  if (output !== 'table' && output !== 'json')
    throw new CommandError(exitCode.usage, `-o ${output}: the formats are table and json`);
  const result = await inputOfFiles(inputs, requestOf(options), terminal, [out]);
  failWithoutPods(result);
  const { input, origins } = result;
  const figures = assumedFigures(input, origins);
  const progress = new Progress(terminal);
  const interruption = new Interruption(terminal);
  let done = 0;
  const slowestOf = async (changed: typeof input): Promise<number | null> => {
    const { summary, end } = await orFail(changed, () => summarizeRun(changed, {}, interruption));
    if (end.reason === 'interrupted')
      throw new CommandError(
        exitCode.interrupted,
        `interrupted after ${done} of ${figures.length * 2 + 1} runs`,
      );
    done++;
    const left = figures.length * 2 + 1 - done;
    progress.note({ told: `${done} of ${figures.length * 2 + 1} runs`, remaining: [{ amount: left }] });
    return summary.pods.notRunning > 0 ? null : (summary.timeToRunningMs?.max ?? null);
  };
  const { baseMs, moved } = await progress.during(async () => {
    const base = await slowestOf(input);
    const rows: Moved[] = [];
    for (const { scaled, ...figure } of figures)
      rows.push({
        ...figure,
        halfMs: await slowestOf(scaled(input, 0.5)),
        doubleMs: await slowestOf(scaled(input, 2)),
      });
    return { baseMs: base, moved: rows.sort((a, b) => movesBy(b, base) - movesBy(a, base)) };
  });
  const text =
    output === 'json'
      ? jsonText('AssumptionList', { slowestMs: baseMs, items: moved })
      : table(baseMs, moved, columnsOf(terminal));
  writeOutput(out, text, terminal);
  return exitCode.ok;
}

/**
 * Returns the greatest difference from the base. A pod that never runs, or runs only then, differs more than
 * any other.
 */
function movesBy({ halfMs, doubleMs }: Moved, baseMs: number | null): number {
  const far = (ms: number | null) =>
    ms === null || baseMs === null ? (ms === baseMs ? 0 : Number.MAX_VALUE) : Math.abs(ms - baseMs);
  return Math.max(far(halfMs), far(doubleMs));
}

function table(baseMs: number | null, moved: readonly Moved[], width: number): string {
  const time = (ms: number | null) => (ms === null ? '-' : durationText(ms));
  const rows = moved.map(({ name, value, mark, halfMs, doubleMs, where }) => [
    name,
    value,
    mark,
    time(halfMs),
    time(doubleMs),
    where,
  ]);
  const head = baseMs === null ? 'not all pods run' : `the slowest pod runs after ${durationText(baseMs)}`;
  const lines = kubectlTable(['ASSUMPTION', 'VALUE', 'MARK', 'HALF', 'DOUBLE', 'SET BY'], rows);
  return hangingLines([head, '', ...lines, ''].join('\n'), width).join('\n');
}
