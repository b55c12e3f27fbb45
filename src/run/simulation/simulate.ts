import type { ActorRecord, EndRecord, TraceRecord } from '../../trace/record.ts';
import type { EngineName } from '../engine/engine.ts';
import type { SimulationInput } from '../simulation-input.ts';
import type { ChosenRun } from './choices.ts';
import { EventQueue } from './event-queue.ts';
import type { KernelOptions } from './kernel.ts';
import { type PartEnd, type PartResult, PartRun } from './part-run.ts';
import { partitionInput } from './partition-input.ts';
import { PartsProgress, type SimulationProgress } from './parts-progress.ts';
import { SimulationError } from './simulation-error.ts';
import { traceHeader } from './trace-header.ts';
import { endOfParts, TraceJoin } from './trace-join.ts';
import type { DrawAt, Inspect } from './world.ts';

/** The listeners of a run while it goes on, and its limits. */
export interface SimulateOptions extends Pick<KernelOptions, 'limits' | 'order'> {
  /** Hears each record as it is written. */
  readonly onRecord?: (record: TraceRecord) => void;
  /** false: `records` stays empty, for long runs whose records go elsewhere. */
  readonly keepRecords?: boolean;
  /** Hears how far the run has come, every so many steps. */
  readonly onProgress?: (progress: SimulationProgress) => void;
  /**
   * Gets every inspection event of XState about every actor, with the virtual time in µs. Costs nothing where
   * it is absent.
   */
  readonly inspect?: Inspect;
  /**
   * Of a run with `inspect`, only the part in which this node is, for who asks about one of many: its actors do the
   * same, by the same names, as in the whole run.
   */
  readonly onlyNode?: string;
  /** The engine that runs the machines. The trace is the same with either, byte for byte. */
  readonly engine?: EngineName;
  /** Decides what the seed would. */
  readonly draw?: DrawAt;
  /** The choices that are made in the part with this index (`splitInput`). */
  readonly chosen?: (ChosenRun & { readonly part: number }) | undefined;
}

export interface SimulationResult {
  /** The whole trace: header, the records of actors in order of time, end. */
  readonly records: readonly TraceRecord[];
  readonly end: EndRecord;
}

/** Lets others have a turn in a long run, and may end it before its time. */
export interface Pauses {
  /** Asked between instants, once something has happened. */
  readonly isDue: () => boolean;
  /** Resolves when the run may go on; to false: it ends here. */
  readonly goesOn: () => Promise<boolean>;
}

/** Where no other program needs a turn. */
export const withoutPauses: Pauses = { isDue: () => false, goesOn: async () => true };

/**
 * Runs a simulation until nothing can happen any more, or to its horizon. The same input gives the same
 * trace, byte for byte, on any machine. Nodes that share nothing are runs of their own, each over once
 * nothing can happen on it; at one microsecond the records of the first node come first. Throws
 * `SimulationError` where a limit is reached or an actor fails.
 */
export function simulate(input: SimulationInput, options: SimulateOptions = {}): SimulationResult {
  const run = runInPauses(input, options, () => false);
  for (;;) {
    const { done, value } = run.next(true);
    if (done) return value;
  }
}

/**
 * The same with pauses, in which the process does other things. What is interrupted ends with the reason
 * `interrupted`.
 */
export async function simulateWithPauses(
  input: SimulationInput,
  options: SimulateOptions,
  pauses: Pauses,
): Promise<SimulationResult> {
  return goOn(runInPauses(input, options, pauses.isDue), pauses);
}

/** A run that stops at each pause; its caller says whether it goes on. */
type PausingRun<T> = Generator<undefined, T, boolean>;

async function goOn<T>(run: PausingRun<T>, pauses: Pauses): Promise<T> {
  let next = run.next(true);
  while (!next.done) next = run.next(await pauses.goesOn());
  return next.value;
}

function* runInPauses(
  input: SimulationInput,
  options: SimulateOptions,
  isPauseDue: () => boolean,
): PausingRun<SimulationResult> {
  const parts = splitInput(input);
  const trace = openTrace(input, parts.length, options);
  const start = starter(input, parts, options);
  // Inspection events of actors come in order of time.
  if (options.inspect !== undefined)
    return trace.close(yield* runSideBySide(partsOf(options.onlyNode, parts), start, trace.join, isPauseDue));
  const recordsByPart: ActorRecord[][] = parts.map(() => []);
  const listen = (part: number): PartListener =>
    parts.length === 1
      ? { note: (record) => trace.join.write(0, record) }
      : { note: (record) => recordsByPart[part]?.push(record) };
  const partEnds = yield* runOneByOne(parts.length, start, listen, isPauseDue);
  trace.join.writeAll(recordsByPart);
  return trace.close(partEnds);
}

/** Gets the records of one part of a run, in the part's own numbers, from 1. */
export interface PartListener {
  readonly note: (record: ActorRecord) => void;
  /** The part is over. */
  readonly end?: (end: PartEnd) => void;
}

/**
 * Runs the parts one after another and sends each one's records to a listener of its own: for those who add
 * up, who need neither the order of the whole trace nor to keep it. Returns how the run ended.
 */
