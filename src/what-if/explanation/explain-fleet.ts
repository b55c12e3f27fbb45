import type { SimulationInput } from '../../input/model.ts';
import { type FleetBlame, FleetBlameReader } from '../../report/critical-path/blame.ts';
import { endOf, headerOf } from '../../report/summary/run-conditions.ts';
import { type Pauses, type SimulateOptions, simulateParts } from '../../simulation/simulate.ts';
import { traceHeader } from '../../simulation/trace-header.ts';
import { noteRecords } from '../../trace/readings.ts';
import type { EndRecord, TraceRecord } from '../../trace/record.ts';

/** Runs the input and returns where the time of its pods went. Of a part that is over only sums are kept. */
export async function explainFleet(
  input: SimulationInput,
  options: Pick<SimulateOptions, 'engine' | 'onProgress'>,
  pauses: Pauses,
): Promise<{ readonly blame: FleetBlame; readonly reason: EndRecord['reason'] }> {
  const reader = new FleetBlameReader();
  const { at, reason } = await simulateParts(input, options, pauses, (part) => reader.begin(traceHeader(part)));
  return { blame: reader.finish(at), reason };
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
