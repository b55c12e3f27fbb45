import { type Verification, verifyEvents } from '../../../answers/verification/verify-events.ts';
import { isOfNoRun, type VerifyOptions } from '../../../answers/verification/verify-node.ts';
import { explanations, verifyReport, verifyReportText } from '../../../answers/verification/verify-report.ts';
import { readInput } from '../../../inputs/read-input.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { parseDuration } from '../../../inputs/scenario/quantities.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { hangingLines } from '../../../reports/text/fitted-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { formatRecords } from '../../../trace/write-trace.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outOption, repeatable } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { failWithoutPods, inputOrFail } from '../files/input-or-fail.ts';
import { checkStdin, readSources } from '../files/read-sources.ts';
import { verificationSources } from '../files/verification-sources.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { Progress } from '../run/progress.ts';
import { addRequestOptions, requestOf } from '../run/request-options.ts';
import { columnsOf, type Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Holds events of a cluster against the model. The input is what windlass run takes, such as what windlass import wrote of the cluster.',
    'Pulls in the runs end as they were seen to end. What nobody saw is searched: when pods came, the jitter of each sync, the phases of ticks and relists, durations. What no run explains is counted by kind, with the first of each, and the settings and releases are named with which more would be explained.',
    'Without pods in any file they are made of the events, as windlass import does.',
    'The exit code is 0 if a run explains everything, else 5. docs/guides/verify.md says what is compared, and how exactly.',
  ],
  lists: [
    {
      title: 'What is read of events',
      rows: [
        ['Event objects', 'kubectl get events -A -o json (or yaml): to the second, counted'],
        ["the kubelet's log", 'journalctl -u kubelet: every event, with finer times'],
        ['calls of PullImage', 'lines of JSON with rpc, image, t, end, ok'],
      ],
    },
  ],
  examples: [
    ['Does the model explain what happened?', 'windlass verify events.json cluster.yaml'],
    ['With nothing but events and nodes', 'windlass verify nodes.json events.json'],
    [
      "By a kubelet's log, with another setting",
      'journalctl -u kubelet | windlass verify - pods.yaml --set maxParallelImagePulls=2',
    ],
    ['Look at the run that explains it', 'windlass verify kubelet.log pods.yaml -o trace > run.ndjson'],
  ],
};

interface VerifyCommandOptions {
  readonly events: readonly string[];
  readonly knownArrivals?: true;
  readonly slack: string;
  readonly runs: string;
  readonly output: string;
  readonly out?: string;
}

const formats = ['text', 'json', 'trace'];

/** What else changes a run has no part in one whose pulls end as they were seen to end. */
const requestNames = ['set', 'kubeletFlags', 'kubeletVersion', 'runtime', 'cold', 'coldImages'] as const;

/** `windlass verify`: whether any run of the model explains what was seen. */
export const add: AddCommand = (command, terminal, end) => {
  addRequestOptions(command, requestNames)
    .argument('<events>', 'a file with events, or - for stdin')
    .argument('[inputs...]', 'files, folders or globs, as windlass run takes them, in any order')
    .option('--events <file>', 'another file with events or calls of the same time', repeatable, [])
    .option(
      '--known-arrivals',
      'pods came as the input says, to each other (default: when their first event fits)',
    )
    .option(
      '--slack <duration>',
      'by how much small times of the model may be off, such as a container start',
      '250ms',
    )
    .option('--runs <n>', 'how many runs are tried for a node at most', '60')
    .option('-o, --output <format>', `${formats.join(', ')}: of trace, the run that explains it`, 'text')
    .option(...outOption)
    .action(async (events: string, inputs: string[], options: VerifyCommandOptions) => {
      end(await verify(events, inputs, options, terminal));
    });
};

