import type { MessagePort } from 'node:worker_threads';
import type { EngineName } from '../../engine/engine.ts';
import type { SimulationInput } from '../../input/model.ts';
import type { PartTotals } from '../../report/summary/run-totals.ts';
import type { RunSummary } from '../../report/summary/summary.ts';
import { type PartMoment, type PartResult, runPart } from '../../simulation/part-run.ts';
import { SimulationError } from '../../simulation/simulation-error.ts';
import { isSet } from '../run/interruption.ts';

/** What a worker thread is asked for: plain data, and a port for how far it has come. */
export type Task = PartsTask | SummaryTask;

/** Parts of one run; `place` tells apart what they have. */
export interface PartsTask {
  readonly kind: 'parts';
  readonly parts: readonly { readonly part: SimulationInput; readonly place: string | undefined }[];
  /** Whether only what they come to is wanted, as far as that is known at their ends. */
  readonly isAddedUp: boolean;
  readonly engine: EngineName | undefined;
  /** Shared: whether to stop. */
  readonly flag: Int32Array;
  /** Gets a `PartProgress` now and then, and is closed with the last. */
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

/** A part with its totals has no records. */
export type PartOutcome = PartResult & { readonly totals?: PartTotals | undefined };

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

async function runParts({ parts, isAddedUp, engine, flag, port }: PartsTask): Promise<readonly PartOutcome[]> {
  const startTotals = isAddedUp ? await loadTotals() : undefined;
  const results = parts.map(({ part, place }, index): PartOutcome => {
    const onStep = ({ nowMicros, nextMicros, steps, podsUnsettled }: PartMoment) => {
      if (steps % stepsPerMessage !== 0 && nextMicros !== undefined) return;
      port.postMessage({ index, nowMicros, nextMicros, steps, podsUnsettled } satisfies PartProgress);
    };
    const reader = startTotals?.(part);
    const result = runPart(part, { place, onStep, onRecord: reader?.note, ...(engine && { engine }) }, () => isSet(flag));
    const totals = reader?.totals(result.end);
    return totals === undefined ? result : { end: result.end, totals, records: [] };
  });
  port.close();
  return results;
}

/** Undefined: it was stopped. */
async function summaryOf({ input, engine, flag }: SummaryTask): Promise<RunSummary | undefined> {
  const { summarizeRun } = await import('../run/summarize-run.ts');
  const pauses = { isDue: () => isSet(flag), goesOn: async () => false };
  const { summary, end } = await summarizeRun(input, engine ? { engine } : {}, pauses);
  return end.reason === 'interrupted' ? undefined : summary;
}

/** Loaded where it is asked for: those who want records need none of it. */
async function loadTotals() {
  const { PartTotalsReader } = await import('../../report/summary/run-totals.ts');
  const { headerOf } = await import('../../simulation/header-of.ts');
  return (part: SimulationInput) => new PartTotalsReader(headerOf(part));
}
