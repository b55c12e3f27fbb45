import { clusterScenario } from '../../../answers/cluster-import/cluster-scenario.ts';
import { importCluster } from '../../../answers/cluster-import/import-cluster.ts';
import { importReport, importReportText } from '../../../answers/cluster-import/import-report.ts';
import { formatInputError } from '../../../inputs/documents/input-error.ts';
import { parseDuration } from '../../../inputs/scenario/quantities.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { outOption, outputOption } from '../command-options.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import { readSources } from '../files/read-sources.ts';
import type { CommandHelp } from '../help/command-help.ts';
import type { Terminal } from '../terminal.ts';
import type { AddCommand } from './add-command.ts';

export const help: CommandHelp = {
  about: [
    'Reads the output of kubectl get ... -o json (or yaml), in one file or several, and makes one Scenario with its manifests. Also read, if you have them: /configz of a kubelet, crictl images -o json. Secrets, environments, arguments and annotations are left out.',
    'The Scenario goes to stdout or --out. A report goes to stderr: what was found, what was left out, and what is not known.',
  ],
  lists: [
    {
      title: 'What is taken of the cluster',
      rows: [
        ['nodes', 'machines, releases, runtimes, the images on them'],
        ['pods', 'on which node they are, and since when'],
        [
          'events',
          'sizes and times of pulls (of the last hour), pulls that failed; pods that no Pod object has',
        ],
      ],
    },
  ],
  examples: [
    [
      "Take a cluster's data",
      'kubectl get nodes,pods,events,deploy -A -o json | windlass import - > cluster.yaml',
    ],
    ['Simulate it', 'windlass run cluster.yaml'],
    ["Get a kubelet's settings", 'kubectl get --raw /api/v1/nodes/NODE/proxy/configz > configz.json'],
    [
      'Only the last 20 minutes, with these settings',
      'windlass import cluster.json configz.json --since 20m --out cluster.yaml',
    ],
  ],
};

interface ImportOptions {
  readonly since?: string;
  readonly output: 'scenario' | 'report' | 'json';
  readonly out?: string;
}

/** `windlass import`: a Scenario with its manifests, of what a cluster tells of itself. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .argument('<inputs...>', 'files, folders, globs, or - for stdin')
    .option(
      '--since <duration>',
      'only pods that came this long before the newest pod, or later; all: every pod (default: 1h, and pods that only events tell of)',
    )
    .addOption(outputOption(['scenario', 'report', 'json'], 'scenario'))
    .option(...outOption)
    .action(async (inputs: string[], options: ImportOptions) =>
      end(await importFiles(inputs, options, terminal)),
    );
};

async function importFiles(
  inputs: readonly string[],
  options: ImportOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { since, output, out } = options;
  const sinceMicros = since === undefined || since === 'all' ? since : parseDuration(since);
  if (since !== undefined && sinceMicros === undefined) {
    throw new CommandError(
      exitCode.usage,
      `--since ${visibleText(since)}: not a duration such as 20m or 1h, nor all`,
    );
  }
  const result = importCluster(await readSources(inputs, terminal, [out]), { sinceMicros });
  if (!result.ok) throw new CommandError(exitCode.input, result.errors.map(formatInputError).join('\n'));
  const report = importReport(result.cluster);
  const table = importReportText(report);
  if (output === 'scenario') terminal.stderr.write(table);
  const texts = {
    scenario: () => clusterScenario(result.cluster),
    report: () => table,
    json: () => jsonText('ImportReport', report),
  };
  writeOutput(out, texts[output](), terminal);
  if (out !== undefined)
    terminal.stderr.write(
      `windlass: wrote ${out}${output === 'scenario' ? `; try: windlass run ${out}` : ''}\n`,
    );
  return exitCode.ok;
}
