import { certaintyOf } from '../../../answers/certainty/assumed-figures.ts';
import { summarizeRun } from '../../../answers/certainty/summarize-run.ts';
import { stageOfRun } from '../../../answers/what-if/runs/time-left.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { type RunRequest, runCommandLine, shellWord } from '../../../inputs/run-request.ts';
import { type OutputName, outputRows } from '../../../reports/outputs.ts';
import { filterText, type RunFilter } from '../../../reports/run-filter/run-filter.ts';
import { answerLines } from '../../../reports/summary/headline.ts';
import type { Certainty, RunSummary } from '../../../reports/summary/summary.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import type { TextOptions } from '../../../reports/text/text-options.ts';
import type { SimulateOptions } from '../../../run/simulation/simulate.ts';
import { traceHeader } from '../../../run/simulation/trace-header.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { openOutput } from '../files/file-in-progress.ts';
import { failWithoutPods, inputOrFail } from '../files/input-or-fail.ts';
import { readSources } from '../files/read-sources.ts';
import { loneTrace } from '../files/stored-trace.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { expectedTimeText } from '../run/expected-time.ts';
import { filterOf, namesOfInput, unmatchedFilter } from '../run/filter-options.ts';
import { type Format, formatOf } from '../run/format-run.ts';
import { Interruption } from '../run/interruption.ts';
import { Progress } from '../run/progress.ts';
import { readMeanwhile } from '../run/read-meanwhile.ts';
import { requestOf } from '../run/request-options.ts';
import { runAnswers } from '../run/run-answers.ts';
import { RunNotes } from '../run/run-notes.ts';
import { addRunOptions, checkReplayUsage, type RunOptions } from '../run/run-options.ts';
import { orFail } from '../run/simulate-or-fail.ts';
import { isSummaryOutput, summaryFormat } from '../run/summary-formats.ts';
import { type Terminal, textOptionsFor } from '../terminal.ts';
import { workersFor } from '../workers/worker-count.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Inputs are files, folders (with their .yaml, .yml and .json files, and folders below), globs in quotes, or - for stdin. All of them together are one run. They may hold Pods, Deployments and other workloads, Nodes, the configuration of the kubelet (KubeletConfiguration, ConfigMap kubelet-config, EKS NodeConfig, kubeadm, kind, k3s, kops, kubespray, flags), a Scenario (windlass init), image listings of crictl and docker, config.toml and hosts.toml of containerd, crio.conf and registries.conf of CRI-O. Or a stored trace (-o trace), which is shown and not simulated.',
    'stdout has only what -o asks for. The seed, assumptions and the reason for the end go to stderr, and progress if a run takes longer than 10 s.',
  ],
  lists: [{ title: 'What -o prints', rows: outputRows.map(([name, { words }]) => [name, words]) }],
  examples: [
    ['Why do my pods start late?', 'windlass run deployment.yaml'],
    [
      'And in my cluster, on empty nodes?',
      'kubectl get deploy,sts,ds,nodes -A -o yaml | windlass run - --cold --for 30m',
    ],
    [
      'Are parallel pulls faster?',
      'windlass run web.yaml --set serializeImagePulls=false --set maxParallelImagePulls=5',
    ],
    ['What does an older kubelet do?', 'windlass run web.yaml --kubelet-version 1.31'],
    [
      '200 nodes, and a limit of Docker Hub?',
      'windlass run web.yaml --nodes 200 --pull-limit docker.io=100/6h,shared',
    ],
    ['Does a mirror help?', 'windlass run web.yaml --mirror docker.io=https://mirror.example'],
    [
      'What does a new release cost on every node?',
      "windlass run web.yaml --present-images '*:1.0' --set-image web=ghcr.io/acme/web:2.0,1m",
    ],
    [
      'What if the registry fails?',
      "windlass run web.yaml --link 100Mbit/s --fault 'registryDown registry=ghcr.io until=40s'",
    ],
    [
      'Do other runtime settings help?',
      'windlass run web.yaml --runtime containerd://1.6 --runtime-config max_concurrent_downloads=6',
    ],
    ['How much of it is chance?', 'windlass run web.yaml --image-size ghcr.io/acme/web=300MB --seeds 200'],
    [
      'What will kubectl describe say after a day?',
      "windlass run web.yaml --for 22h -o describe --pod 'default/web-*'",
    ],
    [
      'Does everything run after 90 s? (for CI)',
      'windlass run web.yaml -o pods --for 90s --fail-on not-running',
    ],
    ['Send the result to somebody', 'windlass run web.yaml --report web.html'],
    ['Open it in a spreadsheet', 'windlass run web.yaml -o csv > web.csv'],
    ['Open it in ui.perfetto.dev', 'windlass run web.yaml -o perfetto --out web.json'],
    ['What would Prometheus have seen?', 'windlass run web.yaml -o prometheus --at 5m'],
    ['Keep everything that happened', 'windlass run web.yaml -o trace --steps --out web.ndjson'],
    ['And look at a part of it later', 'windlass run web.ndjson --owner Deployment/web -o events'],
    ['Watch the statecharts', 'windlass run web.yaml --inspect'],
  ],
};

