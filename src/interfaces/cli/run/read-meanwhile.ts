import { joinRemarks, type Remarks, remarksOf } from '../../../reports/summary/remarks.ts';
import type { PartEnd } from '../../../run/simulation/part-run.ts';
import { type SimulateOptions, simulateWithPauses } from '../../../run/simulation/simulate.ts';
import { traceHeader } from '../../../run/simulation/trace-header.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import type { Terminal } from '../terminal.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { Interruption } from './interruption.ts';
import { listenToRun } from './listen-to-run.ts';
import type { RunReading } from './run-reading.ts';

interface ReadOptions extends Pick<SimulateOptions, 'engine' | 'onProgress' | 'inspect' | 'chosen'> {
  /** Where the trace is written while the run goes on, and whether with steps; absent: it is not. */
  readonly trace?: { readonly out: string | undefined; readonly steps: boolean } | undefined;
  /** For what is made of all records. */
  readonly keepRecords: boolean;
}

/** What a run has at hand. */
interface RunMeans {
  readonly interruption: Interruption;
  /** Absent: the command's own thread. */
  readonly pool: WorkerPool | undefined;
  readonly terminal: Terminal;
}

interface RunThatWasRead {
  readonly end: PartEnd;
  readonly remarks: Remarks;
  /** Empty unless they were to be kept. */
  readonly records: readonly TraceRecord[];
}

/**
 * Runs the simulation, and reads it meanwhile. Throws what the simulation throws, and a `CommandError` where
 * the trace cannot be written.
 */
export async function readMeanwhile(
  input: SimulationInput,
  { trace, keepRecords, inspect, ...options }: ReadOptions,
  reading: RunReading,
  { interruption, pool, terminal }: RunMeans,
): Promise<RunThatWasRead> {
  const onThreads = { ...options, flag: interruption.flag };
  if (trace !== undefined) {
    const { streamTrace } = await import('../trace/stream-trace.ts');
    const part = reading.begin(traceHeader(input));
    const run = await streamTrace(
      input,
      { ...options, ...trace, keepRecords, hear: part.note },
      interruption,
      terminal,
      pool && ((running, onChunk) => pool.frames(input, { ...running, flag: interruption.flag }, onChunk)),
    );
    part.end(run.end);
    return run;
  }
  if (keepRecords) {
    const inspected = inspect === undefined ? options : { ...options, inspect };
    const run = await (pool === undefined
      ? simulateWithPauses(input, inspected, interruption)
      : pool.simulate(input, onThreads));
    reading.readAll(run.records, run.end);
    return { ...run, remarks: remarksOf(run.records) };
  }
  const { end, remarks } = await (pool === undefined
    ? listenToRun(input, options, interruption, (part) => reading.begin(traceHeader(part)))
    : pool.listen(input, onThreads, reading.types, (part) => reading.begin(traceHeader(part))));
  return { end, remarks: joinRemarks(remarks), records: [] };
}
