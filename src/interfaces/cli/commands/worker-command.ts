import { Option } from 'commander';
import { CommandError, type ExitCode, exitCode, exitCodes } from '../command-error.ts';
import { forNotes, quietOption } from '../command-options.ts';
import type { CommandHelp } from '../help/command-help.ts';
import type { Terminal } from '../terminal.ts';
import { type WorkersAsked, workersAsked } from '../workers/worker-count.ts';
import type { AddCommand } from './add-command.ts';

interface WorkerOptions {
  readonly queue?: string;
  readonly plan?: string;
  readonly results?: string;
  readonly workers: WorkersAsked;
  readonly quiet?: true;
}

export const help: CommandHelp = {
  about: [
    'With --queue it takes the runs of windlass sweep --queue from a Redis, as many at once as it has threads, until it is stopped. Any number of workers on any number of machines may come and go, and may be killed: what one had begun is taken by another a few seconds later, and counts once. A password of Redis may be in the address or in REDISCLI_AUTH, which does not show in a list of processes.',
    'With --plan it makes one share of a sweep and ends: the one of JOB_COMPLETION_INDEX, as the pods of the Job have it that windlass sweep --indexed-job writes. Made again it gives the same bytes.',
    'Sweep and worker must be the same package. A worker of another build refuses the job.',
    'It gets inputs as they were read: names of pods, images, nodes and registries, but neither manifests nor Secrets.',
  ],
  examples: [
    ['Help a sweep with all processors of this machine', 'windlass worker --queue redis://10.0.0.7:6379/0'],
    ['With two threads', 'windlass worker --queue redis://10.0.0.7:6379/0 --workers 2'],
    [
      'Make a share of a Job again that failed',
      'JOB_COMPLETION_INDEX=3 windlass worker --plan sweep.br --results /results',
    ],
  ],
  exits: exitCodes.filter(([code]) => code === exitCode.unreachable),
};

/** `windlass worker`: makes the runs of sweeps of other processes. */
export const add: AddCommand = (command, terminal, end) => {
  command
    .option('--queue <redis>', 'where sweeps ask for runs: redis://HOST:PORT/DATABASE, or rediss:// for TLS')
    .option('--plan <file>', 'the plan of a sweep in shares, from the ConfigMap of its Job')
    .option('--results <place>', 'where its shares go: a folder, or s3://BUCKET/PREFIX')
    .addOption(
      new Option('--workers <n>', 'threads for runs; auto: one for each processor')
        .argParser(workersAsked)
        .default('auto'),
    )
    .option(...quietOption)
    .action(async (options: WorkerOptions) => end(await work(options, terminal)));
};

async function work(
  { queue, plan, results, workers, quiet }: WorkerOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const notes = forNotes(terminal, quiet === true ? { quiet } : {});
  if (queue !== undefined && plan === undefined && results === undefined) {
    const threads = workers === 'auto' ? (terminal.processors ?? 1) : workers;
    const { runQueueWorker } = await import('../../queue/queue-worker.ts');
    const made = await runQueueWorker({ queue, threads }, terminal, notes);
    notes.stderr.write(`windlass: stopped; ${made === 1 ? '1 chunk was' : `${made} chunks were`} made\n`);
    return exitCode.ok;
  }
  if (queue !== undefined || plan === undefined || results === undefined)
    throw new CommandError(exitCode.usage, 'worker needs --queue, or --plan and --results');
  const { runShare } = await import('../../indexed-job/run-share.ts');
  return runShare({ plan, results, workers }, terminal, notes);
}