/** `windlass run`: simulates the inputs and prints an output of the run. */
export const add: AddCommand = (command, terminal, end) => {
  command.argument('[inputs...]', 'files, folders, globs, or - for stdin');
  addRunOptions(command).action(async (inputs: string[], options: RunOptions) => {
    const request = requestOf(options);
    const { replay } = options;
    end(
      await (replay === undefined
        ? run(inputs, request, options, terminal)
        : runAgain(replay, inputs, request, options, terminal)),
    );
  });
};

/** Makes the run of a counterexample again: it has its inputs, settings and choices. */
async function runAgain(
  file: string,
  inputs: readonly string[],
  request: RunRequest,
  options: RunOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (inputs.length > 0 || Object.keys(request).length > 0)
    throw new CommandError(
      exitCode.usage,
      '--replay has its inputs and settings in the file: give no others',
    );
  if (options.seeds !== undefined)
    throw new CommandError(exitCode.usage, '--replay cannot be used with --seeds: it is one run');
  checkUsage([file], options);
  checkReplayUsage(options);
  // Loaded when it is needed: other runs start without it.
  const { readReplay } = await import('../run/replayed-run.ts');
  const { sources, request: stored, chosen, invariant, message } = await readReplay(file, terminal);
  const notes = new RunNotes(terminal, options);
  const read = inputOrFail(sources, stored);
  read.warnings.forEach(notes.warn);
  notes.note(`made again, with ${countText(chosen.choices.length, 'choice')}: ${invariant}: ${message}`);
  const [progress, interruption] = [new Progress(notes.terminal), new Interruption(terminal)];
  const text = textOptions(options, terminal);
  const asked = {
    inputs: [file],
    request: stored,
    options,
    terminal,
    sources,
    read,
    notes,
    text,
    filter: filterOf(options),
  };
  const making = { ...asked, chosen, pool: undefined, progress, interruption };
  return isAddedUp(options) ? printTotals(making) : printRun(making);
}

async function run(
  inputs: readonly string[],
  request: RunRequest,
  options: RunOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  checkUsage(inputs, options);
  checkReplayUsage(options);
  const sources = await readSources(inputs, terminal, [options.out, options.report]);
  const notes = new RunNotes(terminal, options);
  const text = textOptions(options, terminal);
  const trace = loneTrace(sources, request);
  if (trace !== undefined) {
    const { showTrace } = await import('../run/show-trace.ts');
    return showTrace(trace, options, text, notes, (shown) => put(shown, options, terminal));
  }
  const read = inputOrFail(sources, request);
  failWithoutPods(read);
  read.warnings.forEach(notes.warn);
  const filter = filterOf(options);
  const unmatched = filter && unmatchedFilter(namesOfInput(read.input), filter);
  if (unmatched !== undefined) throw new CommandError(exitCode.usage, unmatched);
  const pool = await startPool(read, options, notes, terminal);
  const progress = new Progress(notes.terminal);
  const interruption = new Interruption(terminal);
  const asked = { inputs, request, options, terminal, sources, read, notes, text, filter };
  const making = { ...asked, pool, progress, interruption };
  if (options.seeds !== undefined) return printSeeds(making, options.seeds);
  return isAddedUp(options) ? printTotals(making) : printRun(making);
}

