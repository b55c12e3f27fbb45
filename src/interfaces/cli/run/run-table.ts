import { csvReader } from '../../../reports/csv/csv-table.ts';
import type { RunFilter } from '../../../reports/run-filter/run-filter.ts';
import type { PartEnd } from '../../../run/simulation/part-run.ts';
import { type Pauses, type SimulateOptions, simulateParts } from '../../../run/simulation/simulate.ts';
import { traceHeader } from '../../../run/simulation/trace-header.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { RunReading } from './run-reading.ts';

export interface RunTable {
  /** The CSV of the run with a column of its seed, and a line of column names. */
  readonly table: string;
  readonly end: PartEnd;
}

/** Runs one of several seeds for its table. No record is kept. */
export async function runTable(
  input: SimulationInput,
  {
    filter,
    ...options
  }: Pick<SimulateOptions, 'engine' | 'onProgress'> & { readonly filter: RunFilter | undefined },
  pauses: Pauses,
): Promise<RunTable> {
  const header = traceHeader(input);
  const reading = new RunReading(header);
  const told = reading.add(csvReader(header, { ...(filter && { filter }), withSeed: true }));
  const end = await simulateParts(input, options, pauses, (part) => reading.begin(traceHeader(part)));
  return { table: told(end), end };
}
