import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import Tinypool from 'tinypool';
import type { SummarizedRun } from '../../../answers/certainty/summarize-run.ts';
import type { DrawnRun } from '../../../answers/what-if/runs/runner.ts';
import type { RunFilter } from '../../../reports/run-filter/run-filter.ts';
import { type RunTold, RunTotals } from '../../../reports/summary/run-totals.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import type { PartEnd, PartResult } from '../../../run/simulation/part-run.ts';
import { PartsProgress } from '../../../run/simulation/parts-progress.ts';
import {
  joinParts,
  type PartListener,
  partPlace,
  type SimulateOptions,
  splitInput,
} from '../../../run/simulation/simulate.ts';
import { SimulationError } from '../../../run/simulation/simulation-error.ts';
import { traceHeader } from '../../../run/simulation/trace-header.ts';
import { endOfParts } from '../../../run/simulation/trace-join.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import type { ActorRecord } from '../../../trace/record.ts';
import type { HeardParts } from '../run/listen-to-run.ts';
import type { TypesRead } from '../run/run-reading.ts';
import { commandErrorOf, orFail, type Simulated, withHeader } from '../run/simulate-or-fail.ts';
import type {
  PartBatch,
  PartChunk,
  PartOutcome,
  PartProduct,
  PartProgress,
  PartsTask,
  TaskResult,
  TaskValue,
  WholeRunTask,
} from './run-task.ts';

/** Gives what parts tell, which comes from threads side by side, to listeners in the order of the parts. */
class PartsInOrder {
  readonly #listenTo: (part: number) => PartListener;
  /** Of parts whose turn has not come. */
  readonly #waiting = new Map<number, Omit<PartBatch, 'index'>[]>();
  #turn = 0;
  #listener: PartListener | undefined;

  constructor(listenTo: (part: number) => PartListener) {
    this.#listenTo = listenTo;
  }

  add(part: number, told: Omit<PartBatch, 'index'>): void {
    if (part !== this.#turn) {
      const waiting = this.#waiting.get(part);
      if (waiting === undefined) this.#waiting.set(part, [told]);
      else waiting.push(told);
      return;
    }
    this.#tell(told);
    while (this.#listener === undefined) {
      const waiting = this.#waiting.get(this.#turn);
      if (waiting === undefined) return;
      this.#waiting.delete(this.#turn);
      for (const next of waiting) this.#tell(next);
    }
  }

  #tell({ batch, end }: { readonly batch: string; readonly end?: PartEnd }): void {
    this.#listener ??= this.#listenTo(this.#turn);
    for (const record of JSON.parse(batch) as ActorRecord[]) this.#listener.note(record);
    if (end === undefined) return;
    this.#listener.end?.(end);
    this.#listener = undefined;
    this.#turn += 1;
  }
}

/** The number of tasks for each worker in one run: enough that none waits long for the last one. */
const tasksPerWorker = 8;
/** Not more, because the records of a part wait until all parts before it are over. */
const partsPerTask = 16;

interface PooledOptions {
  readonly engine?: EngineName | undefined;
  /** Whose totals they are; absent: all pods'. */
  readonly filter?: RunFilter | undefined;
  readonly onProgress?: SimulateOptions['onProgress'];
  /** Shared memory that tells the threads whether to stop. */
  readonly flag: Int32Array;
}

type WholeRunOptions = Pick<PooledOptions, 'engine' | 'filter' | 'flag'>;

interface Wanted {
  readonly product: PartProduct;
  readonly types?: TypesRead;
  /** Gets what comes through the port, with the index of the part among all parts. */
  readonly onTold?: (part: number, told: PartChunk | PartBatch) => void;
}

/**
 * Threads for independent work. The result has the same bytes for any number of them. To be closed at the
 * end.
 */
