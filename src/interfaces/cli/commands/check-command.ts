import { closest } from 'fastest-levenshtein';
import { sightings } from '../../../run/invariants/sightings.ts';
import { traceVerdicts, verdictNames } from '../../../run/invariants/trace-verdicts.ts';
import { type ReadTrace, TraceReader } from '../../../trace/read-trace.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outputOption } from '../command-options.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { shownName, streamLines } from '../run/stream-lines.ts';
import { brokenNames, checkJson, formatCheck } from '../systems/check-report.ts';
import { coloursOn, columnsOf, type Terminal, tellWarning } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Reads a trace (windlass run -o trace) and checks rules that must hold in every run. docs/guides/check-a-trace.md shows what a violation looks like.',
    'The exit code is 4 if a rule is violated, 3 if the trace cannot be read.',
  ],
  lists: [
    {
      title: 'Kinds of rules',
      rows: [
        ['always', 'nothing wrong happens'],
        ['eventually', 'what has begun also ends'],
        ['sometimes', 'something notable happens; no error if it does not'],
      ],
    },
  ],
  examples: [
    ['Is a run correct?', 'windlass run deployment.yaml -o trace | windlass check -'],
    ['Is a stored trace correct?', 'windlass check web.ndjson'],
    ['Check two rules only', 'windlass check web.ndjson --invariant slots-respected slots-in-order'],
    ['As JSON', 'windlass check web.ndjson -o json'],
  ],
};

interface CheckOptions {
  readonly invariant?: readonly string[];
  readonly output: 'text' | 'json';
}

/** `windlass check`: checks a stored trace for every named property. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('<trace>', 'a file written by windlass run -o trace, or - for stdin')
    .option('--invariant <names...>', 'check only these rules, such as slots-respected')
    .addOption(outputOption(['text', 'json'], 'text'))
    .action(async (file: string, options: CheckOptions) => end(await check(file, options, terminal)));
};

async function check(
  file: string,
  { invariant, output }: CheckOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  for (const name of invariant ?? [])
    if (!verdictNames.includes(name)) throw new CommandError(exitCode.usage, unknownName(name));
  const name = shownName(file);
  const read = await readTraceOf(file, terminal);
  if (!read.ok) {
    throw new CommandError(
      exitCode.input,
      `${name}:${read.line}: this is not a trace that can be checked\n${read.message}\nA trace is made by: windlass run … -o trace`,
    );
  }
  const { records, complete } = read;
  if (!complete)
    tellWarning(terminal, `${name} has no end record: it was cut short, and nothing is said about its end`);
  const checked = { file: name, records, complete, verdicts: traceVerdicts(records, invariant) };
  terminal.stdout.write(
    output === 'json'
      ? checkJson(checked)
      : formatCheck(checked, { width: Math.max(40, columnsOf(terminal)), colour: coloursOn(terminal) }),
  );
  const broken = brokenNames(checked.verdicts);
  if (broken.length === 0) return exitCode.ok;
  terminal.stderr.write(`windlass: violated: ${broken.join(', ')}\n`);
  return exitCode.violated;
}

async function readTraceOf(file: string, terminal: Terminal): Promise<ReadTrace> {
  // A trace may have many times more steps than records, and no invariant needs them.
  const reader = new TraceReader({ keepSteps: false });
  for await (const { text } of streamLines(file, terminal)) if (!reader.add(text)) break;
  return reader.end();
}

function unknownName(name: string): string {
  const nearest = verdictNames.find((known) => known.includes(name)) ?? closest(name, verdictNames);
  const sometimes = new Set(sightings.map((sighting) => sighting.name));
  const list = verdictNames
    .map((known) => `  ${known}${sometimes.has(known) ? ' (sometimes)' : ''}`)
    .join('\n');
  return `--invariant ${name}: there is none of this name. Did you mean ${nearest}? These are known:\n${list}`;
}
