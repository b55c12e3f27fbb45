import type { MessagePort } from 'node:worker_threads';
import type { DrawnRun } from '../../../answers/what-if/runs/runner.ts';
import type { RunFilter } from '../../../reports/run-filter/run-filter.ts';
import type { PartRemarks } from '../../../reports/summary/remarks.ts';
import type { PartTotals, RunTold } from '../../../reports/summary/run-totals.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import { type PartEnd, type PartMoment, runPart } from '../../../run/simulation/part-run.ts';
import { SimulationError } from '../../../run/simulation/simulation-error.ts';
import { traceHeader } from '../../../run/simulation/trace-header.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import type { ActorRecord } from '../../../trace/record.ts';
import { isSet } from '../run/interruption.ts';
import type { TypesRead } from '../run/run-reading.ts';

/** A task for a worker thread: plain data, and a port for its progress. */
type Task = PartsTask | WholeRunTask;

/**
 * What is needed of parts: their totals, as far as those are known at their ends; or remarks, while their
 * records go through the port as they are made, in batches or as frames.
 */
export type PartProduct = 'totals' | 'batches' | 'frames';

/** Parts of one run. `place` identifies their results. */
export interface PartsTask {
  readonly kind: 'parts';
  readonly parts: readonly { readonly part: SimulationInput; readonly place: string | undefined }[];
  readonly product: PartProduct;
  /** The types of records that go into batches; undefined means all. */
  readonly types: TypesRead;
  readonly engine: EngineName | undefined;
  /** Whose totals they are; undefined: all pods'. */
  readonly filter: RunFilter | undefined;
  /** Shared memory that says whether to stop. */
  readonly flag: Int32Array;
  /**
   * Receives a `PartProgress` from time to time, and each `PartChunk` or `PartBatch`. It is closed with the
   * last one.
   */
  readonly port: MessagePort;
}

/** A whole run of which only the totals are needed, with or without the number of its draws, or its table. */
export interface WholeRunTask {
  readonly kind: 'summary' | 'draws' | 'table';
  readonly input: SimulationInput;
  readonly engine: EngineName | undefined;
  readonly filter: RunFilter | undefined;
  /** Shared memory that says whether to stop. */
  readonly flag: Int32Array;
}

export interface PartProgress extends PartMoment {
  /** The index among the parts of the task. */
  readonly index: number;
}

/** A piece of the frames of the part with this index. */
export interface PartChunk {
  readonly index: number;
  readonly chunk: Uint8Array;
}

/** The next records of the part at that index. The last batch has the end of the part. */
export interface PartBatch {
  readonly index: number;
  /** As JSON, which takes a third of the time of a structured clone. */
  readonly batch: string;
  readonly end?: PartEnd;
}

/** The result of a part. If its totals cannot be known yet, it has its records. */
export interface PartOutcome {
  readonly end: PartEnd;
  readonly records?: readonly ActorRecord[];
  readonly totals?: PartTotals;
  readonly remarks?: PartRemarks;
}

/** Of parts, of a whole run's totals, with its draws, or its table; undefined: it was stopped. */
export type TaskValue = readonly PartOutcome[] | RunTold | DrawnRun | string | undefined;

/** An error loses its class and its code on the way out of a worker, so both are data here. */
export type TaskResult = { readonly value: TaskValue } | { readonly code: string; readonly message: string };

/** The number of steps between two progress messages of a part, which is some tenths of a second. */
const stepsPerMessage = 10_000;

/** Runs a task in a worker thread. */
export async function runTask(task: Task): Promise<TaskResult> {
  try {
    return { value: task.kind === 'parts' ? await runParts(task) : await wholeRun(task) };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { code: error.code, message: error.message };
  }
}