export async function simulateParts(
  input: SimulationInput,
  options: Omit<SimulateOptions, 'onRecord' | 'keepRecords' | 'inspect'>,
  pauses: Pauses,
  listenTo: (part: SimulationInput) => PartListener,
): Promise<PartEnd> {
  const parts = splitInput(input);
  const start = starter(input, parts, options);
  const run = runOneByOne(parts.length, start, (part) => listenTo(parts[part] ?? input), pauses.isDue);
  return endOfParts(await goOn(run, pauses));
}

/**
 * The parts of the input that can be run on their own, anywhere (`runPart`), in the order in which
 * `joinParts` takes them.
 */
export function splitInput(input: SimulationInput): readonly SimulationInput[] {
  checkPlaces(input);
  return partitionInput(input);
}

/** What distinguishes the network and registries of a part; undefined: it is the whole run. */
export function partPlace(part: SimulationInput, parts: readonly SimulationInput[]): string | undefined {
  return parts.length === 1 ? undefined : part.nodes.map(({ name }) => name).join();
}

/** What `simulate` returns, from the runs of all parts. Their records become the whole's. */
export function joinParts(
  input: SimulationInput,
  results: readonly PartResult[],
  options: TraceOptions = {},
): SimulationResult {
  const { join, close } = openTrace(input, results.length, options);
  join.writeAll(results.map(({ records }) => records));
  return close(results.map(({ end }) => end));
}

type TraceOptions = Pick<SimulateOptions, 'onRecord' | 'keepRecords'>;

function openTrace(input: SimulationInput, parts: number, { keepRecords, onRecord }: TraceOptions) {
  const records: TraceRecord[] = [];
  const join = new TraceJoin(parts, (record) => {
    if (keepRecords !== false) records.push(record);
    onRecord?.(record);
  });
  join.begin(traceHeader(input));
  return { join, close: (ends: readonly PartEnd[]): SimulationResult => ({ records, end: join.end(ends) }) };
}

function checkPlaces({ nodes, pods }: SimulationInput): void {
  const nodeNames = new Set(nodes.map(({ name }) => name));
  for (const { namespace, name, nodeName } of pods)
    if (!nodeNames.has(nodeName))
      throw new SimulationError(
        'input',
        `pod ${namespace}/${name} is on ${nodeName}, and there is no such node`,
      );
}

type StartPart = (index: number, onRecord: (record: ActorRecord) => void) => PartRun;

function starter(
  input: SimulationInput,
  parts: readonly SimulationInput[],
  { onProgress, chosen, onlyNode: _, ...options }: SimulateOptions,
): StartPart {
  const progress = onProgress && new PartsProgress(input, parts, onProgress);
  return (index, onRecord) => {
    const part = parts[index] ?? input;
    const partName = partPlace(part, parts);
    return new PartRun(part, {
      ...options,
      chosen: index === chosen?.part ? chosen : undefined,
      place: partName,
      onRecord,
      ...(progress && { onStep: (run) => progress.note(index, run) }),
    });
  };
}

/**
 * Each part has the processor's caches for itself, and is forgotten once it is over. After an interruption no
 * other part begins.
 */
function* runOneByOne(
  parts: number,
  start: StartPart,
  listenTo: (part: number) => PartListener,
  isPauseDue: () => boolean,
): PausingRun<readonly PartEnd[]> {
  const partEnds: PartEnd[] = [];
  for (let index = 0; index < parts && partEnds.at(-1)?.reason !== 'interrupted'; index++) {
    const { note, end } = listenTo(index);
    const run = start(index, note);
    run.advanceTo(Infinity, isPauseDue);
    while (run.nextMicros !== undefined) {
      if (yield) run.advanceTo(Infinity, isPauseDue);
      else run.interrupt();
    }
    partEnds.push(run.end);
    end?.(run.end);
  }
  return partEnds;
}

/** Returns the indexes of the parts with this node; of all parts where none has it, or none is asked for. */
function partsOf(node: string | undefined, parts: readonly SimulationInput[]): readonly number[] {
  const found = parts.findIndex(({ nodes }) => nodes.some(({ name }) => name === node));
  return found < 0 ? [...parts.keys()] : [found];
}

/** The parts with these indexes go on together, in order of time. */
function* runSideBySide(
  parts: readonly number[],
  start: StartPart,
  join: TraceJoin,
  isPauseDue: () => boolean,
): PausingRun<readonly PartEnd[]> {
  const runs: PartRun[] = [];
  const queue = new EventQueue();
  const add = (run: PartRun, sequence: number): void => {
    const { nextMicros } = run;
    if (nextMicros === undefined) return;
    const advance = () => {
      run.advanceTo(nextMicros);
      add(run, sequence);
    };
    queue.push({ atMicros: nextMicros, sequence, run: advance });
  };
  const begin = (index: number) => {
    const run = start(index, (record) => join.write(index, record));
    runs.push(run);
    run.advanceTo(0);
    add(run, index);
  };
  for (const index of parts) queue.push({ atMicros: 0, sequence: index, run: () => begin(index) });
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    entry.run?.();
    if (isPauseDue() && !(yield)) break;
  }
  for (const run of runs) run.interrupt();
  return runs.map(({ end }) => end);
}
