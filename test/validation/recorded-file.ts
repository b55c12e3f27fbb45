import { readdirSync, readFileSync } from 'node:fs';
import { readRecordedRuns } from '../../tools/validation/read-recorded-runs.ts';
import type { RecordedRun } from '../../tools/validation/recorded-run.ts';

/** The experiments of test/validation/runs. */
export const experiments = [
  'e1-order',
  'e2-unpack',
  'e3-shared',
  'e4-present',
  'e5-layers',
  'e6-disk',
  'e6-fail',
  'e6-retry',
  'e6-stall',
  'e7-cpu',
  'e8-scale',
] as const;

const folder = new URL('runs/', import.meta.url);
let runs: readonly RecordedRun[] | undefined;

/** All runs of an experiment, of whatever file. */
export function recordedFile(experiment: (typeof experiments)[number]): readonly RecordedRun[] {
  runs ??= readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .flatMap((name) =>
      readRecordedRuns(`test/validation/runs/${name}`, readFileSync(new URL(name, folder), 'utf8')),
    );
  return runs.filter((run) => run.experiment === experiment);
}

/** One run, by its full name: `e1-order/c2-eq8-n3/1`. */
export function recordedRun(name: string): RecordedRun {
  const experiment = experiments.find((known) => name.startsWith(`${known}/`));
  const run = experiment && recordedFile(experiment).find(({ header }) => header.run === name);
  if (run === undefined) throw new Error(`no recorded run ${name}`);
  return run;
}
