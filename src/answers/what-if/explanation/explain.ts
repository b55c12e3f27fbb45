import { type FleetBlame, FleetBlameReader } from '../../../reports/critical-path/blame.ts';
import { PathIndex } from '../../../reports/critical-path/path-explanation.ts';
import { PodPhasesReader } from '../../../reports/phases/pod-phases.ts';
import { podRows, type RunRow } from '../../../reports/run-view/run-rows.ts';
import { endOf, headerOf } from '../../../reports/summary/run-conditions.ts';
import {
  type Pauses,
  type SimulateOptions,
  simulateParts,
  simulateWithPauses,
} from '../../../run/simulation/simulate.ts';
import { traceHeader } from '../../../run/simulation/trace-header.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { noteRecords, ReadingTable } from '../../../trace/readings.ts';
import type { EndRecord, TraceRecord } from '../../../trace/record.ts';
import { containerNamed, nearName, partOfPod } from './container-name.ts';
import type { Explained } from './counterfactuals.ts';

/** A container that was found and explained, or a name that is nearly the wanted one. */
export type FoundContainer = Explained | { readonly near: string | undefined };

/** Explains a container of a run that is over. `name` as `containerNamed` takes it. */
export function explainRecords(records: readonly TraceRecord[], name: string | undefined): FoundContainer {
  const index = new PathIndex(records);
  const row = containerNamed(index.rows, name);
  return row === undefined ? { near: nearName(index.rows, name ?? '') } : { row, path: index.explain(row) };
}

type Options = Pick<SimulateOptions, 'engine' | 'onProgress'>;

/**
 * Runs the input and explains a container of it. All parts of the run are run once to find the container;
 * only the records of its own part are kept. `reason` is that of the run's end.
 */
export async function explainInput(
  input: SimulationInput,
  name: string | undefined,
  options: Options,
  pauses: Pauses,
): Promise<{ readonly found: FoundContainer; readonly reason: EndRecord['reason'] }> {
  const rows: RunRow[] = [];
  const { reason } = await simulateParts(input, options, pauses, () => {
    const reader = new PodPhasesReader();
    const table = new ReadingTable([reader.readings]);
    return {
      note: (record) => table.note(record),
      end: ({ at }) => {
        for (const row of podRows(reader.pods(at))) rows.push(row);
      },
    };
  });
  const row = containerNamed(rows, name);
  if (row === undefined || reason === 'interrupted')
    return { found: { near: nearName(rows, name ?? '') }, reason };
  const part = partOfPod(input, row.container.pod);
  const { records, end } = await simulateWithPauses(part, options, pauses);
  if (end.reason === 'interrupted') return { found: { near: undefined }, reason: end.reason };
  const { namespace, name: pod } = row.container.pod;
  return { found: explainRecords(records, `${namespace}/${pod}/${row.container.name}`), reason };
}

/** Runs the input and returns where the time of its pods went. Of a part that is over only sums are kept. */
export async function explainFleet(
  input: SimulationInput,
  options: Pick<SimulateOptions, 'engine' | 'onProgress'>,
  pauses: Pauses,
): Promise<{
  readonly blame: FleetBlame;
  readonly reason: EndRecord['reason'];
  readonly endMs: number;
}> {
  const reader = new FleetBlameReader();
  const { at, reason } = await simulateParts(input, options, pauses, (part) =>
    reader.begin(traceHeader(part)),
  );
  return { blame: reader.finish(at), reason, endMs: at };
}

/** Returns the same of a trace. */
export function explainFleetRecords(records: readonly TraceRecord[]): FleetBlame {
  const reader = new FleetBlameReader();
  const header = headerOf(records);
  const endMs = endOf(records)?.at ?? records.at(-1)?.at ?? 0;
  if (header === undefined) return reader.finish(endMs);
  const part = reader.begin(header);
  noteRecords(records, part.note);
  part.end({ at: endMs });
  return reader.finish(endMs);
}