async function runParts({
  parts,
  product,
  types,
  engine,
  filter,
  flag,
  port,
}: PartsTask): Promise<readonly PartOutcome[]> {
  const listenTo = await listeners[product]();
  const outcomes = parts.map(({ part, place }, index): PartOutcome => {
    const onStep = ({ nowMicros, nextMicros, steps, podsUnsettled }: PartMoment) => {
      if (steps % stepsPerMessage !== 0 && nextMicros !== undefined) return;
      port.postMessage({ index, nowMicros, nextMicros, steps, podsUnsettled } satisfies PartProgress);
    };
    const putChunk = (chunk: Uint8Array<ArrayBuffer>) =>
      port.postMessage({ index, chunk } satisfies PartChunk, [chunk.buffer]);
    const putBatch = (batch: Omit<PartBatch, 'index'>) =>
      port.postMessage({ index, ...batch } satisfies PartBatch);
    const { note, outcome } = listenTo(part, { types, filter, putChunk, putBatch });
    const end = runPart(part, { place, onStep, onRecord: note, ...(engine && { engine }) }, () =>
      isSet(flag),
    );
    return { end, ...outcome(end) };
  });
  port.close();
  return outcomes;
}

/** Takes the records of a part and makes the requested product. */
interface OutcomeListener {
  readonly note: (record: ActorRecord) => void;
  readonly outcome: (end: PartEnd) => Omit<PartOutcome, 'end'>;
}

interface Listening {
  readonly types: TypesRead;
  readonly filter: RunFilter | undefined;
  readonly putChunk: (chunk: Uint8Array<ArrayBuffer>) => void;
  readonly putBatch: (batch: Omit<PartBatch, 'index'>) => void;
}

type ListenTo = (part: SimulationInput, listening: Listening) => OutcomeListener;

const recordsPerBatch = 200;

/** Each product loads only what it needs. */
const listeners: Readonly<Record<PartProduct, () => Promise<ListenTo>>> = {
  batches: async () => {
    const { RemarksReader } = await import('../../../reports/summary/remarks.ts');
    return (part, { types, putBatch }) => {
      const reader = new RemarksReader(traceHeader(part));
      let records: ActorRecord[] = [];
      const put = (end?: PartEnd) => {
        putBatch({ batch: JSON.stringify(records), ...(end && { end }) });
        records = [];
      };
      const note = (record: ActorRecord) => {
        reader.note(record);
        if (types?.has(record.type) !== false && records.push(record) >= recordsPerBatch) put();
      };
      const outcome = (end: PartEnd) => {
        put(end);
        return { remarks: reader.remarks() };
      };
      return { note, outcome };
    };
  },
  totals: async () => {
    const { PartTotalsReader } = await import('../../../reports/summary/run-totals.ts');
    return (part, { filter }) => {
      const reader = new PartTotalsReader(traceHeader(part), { filter });
      const records: ActorRecord[] = [];
      const note = (record: ActorRecord) => {
        records.push(record);
        reader.note(record);
      };
      const outcome = (end: PartEnd) => {
        const totals = reader.totals(end);
        return totals === undefined ? { records } : { totals };
      };
      return { note, outcome };
    };
  },
  frames: async () => {
    const { PartFrames } = await import('../trace/stream-trace.ts');
    return (part, { putChunk }) => {
      const frames = new PartFrames(traceHeader(part), putChunk);
      return { note: frames.note, outcome: () => ({ remarks: frames.finish() }) };
    };
  },
};

/** undefined if it was stopped. */
async function wholeRun({
  kind,
  input,
  engine,
  filter,
  flag,
}: WholeRunTask): Promise<RunTold | DrawnRun | string | undefined> {
  const pauses = { isDue: () => isSet(flag), goesOn: async () => false };
  const options = { ...(engine && { engine }), filter };
  if (kind === 'table') {
    const { runTable } = await import('../run/run-table.ts');
    const { table, end } = await runTable(input, options, pauses);
    return end.reason === 'interrupted' ? undefined : table;
  }
  if (kind === 'draws')
    return (await import('../../../answers/what-if/runs/runner.ts')).countDraws(input, options, pauses);
  const { summarizeRun } = await import('../../../answers/certainty/summarize-run.ts');
  const { end, summary, podTimes, idleFaults } = await summarizeRun(input, options, pauses);
  return end.reason === 'interrupted' ? undefined : { summary, podTimes, idleFaults };
}
