import type { RecordedRun } from './recorded-run.ts';

/** Returns the runs by `experiment/variant`, in the order in which those come first. */
export function variantsOf(runs: readonly RecordedRun[]): ReadonlyMap<string, readonly RecordedRun[]> {
  const variants = new Map<string, RecordedRun[]>();
  for (const run of runs) {
    const name = `${run.experiment}/${run.variant}`;
    const known = variants.get(name);
    if (known === undefined) variants.set(name, [run]);
    else known.push(run);
  }
  return variants;
}
