import type { RunFilter } from '../../reports/run-filter/run-filter.ts';
import { type RunTold, RunTotals } from '../../reports/summary/run-totals.ts';
import type { PartEnd } from '../../run/simulation/part-run.ts';
import { type Pauses, type SimulateOptions, simulateParts } from '../../run/simulation/simulate.ts';
import { traceHeader } from '../../run/simulation/trace-header.ts';
import type { SimulationInput } from '../../run/simulation-input.ts';
import type { HeaderRecord } from '../../trace/record.ts';

/** A run of which only the totals were needed. Its records are not kept. */
export interface SummarizedRun extends RunTold {
  readonly header: HeaderRecord;
  readonly end: PartEnd;
}

/** Runs the simulation and adds it up at the same time, so that no record is kept longer than necessary. */
export async function summarizeRun(
  input: SimulationInput,
  {
    filter,
    ...options
  }: Pick<SimulateOptions, 'engine' | 'onProgress' | 'draw' | 'chosen'> & {
    readonly filter?: RunFilter | undefined;
  },
  pauses: Pauses,
): Promise<SummarizedRun> {
  const header = traceHeader(input);
  const totals = new RunTotals(header, { filter });
  const end = await simulateParts(input, options, pauses, (part) => totals.begin(traceHeader(part)));
  return { header, end, ...totals.finish(end) };
}
