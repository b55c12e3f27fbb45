import { Option } from 'commander';
import { calibrate } from '../../../answers/calibration/calibrate.ts';
import type { Calibration } from '../../../answers/calibration/calibration.ts';
import { calibrationText } from '../../../answers/calibration/calibration-text.ts';
import { ContainerdLog } from '../../../answers/calibration/evidence/containerd-log.ts';
import { readEvents } from '../../../answers/calibration/evidence/read-events.ts';
import { type PullHistogram, readMetrics } from '../../../answers/calibration/evidence/read-metrics.ts';
import { scenarioFragment } from '../../../answers/calibration/scenario-fragment.ts';
import { formatInputError, type InputError } from '../../../inputs/documents/input-error.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { hangingLines } from '../../../reports/text/fitted-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outOption, repeatable } from '../command-options.ts';
import { checkWritable } from '../files/check-writable.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { checkStdin, readSources } from '../files/read-sources.ts';
import type { CommandHelp } from '../help/command-help.ts';
import { shownName, streamLines } from '../run/stream-lines.ts';
import { columnsOf, type Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Each file option may be given several times; - is stdin. The log says most, at level debug. Metrics are used only if neither log nor events have a pull.',
    'The Scenario goes to stdout or --out, and a table of what was found to stderr. More: docs/guides/calibrate.md.',
  ],
  lists: [
    {
      title: 'How to get the files',
      rows: [
        ['--log', 'journalctl -u containerd -o short-iso > containerd.log'],
        ['--events', 'kubectl get events -A -o json > events.json'],
        ['--metrics', 'kubectl get --raw /api/v1/nodes/NODE/proxy/metrics > kubelet.prom'],
      ],
    },
  ],
  examples: [
    ["What are my node's figures?", 'windlass calibrate --log containerd.log --out node.yaml'],
    ['Simulate with them', 'windlass run pods.yaml node.yaml'],
    [
      'Read the log from a pipe',
      'journalctl -u containerd | windlass calibrate --log - --events events.json',
    ],
    ['How sure are the figures?', 'windlass calibrate --log containerd.log -o json'],
  ],
};

interface CalibrateOptions {
  readonly log: readonly string[];
  readonly events: readonly string[];
  readonly metrics: readonly string[];
  readonly runtime?: string;
  readonly node?: string;
  readonly output: 'scenario' | 'table' | 'json';
  readonly out?: string;
}

/**
 * `windlass calibrate`: link, unpacking and round trips of a node, estimated from its logs, events and
 * metrics.
 */
export const add: AddCommand = (command, terminal, end) => {
  command
    .option(
      '--log <file>',
      "containerd's log: text or JSON, a file or from journalctl; .gz too; repeatable",
      repeatable,
      [],
    )
    .option(
      '--events <file>',
      'the output of kubectl get events -o json (or yaml); repeatable',
      repeatable,
      [],
    )
    .option('--metrics <file>', "the kubelet's /metrics page; repeatable", repeatable, [])
    .option(
      '--runtime <name>',
      'the container runtime, such as containerd://1.7 (default: what the log says, else containerd://2.4)',
    )
    .option('--node <name>', 'only the pulls of this node')
    .addOption(
      new Option('-o, --output <format>', 'what to write')
        .choices(['scenario', 'table', 'json'])
        .default('scenario'),
    )
    .option(...outOption)
    .action(async (options: CalibrateOptions) => end(await calibrateFiles(options, terminal)));
};

async function calibrateFiles(options: CalibrateOptions, terminal: Terminal): Promise<ExitCode> {
  const names = [...options.log, ...options.events, ...options.metrics];
  if (names.length === 0) {
    throw new CommandError(
      exitCode.usage,
      'calibrate needs a file: --log containerd.log, --events events.json or --metrics kubelet.prom',
    );
  }
  checkStdin(names);
  await checkWritable(terminal.cwd, [options.out], names);
  if (options.runtime !== undefined && !/^[a-z][\w.-]*:\/\/v?\d/.test(options.runtime)) {
    throw new CommandError(
      exitCode.usage,
      `--runtime ${visibleText(options.runtime)}: not of the form containerd://1.7`,
    );
  }
  const logs = [];
  for (const file of options.log) logs.push(await readLog(file, terminal));
  const events = (await readSources(options.events, terminal, [options.out])).map(readEvents);
  failOn(events.flatMap(({ errors }) => errors));
  const metrics = (await readSources(options.metrics, terminal, [options.out])).map(readMetrics);
  failOn(metrics.flatMap(({ errors }) => errors));
  const histograms: PullHistogram[] = metrics.flatMap((read) => read.histograms);
  const calibration = calibrate({ logs, events, histograms, runtime: options.runtime, node: options.node });
  const sources = names.map((name) => (name === '-' ? 'stdin' : name));
  return write(calibration, sources, options, terminal);
}

async function write(
  calibration: Calibration,
  sources: readonly string[],
  { output, out }: CalibrateOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const table = hangingLines(calibrationText(calibration), columnsOf(terminal)).join('\n');
  const found =
    calibration.link !== undefined || calibration.registries.length > 0 || calibration.unpack !== undefined;
  if (output === 'scenario') terminal.stderr.write(table);
  if (!found) {
    throw new CommandError(
      exitCode.input,
      `${sources.map(visibleText).join(', ')}: no pull in it that tells anything${output === 'scenario' ? '' : `\n${table}`}`,
    );
  }
  const text =
    output === 'json'
      ? jsonText('Calibration', calibration)
      : output === 'table'
        ? table
        : scenarioFragment(calibration, sources);
  writeOutput(out, text, terminal);
  if (out !== undefined)
    terminal.stderr.write(
      `windlass: wrote ${out}${output === 'scenario' ? `; try: windlass run pods.yaml ${out}` : ''}\n`,
    );
  return exitCode.ok;
}

async function readLog(file: string, terminal: Terminal): Promise<ContainerdLog> {
  const name = shownName(file);
  const log = new ContainerdLog(name);
  for await (const { number, text } of streamLines(file, terminal)) log.add(text, number);
  log.end();
  if (log.lines === 0) {
    const hint = 'journalctl -u containerd -o short-iso > containerd.log';
    failOn([
      {
        code: 'NO_PULLS',
        file: name,
        line: 1,
        column: 1,
        message: "no line of containerd's log about pulls in it",
        hint,
      },
    ]);
  }
  return log;
}

function failOn(errors: readonly InputError[]): void {
  if (errors.length > 0) throw new CommandError(exitCode.input, errors.map(formatInputError).join('\n'));
}
