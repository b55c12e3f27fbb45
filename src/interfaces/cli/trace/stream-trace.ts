import { StepLog } from '../../../charts/inspector/step-log.ts';
import {
  joinRemarks,
  type PartRemarks,
  type Remarks,
  RemarksReader,
} from '../../../reports/summary/remarks.ts';
import type { PartEnd } from '../../../run/simulation/part-run.ts';
import {
  type Pauses,
  type SimulateOptions,
  simulateWithPauses,
  splitInput,
} from '../../../run/simulation/simulate.ts';
import { traceHeader } from '../../../run/simulation/trace-header.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import type { ActorRecord, HeaderRecord, TraceRecord } from '../../../trace/record.ts';
import { formatRecord, formatStep } from '../../../trace/write-trace.ts';
import { type HeardParts, listenToRun } from '../run/listen-to-run.ts';
import type { Terminal } from '../terminal.ts';
import { ChunkStore } from './chunk-store.ts';
import { FrameWriter, joinFrames } from './record-frames.ts';
import { TraceOutput } from './trace-output.ts';

/** A run whose trace has been written. */
interface StreamedRun {
  readonly header: HeaderRecord;
  /** The records that had to be kept. */
  readonly records: readonly TraceRecord[];
  readonly end: PartEnd;
  readonly remarks: Remarks;
}

type PartsOptions = Pick<SimulateOptions, 'engine' | 'onProgress' | 'chosen'>;

/** Runs the parts of the input. `onChunk` gets the chunks of frames of each part in their order. */
type RunFrames = (
  options: PartsOptions,
  onChunk: (part: number, chunk: Uint8Array) => void,
) => Promise<HeardParts>;

/**
 * Where a trace is written, and whether with the steps of its statecharts. `out` is a file; undefined means
 * stdout.
 */
export interface StreamOptions extends PartsOptions {
  readonly out: string | undefined;
  readonly steps?: boolean | undefined;
  /** Whether to keep the records of a trace with steps. */
  readonly keepRecords?: boolean;
  /** Gets each record of an actor, in order, for other readers. */
  readonly hear?: ((record: ActorRecord) => void) | undefined;
}

/**
 * Runs the simulation and writes its trace at the same time; the trace may be longer than the memory. A run
 * of one part is written at once. Several parts run one after another but stand in the trace in order of
 * time, so they are written once all are finished. If the run fails, no file stays. `runOnThreads` runs the
 * parts elsewhere. Throws a `CommandError` if the trace cannot be written, and the errors of the simulation.
 */
export async function streamTrace(
  input: SimulationInput,
  { out, steps = false, keepRecords = false, hear, ...options }: StreamOptions,
  pauses: Pauses,
  terminal: Terminal,
  runOnThreads?: RunFrames,
): Promise<StreamedRun> {
  const output = new TraceOutput(out, terminal);
  try {
    const isAtOnce = steps || splitInput(input).length === 1;
    const run = await (isAtOnce
      ? atOnce(input, { ...options, steps, keepRecords, hear }, pauses, output)
      : partByPart(input, { ...options, hear }, pauses, output, runOnThreads));
    output.finish();
    return run;
  } catch (error) {
    output.drop();
    throw error;
  }
}

async function atOnce(
  input: SimulationInput,
  { steps, hear, ...options }: Omit<StreamOptions, 'out'> & { readonly keepRecords: boolean },
  pauses: Pauses,
  output: TraceOutput,
): Promise<StreamedRun> {
  const header = traceHeader(input);
  const reader = new RemarksReader(header);
  const onRecord = (record: TraceRecord) => {
    output.add(formatRecord(record));
    if (record.type === 'header' || record.type === 'end') return;
    reader.note(record);
    hear?.(record);
  };
  const inspect = steps
    ? { inspect: new StepLog({ onStep: (step) => output.add(formatStep(step)) }).inspect }
    : {};
  const { end, records } = await simulateWithPauses(
    input,
    { ...options, ...inspect, onRecord },
    output.pausing(pauses),
  );
  return { header, end, records, remarks: joinRemarks([reader.remarks()]) };
}

async function partByPart(
  input: SimulationInput,
  { hear, ...options }: PartsOptions & Pick<StreamOptions, 'hear'>,
  pauses: Pauses,
  output: TraceOutput,
  runOnThreads: RunFrames | undefined,
): Promise<StreamedRun> {
  const header = traceHeader(input);
  const store = new ChunkStore();
  const onChunk = (part: number, chunk: Uint8Array) => store.add(part, chunk);
  try {
    const run = await (runOnThreads === undefined
      ? inTurn(input, options, pauses, onChunk)
      : runOnThreads(options, onChunk));
    const framed = { header, parts: run.remarks.length, end: run.end };
    const end = await joinFrames(store, framed, output, output.pausing(pauses), hear);
    return { header, end, records: [], remarks: joinRemarks(run.remarks) };
  } finally {
    store.close();
  }
}

async function inTurn(
  input: SimulationInput,
  options: PartsOptions,
  pauses: Pauses,
  onChunk: (part: number, chunk: Uint8Array) => void,
): Promise<HeardParts> {
  let parts = 0;
  return listenToRun(input, options, pauses, () => {
    const index = parts++;
    const frames = new FrameWriter((chunk) => onChunk(index, chunk));
    return { note: frames.note, end: () => frames.finish() };
  });
}

/** Takes the records of a part and passes them on as frames. */
export class PartFrames {
  readonly #frames: FrameWriter;
  readonly #reader: RemarksReader;

  constructor(header: HeaderRecord, onChunk: (chunk: Uint8Array<ArrayBuffer>) => void) {
    this.#frames = new FrameWriter(onChunk);
    this.#reader = new RemarksReader(header);
  }

  readonly note = (record: ActorRecord): void => {
    this.#frames.note(record);
    this.#reader.note(record);
  };

  /** Ends the part and returns its remarks. */
  finish(): PartRemarks {
    this.#frames.finish();
    return this.#reader.remarks();
  }
}
