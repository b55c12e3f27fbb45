import type { QuestionOf } from '../../answers/what-if/questions/question.ts';
import { sizeText } from '../../reports/text/quantity-text.ts';
import { CommandError, type ExitCode, exitCode } from '../cli/command-error.ts';
import { writeOutput } from '../cli/files/file-in-progress.ts';
import { planNamedSweep } from '../cli/sweep/planned-sweep.ts';
import type { Terminal } from '../cli/terminal.ts';
import { version } from '../cli/version.ts';
import type { AskingCommand } from '../cli/what-if/asking-command.ts';
import type { WhatIfOptions } from '../cli/what-if/what-if-options.ts';
import { configMapBytesMax, indexedJobText } from './indexed-job.ts';
import type { IndexedJobOptions } from './job-options.ts';
import { packPlan } from './job-plan.ts';

const completionsByDefault = 10;

/** `windlass sweep --indexed-job`: writes the manifest of a sweep instead of making its runs. */
export async function writeIndexedJob(
  asking: AskingCommand,
  question: QuestionOf<'sweep'>,
  options: WhatIfOptions & IndexedJobOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const results = options.results ?? 'pvc:windlass-results';
  if (!/^(?:pvc:[a-z0-9]([-.a-z0-9]*[a-z0-9])?|s3:\/\/[^/]+.*)$/.test(results))
    throw new CommandError(
      exitCode.usage,
      `--results ${results}: expected pvc:NAME of a PersistentVolumeClaim, or s3://BUCKET/PREFIX`,
    );
  const planned = await planNamedSweep(asking, question);
  const runs = planned.points.length * planned.seeds.length;
  const shares = Math.min(options.completions ?? completionsByDefault, runs);
  const plan = await packPlan(planned, { engine: options.engine, shares }, configMapBytesMax);
  if (plan === undefined)
    throw new CommandError(
      exitCode.input,
      'the inputs of these points are larger than 1 MiB when packed, which is all that a ConfigMap holds: fewer points (--sample), fewer pods, or several Jobs; with --queue there is no such limit',
    );
  const parallelism = Math.min(options.parallelism ?? shares, shares);
  const image = options.image ?? `windlass:${version}`;
  writeOutput(
    options.out,
    indexedJobText({ id: planned.id, shares }, plan, { image, parallelism, results }),
    terminal,
  );
  asking.tell(
    `${runs} runs in ${shares} shares; inputs: ${sizeText(plan.length)}. kubectl create -f it (apply would keep a copy of all in an annotation), then windlass sweep collect`,
  );
  return exitCode.ok;
}