async function verify(
  eventsFile: string,
  inputs: readonly string[],
  options: VerifyCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { output, out, knownArrivals } = options;
  if (!formats.includes(output))
    throw new CommandError(
      exitCode.usage,
      `-o ${visibleText(output)}: the formats are ${formats.join(', ')}`,
    );
  const slackMicros = parseDuration(options.slack);
  if (slackMicros === undefined)
    throw new CommandError(
      exitCode.usage,
      `--slack ${visibleText(options.slack)}: not a duration such as 250ms`,
    );
  const runsMax = /^\d{1,5}$/.test(options.runs) ? Number(options.runs) : 0;
  if (runsMax < 1)
    throw new CommandError(
      exitCode.usage,
      `--runs ${visibleText(options.runs)}: not a whole number from 1 to 99999`,
    );
  const files = [eventsFile, ...options.events, ...inputs];
  checkStdin(files);
  const eventSources = await readSources([eventsFile, ...options.events], terminal, [out]);
  const inputSources = inputs.length === 0 ? [] : await readSources(inputs, terminal, [out]);
  const { observed: read, inputs: sources, isImported } = verificationSources(eventSources, inputSources);
  if (isImported)
    terminal.stderr.write(
      'windlass: no file has pods: they are made of the events, as windlass import does\n',
    );
  const request = requestOf(options);
  const result = inputOrFail(sources, request);
  failWithoutPods(result);
  const how: VerifyOptions = {
    slackMicros,
    isWhole: read.isWhole,
    arrivalsAreKnown: knownArrivals === true,
    runsMax,
  };
  const progress = new Progress(terminal);
  const found = await progress.during(() => verifyEvents(result.input, read.observations, how));
  if (found.nodes.length === 0) {
    throw new CommandError(
      exitCode.input,
      ['nothing of the input was seen in the events', ...found.notCompared].join('\n'),
    );
  }
  const wouldExplain = await progress.during(() =>
    explainedOtherwise(found, (changed) => {
      const again = readInput(sources, {
        ...request,
        ...changed,
        set: [...(request.set ?? []), ...(changed.set ?? [])],
      });
      return again.ok
        ? verifyEvents(again.input, read.observations, { ...how, runsMax: Math.min(runsMax, otherRunsMax) })
        : undefined;
    }),
  );
  const report = verifyReport(found, wouldExplain);
  const text = () => hangingLines(verifyReportText(report), columnsOf(terminal)).join('\n');
  const texts: Readonly<Record<string, () => string>> = {
    text,
    json: () => jsonText('VerifyReport', report),
    trace: () => traceOf(found),
  };
  writeOutput(out, texts[output]?.() ?? '', terminal);
  if (output === 'trace' && !report.explained) terminal.stderr.write(text());
  return report.explained ? exitCode.ok : exitCode.diverged;
}

/** How many runs are tried with each other setting: it is a hint, and there are many. */
const otherRunsMax = 9;

/** Returns, by node, what would explain more than the given settings, the best first. */
function explainedOtherwise(
  { nodes }: Verification,
  verifyWith: (changed: RunRequest) => Verification | undefined,
): ReadonlyMap<string, readonly string[]> {
  const open = new Map(
    nodes
      .filter(({ deviations }) => deviations.some(({ kind }) => !isOfNoRun(kind)))
      .map(({ node, explained }) => [node, explained]),
  );
  const found = new Map<string, { readonly words: string; readonly explained: number }[]>();
  if (open.size === 0) return new Map();
  for (const { says, ...changed } of explanations()) {
    for (const { node, explained, observations, deviation } of verifyWith(changed)?.nodes ?? []) {
      if (explained <= (open.get(node) ?? Infinity)) continue;
      const words = deviation === undefined ? says : `${says} (${explained} of ${observations})`;
      found.set(node, [...(found.get(node) ?? []), { words, explained }]);
    }
  }
  return new Map(
    [...found].map(([node, own]) => [
      node,
      own.toSorted((a, b) => b.explained - a.explained).map(({ words }) => words),
    ]),
  );
}

function traceOf({ nodes }: Verification): string {
  const [only, second] = nodes;
  if (only === undefined || second !== undefined) {
    throw new CommandError(
      exitCode.usage,
      `-o trace writes the run of one node: there are ${nodes.length} in the events`,
    );
  }
  return [...formatRecords(only.records)].join('');
}