/** What was asked of a run, what was read for it, and the means to make it. */
interface RunMaking {
  readonly inputs: readonly string[];
  readonly request: RunRequest;
  readonly options: RunOptions;
  readonly terminal: Terminal;
  readonly sources: readonly SourceText[];
  readonly read: ReturnType<typeof inputOrFail>;
  readonly notes: RunNotes;
  readonly text: TextOptions;
  readonly filter: RunFilter | undefined;
  readonly pool: WorkerPool | undefined;
  readonly progress: Progress;
  readonly interruption: Interruption;
  /** The choices of a run that is made again. */
  readonly chosen?: SimulateOptions['chosen'];
}

/** Returns the threads of a run, with a note of how long it may take; undefined where one is enough. */
async function startPool(
  { input }: RunMaking['read'],
  { inspect, steps, seeds, workers: asked }: RunOptions,
  { note }: RunNotes,
  { processors }: Terminal,
): Promise<WorkerPool | undefined> {
  const isWatched = inspect === true || steps === true;
  const workers = isWatched ? 1 : workersFor(asked, input, seeds, processors);
  const expected = expectedTimeText(input, { count: seeds ?? 1, noun: 'seed' }, workers);
  if (expected !== undefined) note(expected);
  // Modules that only long runs, steps or pages need are loaded on demand.
  return workers === 1 ? undefined : new (await import('../workers/worker-pool.ts')).WorkerPool(workers);
}

/** Makes the run with several seeds, and prints the range of each figure. */
async function printSeeds(making: RunMaking, count: number): Promise<ExitCode> {
  const { options, read, notes, text, filter, pool, progress, interruption } = making;
  const { engine, output } = options;
  const format = output === 'json' || output === 'csv' ? output : 'text';
  const { runSeeds } = await import('../run/run-seeds.ts');
  const runAll = () => runSeeds(read, { count, format, engine, filter, pool, interruption }, text, progress);
  put(await progress.during(runAll).finally(() => pool?.close()), options, making.terminal);
  if (!interruption.isAsked) return exitCode.ok;
  notes.warn('interrupted: these are not all of the seeds');
  return exitCode.interrupted;
}

/** Makes the run and prints its totals, for which no record need be kept. */
async function printTotals(making: RunMaking): Promise<ExitCode> {
  const { options, read, notes, text, filter, pool, progress, interruption } = making;
  const { input } = read;
  const running = { ...simulateOptions(making), filter };
  const addUp = () =>
    pool === undefined
      ? orFail(input, () => summarizeRun(input, running, interruption))
      : pool.total(input, { ...running, flag: interruption.flag });
  const totals = await progress.during(addUp).finally(() => pool?.close());
  const { header, end } = totals;
  notes.tell(header, end, totals.summary.knownBugs);
  notes.warnOfFaults(totals.idleFaults);
  await putAnswerFirst(making, options.output, totals.summary, async () => {
    const summary = { ...totals.summary, ...(await findCertainty(making, totals.summary)) };
    return (await summaryFormat(isSummaryOutput(options.output) ? options.output : 'summary'))(summary, text);
  });
  return end.reason === 'interrupted' || wasCut(making) ? exitCode.interrupted : exitCode.ok;
}