export class WorkerPool {
  readonly #threads: Tinypool;
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
    this.#threads = new Tinypool({
      // Beside this module, under its name in the package.
      filename: new URL('./run-task.js', import.meta.url).href,
      minThreads: count,
      maxThreads: count,
      name: 'runTask',
      // A thread that blocks until its next task would not close the port of the last one.
      useAtomics: false,
    });
  }

  /** Returns the result of `simulateOrFail`, from parts that run in parallel. */
  async simulate(input: SimulationInput, options: PooledOptions): Promise<Simulated> {
    return orFail(input, async () => {
      const results: PartResult[] = [];
      await this.listen(input, options, undefined, () => {
        const records: ActorRecord[] = [];
        return { note: (record) => records.push(record), end: (end) => results.push({ records, end }) };
      });
      return withHeader(joinParts(input, results));
    });
  }

  /**
   * Runs the parts as `simulateParts` does. Listeners get the records of these types, part after part in
   * their order.
   */
  async listen(
    input: SimulationInput,
    options: PooledOptions,
    types: TypesRead,
    listenTo: (part: SimulationInput) => PartListener,
  ): Promise<HeardParts> {
    const parts = splitInput(input);
    const inOrder = new PartsInOrder((part) => listenTo(parts[part] ?? input));
    const onTold = (part: number, told: PartBatch | PartChunk) => {
      if ('batch' in told) inOrder.add(part, told);
    };
    const outcomes = await this.#run(input, parts, options, { product: 'batches', types, onTold });
    return heardParts(outcomes);
  }

  /**
   * Returns the result of `summarizeRun` in the same way. The totals of a part are computed in its thread.
   */
  async total(input: SimulationInput, options: PooledOptions): Promise<SummarizedRun> {
    return orFail(input, async () => {
      const header = traceHeader(input);
      const totals = new RunTotals(header, { filter: options.filter });
      const parts = splitInput(input);
      const outcomes = await this.#run(input, parts, options, { product: 'totals' });
      for (const [index, { records = [], end, totals: known }] of outcomes.entries()) {
        if (known !== undefined) {
          totals.add(known);
          continue;
        }
        const reader = totals.begin(traceHeader(parts[index] ?? input));
        for (const record of records) reader.note(record);
        reader.end(end);
      }
      const end = endOfParts(outcomes.map(({ end }) => end));
      return { header, end, ...totals.finish(end) };
    });
  }

  /**
   * Runs the parts and passes on their records as frames: `onChunk` gets each part's chunks in their order.
   */
  async frames(
    input: SimulationInput,
    options: PooledOptions,
    onChunk: (part: number, chunk: Uint8Array) => void,
  ): Promise<HeardParts> {
    const onTold = (part: number, told: PartBatch | PartChunk) => {
      if ('chunk' in told) onChunk(part, told.chunk);
    };
    return heardParts(await this.#run(input, splitInput(input), options, { product: 'frames', onTold }));
  }

  async #run(
    input: SimulationInput,
    parts: readonly SimulationInput[],
    { engine, filter, flag, onProgress }: PooledOptions,
    { product, types, onTold }: Wanted,
  ): Promise<readonly PartOutcome[]> {
    const progress = onProgress && new PartsProgress(input, parts, onProgress);
    const size = Math.min(partsPerTask, Math.ceil(parts.length / (this.#count * tasksPerWorker)));
    let failure: { readonly error: unknown } | undefined;
    const batches = Array.from({ length: Math.ceil(parts.length / size) }, (_, index) => index * size);
    const results = await inOrder(
      batches.map(async (first) => {
        const { port1, port2 } = new MessageChannel();
        port1.on('message', (told: PartProgress | PartChunk | PartBatch) => {
          const part = first + told.index;
          if ('steps' in told) progress?.note(part, told);
          else if (failure === undefined) failure = failureOf(() => onTold?.(part, told));
        });
        const allTold = once(port1, 'close');
        const own = parts.slice(first, first + size).map((part) => ({ part, place: partPlace(part, parts) }));
        const task: PartsTask = {
          kind: 'parts',
          parts: own,
          product,
          types,
          engine,
          filter,
          flag,
          port: port2,
        };
        const result: TaskResult = await this.#threads.run(task, { transferList: [port2] });
        if ('value' in result) await allTold;
        else port1.close();
        if (failure !== undefined) throw failure.error;
        return taskValue(result) as readonly PartOutcome[];
      }),
    );
    return results.flat();
  }

  /**
   * Returns what `run` makes of each input, in order, without interrupted ones. `onEnd` is called after each.
   */
  async each<Wanted>(
    inputs: readonly SimulationInput[],
    run: (input: SimulationInput) => Promise<Wanted | undefined>,
    onEnd: () => void,
  ): Promise<readonly Wanted[]> {
    const all = await inOrder(
      inputs.map(async (input) => {
        const told = await run(input);
        onEnd();
        return told;
      }),
    );
    return all.filter((told) => told !== undefined);
  }

  /** Returns what a whole run tells; undefined if it was interrupted. */
  async tell(input: SimulationInput, options: WholeRunOptions): Promise<RunTold | undefined> {
    return (await this.#whole('summary', input, options)) as RunTold | undefined;
  }

  /** The same, with the number of its draws. */
  async tellDrawn(input: SimulationInput, options: WholeRunOptions): Promise<DrawnRun | undefined> {
    return (await this.#whole('draws', input, options)) as DrawnRun | undefined;
  }

  /** Returns the table of a whole run, with its seed; undefined if it was interrupted. */
  async table(input: SimulationInput, options: WholeRunOptions): Promise<string | undefined> {
    return (await this.#whole('table', input, options)) as string | undefined;
  }

  async #whole(
    kind: WholeRunTask['kind'],
    input: SimulationInput,
    { engine, filter, flag }: WholeRunOptions,
  ): Promise<TaskValue> {
    const task: WholeRunTask = { kind, input, engine, filter, flag };
    const result: TaskResult = await this.#threads.run(task);
    try {
      return taskValue(result);
    } catch (error) {
      throw commandErrorOf(error, input.seed);
    }
  }

  /** Ends the threads, even during a task. */
  async close(): Promise<void> {
    await this.#threads.destroy();
  }
}

function heardParts(outcomes: readonly PartOutcome[]): HeardParts {
  return {
    end: endOfParts(outcomes.map(({ end }) => end)),
    remarks: outcomes.flatMap(({ remarks = [] }) => remarks),
  };
}

/** Calls a listener and returns its error instead of throwing it. */
function failureOf(action: () => void): { readonly error: unknown } | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** Returns the values in order. Fails as soon as the first failed task is the next in order. */
async function inOrder<T>(tasks: readonly Promise<T>[]): Promise<readonly T[]> {
  for (const task of tasks) task.catch(() => {});
  const values: T[] = [];
  for (const task of tasks) values.push(await task);
  return values;
}

function taskValue(result: TaskResult): TaskValue {
  if ('value' in result) return result.value;
  throw new SimulationError(result.code, result.message);
}
