import { type PartRemarks, RemarksReader } from '../../../reports/summary/remarks.ts';
import type { PartEnd } from '../../../run/simulation/part-run.ts';
import {
  type PartListener,
  type Pauses,
  type SimulateOptions,
  simulateParts,
} from '../../../run/simulation/simulate.ts';
import { traceHeader } from '../../../run/simulation/trace-header.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';

/** Parts that are over, and what is said of each, in their order. */
export interface HeardParts {
  readonly end: PartEnd;
  readonly remarks: readonly PartRemarks[];
}

/** Runs the parts of the input one after another, each with its listener, and notes what is said of them. */
export async function listenToRun(
  input: SimulationInput,
  options: Pick<SimulateOptions, 'engine' | 'onProgress' | 'chosen'>,
  pauses: Pauses,
  listenTo: (part: SimulationInput) => PartListener,
): Promise<HeardParts> {
  const remarks: PartRemarks[] = [];
  const end = await simulateParts(input, options, pauses, (part) => {
    const reader = new RemarksReader(traceHeader(part));
    const listener = listenTo(part);
    return {
      note: (record) => {
        reader.note(record);
        listener.note(record);
      },
      end: (end) => {
        listener.end?.(end);
        remarks.push(reader.remarks());
      },
    };
  });
  return { end, remarks };
}