/** Makes the run and prints an output of its records, a report, or the replay of its statecharts. */
async function printRun(making: RunMaking): Promise<ExitCode> {
  const { options, terminal, read, notes, text, pool, progress, interruption } = making;
  const { input } = read;
  const { report, inspect, out, steps, failOn } = options;
  const replay =
    inspect === true
      ? new (await import('../pages/replay-of-run.ts')).ReplayOfRun(making.inputs, options)
      : undefined;
  const { output = report === undefined && inspect === undefined ? 'timeline' : undefined } = options;
  const isWritten = isStreamed(options);
  const addsUp = report !== undefined || output === 'timeline' || isSummaryOutput(output);
  const format = isWritten || output === undefined ? undefined : await formatOf(output);
  const header = traceHeader(input);
  const answers = runAnswers(header, { format, text, addsUp, failOn });
  const running = {
    ...simulateOptions(making),
    ...(replay === undefined ? {} : { inspect: replay.inspect }),
    trace: isWritten ? { out, steps: steps === true } : undefined,
    keepRecords: replay !== undefined || report !== undefined || needsRecords(format),
  };
  const runAll = () =>
    orFail(input, () => readMeanwhile(input, running, answers.reading, { interruption, pool, terminal }));
  const { records, end, remarks } = await progress.during(runAll).finally(() => pool?.close());
  // Printed before the picture: on a terminal, the reason for the end should not be the last line.
  notes.tell(header, end, remarks.knownBugs);
  notes.tellShown(answers.shown(end));
  notes.warnOfFaults(remarks.idleFaults);
  const summary = answers.summary(end);
  let certainty: Certainty = {};
  const findText = async () => {
    if (summary !== undefined) certainty = await findCertainty(making, summary);
    return answers.text({ end, records, certainty });
  };
  if (format !== undefined) await putAnswerFirst(making, output, summary, findText);
  else await findText();
  const isCut = summary !== undefined && end.reason !== 'interrupted' && wasCut(making);
  if (report !== undefined) await printReport(making, report, records, certainty);
  // Ctrl-C ends the replay, too.
  await replay?.show(header, notes.terminal);
  if (end.reason === 'interrupted') return exitCode.interrupted;
  const failure = answers.failure(end);
  if (failure === undefined) return isCut ? exitCode.interrupted : exitCode.ok;
  throw new CommandError(exitCode.violated, failure);
}

/** Whether Ctrl-C came after the run, while it was sought how sure its figures are; says so. */
function wasCut({ interruption, notes }: RunMaking): boolean {
  if (interruption.isAsked) notes.warn('interrupted: how sure the figures are may not be known');
  return interruption.isAsked;
}

function simulateOptions({
  options: { engine },
  progress,
  chosen,
}: RunMaking): Pick<SimulateOptions, 'engine' | 'onProgress' | 'chosen'> {
  return {
    ...(chosen === undefined ? {} : { chosen }),
    ...(engine === undefined ? {} : { engine }),
    onProgress: (moment) => progress.note(stageOfRun(moment)),
  };
}

/** Returns how sure the figures of a summary are, for which it may take more runs. */
async function findCertainty(making: RunMaking, summary: RunSummary): Promise<Certainty> {
  const { options, read, filter, progress, interruption, chosen } = making;
  // Other figures make another run, in which there are other choices.
  if (chosen !== undefined) return {};
  const asked = { ...(options.engine === undefined ? {} : { engine: options.engine }), filter };
  return progress.during(() => orFail(read.input, () => certaintyOf(read, summary, asked, interruption)));
}

async function printReport(
  { inputs, request, sources, read, notes, options: { replay } }: RunMaking,
  report: string,
  records: readonly TraceRecord[],
  certainty: Certainty,
): Promise<void> {
  const command =
    replay === undefined
      ? runCommandLine(inputs, { ...request, seed: read.input.seed })
      : `windlass run --replay ${shellWord(replay)}`;
  const { writeReport } = await import('../run/write-report.ts');
  await writeReport(report, records, { command, sources, certainty }, notes.terminal);
}

/** Whether the output needs only the totals of the run. */
function isAddedUp({ output, at, report, inspect, failOn }: RunOptions): boolean {
  const isWhole = at === undefined && report === undefined && inspect === undefined && failOn === undefined;
  return isWhole && isSummaryOutput(output);
}

