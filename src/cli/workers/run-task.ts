import type { MessagePort } from 'node:worker_threads';
import type { EngineName } from '../../engine/engine.ts';
import type { SimulationInput } from '../../input/model.ts';
import type { PartRemarks } from '../../report/summary/remarks.ts';
import type { PartTotals } from '../../report/summary/run-totals.ts';
import type { RunSummary } from '../../report/summary/summary.ts';
import { type PartEnd, type PartMoment, type PartResult, runPart } from '../../simulation/part-run.ts';
import { SimulationError } from '../../simulation/simulation-error.ts';
import { traceHeader } from '../../simulation/trace-header.ts';
import type { ActorRecord } from '../../trace/record.ts';
import { isSet } from '../run/interruption.ts';

/** What a worker thread is asked for: plain data, and a port for how far it has come. */
export type Task = PartsTask | SummaryTask;

/**
 * What is wanted of parts: all that they told; what they come to, as far as that is known at their ends; or frames of their records, which
 * go through the port as they are made, and what is said of them.
 */
export type PartProduct = 'records' | 'totals' | 'frames';

/** Parts of one run; `place` tells apart what they have. */
export interface PartsTask {
  readonly kind: 'parts';
  readonly parts: readonly { readonly part: SimulationInput; readonly place: string | undefined }[];
  readonly product: PartProduct;
  readonly engine: EngineName | undefined;
  /** Shared: whether to stop. */
  readonly flag: Int32Array;
  /** Gets a `PartProgress` now and then, and each `PartChunk`; is closed with the last. */
  readonly port: MessagePort;
}

/** A whole run, of which only the summary is wanted. */
export interface SummaryTask {
  readonly kind: 'summary';
  readonly input: SimulationInput;
  readonly engine: EngineName | undefined;
  /** Shared: whether to stop. */
  readonly flag: Int32Array;
}

export interface PartProgress extends PartMoment {
  /** Its place among the parts of the task. */
  readonly index: number;
}

/** A piece of the frames of the part in that place. */
export interface PartChunk {
  readonly index: number;
  readonly chunk: Uint8Array;
}

/** What was wanted of a part. Where its totals cannot be known yet it has its records. */
export interface PartOutcome extends Partial<PartResult> {
  readonly end: PartEnd;
  readonly totals?: PartTotals;
  readonly remarks?: PartRemarks;
}

/** An error keeps neither its class nor its code on its way out of a worker. */
export type TaskResult =
  | { readonly value: readonly PartOutcome[] | RunSummary | undefined }
  | { readonly code: string; readonly message: string };

/** Between two messages of how far a part has come: some tenths of a second. */
const stepsPerMessage = 10_000;

/** What a worker thread does with a task. */
export async function runTask(task: Task): Promise<TaskResult> {
  try {
    return { value: task.kind === 'parts' ? await runParts(task) : await summaryOf(task) };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { code: error.code, message: error.message };
  }
}

async function runParts({ parts, product, engine, flag, port }: PartsTask): Promise<readonly PartOutcome[]> {
  const listenTo = await listeners[product]();
  const outcomes = parts.map(({ part, place }, index): PartOutcome => {
    const onStep = ({ nowMicros, nextMicros, steps, podsUnsettled }: PartMoment) => {
      if (steps % stepsPerMessage !== 0 && nextMicros !== undefined) return;
      port.postMessage({ index, nowMicros, nextMicros, steps, podsUnsettled } satisfies PartProgress);
    };
    const putChunk = (chunk: Uint8Array<ArrayBuffer>) => port.postMessage({ index, chunk } satisfies PartChunk, [chunk.buffer]);
    const { note, outcome } = listenTo(part, putChunk);
    const end = runPart(part, { place, onStep, onRecord: note, ...(engine && { engine }) }, () => isSet(flag));
    return { end, ...outcome(end) };
  });
  port.close();
  return outcomes;
}

/** Hears a part, and makes of it what is wanted. */
interface OutcomeListener {
  readonly note: (record: ActorRecord) => void;
  readonly outcome: (end: PartEnd) => Omit<PartOutcome, 'end'>;
}

type ListenTo = (part: SimulationInput, putChunk: (chunk: Uint8Array<ArrayBuffer>) => void) => OutcomeListener;

/** Each loads what it needs, and nothing else. */
const listeners: Readonly<Record<PartProduct, () => Promise<ListenTo>>> = {
  records: async () => () => {
    const records: ActorRecord[] = [];
    return { note: (record) => records.push(record), outcome: () => ({ records }) };
  },
  totals: async () => {
    const { PartTotalsReader } = await import('../../report/summary/run-totals.ts');
    return (part) => {
      const reader = new PartTotalsReader(traceHeader(part));
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
    return (part, putChunk) => {
      const frames = new PartFrames(traceHeader(part), putChunk);
      return { note: frames.note, outcome: () => ({ remarks: frames.finish() }) };
    };
  },
};

/** Undefined: it was stopped. */
async function summaryOf({ input, engine, flag }: SummaryTask): Promise<RunSummary | undefined> {
  const { summarizeRun } = await import('../run/summarize-run.ts');
  const pauses = { isDue: () => isSet(flag), goesOn: async () => false };
  const { summary, end } = await summarizeRun(input, engine ? { engine } : {}, pauses);
  return end.reason === 'interrupted' ? undefined : summary;
}
