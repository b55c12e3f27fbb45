import { readFileSync } from 'node:fs';
import { readRecordedRuns } from '../../tools/validation/read-recorded-runs.ts';
import type { RecordedRun } from '../../tools/validation/recorded-run.ts';

/** The experiments of test/validation/runs, a file each. */
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

/** All runs of an experiment. */
export function recordedFile(experiment: (typeof experiments)[number]): readonly RecordedRun[] {
  const path = `test/validation/runs/${experiment}.ndjson`;
  return readRecordedRuns(path, readFileSync(new URL(`runs/${experiment}.ndjson`, import.meta.url), 'utf8'));
}

/** One run, by its full name: `e1-order/c2-eq8-n3/1`. */
export function recordedRun(name: string): RecordedRun {
  const experiment = experiments.find((known) => name.startsWith(`${known}/`));
  const run = experiment && recordedFile(experiment).find(({ header }) => header.run === name);
  if (run === undefined) throw new Error(`no recorded run ${name}`);
  return run;
}