/**
 * Whether the trace is written while the run goes on. A trace without steps is, unless its records are kept
 * for a report.
 */
function isStreamed({ output, steps, inspect, report }: RunOptions): boolean {
  return output === 'trace' && inspect === undefined && (steps === true || report === undefined);
}

function needsRecords(format: Format | undefined): boolean {
  return format !== undefined && 'ofRecords' in format;
}

function checkUsage(inputs: readonly string[], options: RunOptions): void {
  const { output, out, report, steps, inspect, at, seeds, failOn } = options;
  const wrong = (message: string) => new CommandError(exitCode.usage, message);
  if (inputs.length === 0)
    throw wrong(
      'run needs an input, such as: windlass run deployment.yaml\n(windlass run --help has more examples)',
    );
  if (steps === true && output !== 'trace')
    throw wrong('--steps needs -o trace: steps are lines of a trace, and no other output has them');
  if (at !== undefined && (output === 'trace' || output === 'perfetto'))
    throw wrong(`--at cannot be used with -o ${output}, which is the whole run`);
  if (at !== undefined && report !== undefined && output === undefined)
    throw wrong('--at needs -o: a report shows the whole run');
  if (out !== undefined && report !== undefined && output === undefined && inspect === undefined)
    throw wrong('--out is where -o writes: give -o too, or --report alone');
  if (out !== undefined && out === report) throw wrong('--out and --report name the same file');
  const filter = filterOf(options);
  const shown = filter === undefined ? '' : filterText(filter);
  if (filter !== undefined && output === 'trace')
    throw wrong(
      `${shown} cannot be used with -o trace, which is the whole run: records point to others. Filter what you make of it, such as -o csv`,
    );
  if (filter !== undefined && report !== undefined && output === undefined)
    throw wrong(`${shown} needs -o, such as -o csv: a report shows the whole run`);
  if (seeds === undefined) return;
  if (output !== undefined && !['summary', 'json', 'csv'].includes(output))
    throw wrong(`--seeds works with -o summary, json and csv: -o ${output} is about one run`);
  if (at !== undefined) throw wrong('--at cannot be used with --seeds');
  if (failOn !== undefined) throw wrong('--fail-on cannot be used with --seeds');
  if (report !== undefined)
    throw wrong('--report cannot be used with --seeds: it shows one run; give one --seed');
}

function textOptions(options: RunOptions, terminal: Terminal): TextOptions {
  const { out, at, verbose, all } = options;
  const filter = filterOf(options);
  return {
    ...textOptionsFor(out, terminal),
    ...(verbose === true ? { verbose } : {}),
    ...(all === true ? { all } : {}),
    ...(at === undefined ? {} : { atMs: at / 1000 }),
    ...(filter === undefined ? {} : { filter }),
  };
}

/**
 * Prints an output. If a run's answer is its head, the answer is printed at once, and the rest when it is known
 * how sure the figures are, which takes more runs.
 */
async function putAnswerFirst(
  { options, text, terminal }: RunMaking,
  shownOutput: OutputName | undefined,
  summary: RunSummary | undefined,
  findText: () => Promise<string | Iterable<string>>,
): Promise<void> {
  const hasAnswer = (shownOutput === 'timeline' || shownOutput === 'summary') && text.atMs === undefined;
  const answer =
    hasAnswer && summary !== undefined ? `${answerLines(summary, text).join('\n')}\n` : undefined;
  const output = openOutput(options.out, terminal);
  try {
    if (answer !== undefined) output.write(answer);
    const whole = await findText();
    if (typeof whole === 'string') output.write(whole.slice(answer?.length ?? 0));
    else for (const piece of whole) output.write(piece);
    output.finish();
  } finally {
    output.drop();
  }
}

function put(text: string | Iterable<string>, { out }: RunOptions, terminal: Terminal): void {
  const output = openOutput(out, terminal);
  try {
    for (const piece of typeof text === 'string' ? [text] : text) output.write(piece);
    output.finish();
  } finally {
    output.drop();
  }
}
