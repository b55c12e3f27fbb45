import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { type InputResult, readInput } from '../../../inputs/read-input.ts';
import { type RunRequest, runCommandLine, sparseRequest } from '../../../inputs/run-request.ts';
import { pathSpan } from '../../../reports/critical-path/critical-path.ts';
import type { PathExplanation } from '../../../reports/critical-path/path-explanation.ts';
import type { JsonFields } from '../../../reports/json/json-text.ts';
import { podPhases } from '../../../reports/phases/pod-phases.ts';
import { wholeMicros } from '../../../reports/phases/whole-micros.ts';
import { podRows, type RunRow } from '../../../reports/run-view/run-rows.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import { type Pauses, simulateWithPauses } from '../../../run/simulation/simulate.ts';
import { SimulationError } from '../../../run/simulation/simulation-error.ts';
import type { PodRef } from '../../../trace/observation.ts';
import { inputOfDraw, type SeededInput } from '../runs/drawn-sizes.ts';
import { partOfPod } from './container-name.ts';
import { type CounterfactualChange, changedBy, counterfactualChanges } from './counterfactual-changes.ts';

/** What became of the container in a run in which one thing was otherwise. */
export type Counterfactual = JsonFields<'Explanation'>['others'][number];

/** The other runs of a container, the greatest gain first. */
export interface Counterfactuals {
  readonly found: readonly Counterfactual[];
  /** The change of each. */
  readonly changes: ReadonlyMap<Counterfactual, CounterfactualChange>;
  /** Whether all were made; not after an interruption. */
  readonly isWhole: boolean;
}

/** A run whose parts are asked for again with changes, and with other sizes. */
export interface AskedRun extends SeededInput {
  /** As on the command line. */
  readonly inputs: readonly string[];
  readonly sources: readonly SourceText[];
  readonly request: RunRequest;
  readonly engine: EngineName;
}

/** Returns the same run with the sizes of this draw. */
export function runOfDraw(run: AskedRun, draw: number): AskedRun {
  const request = { ...run.request, sizeDraw: draw };
  return { ...run, request, input: inputOfDraw(run, run.input.seed, draw) };
}

/** A container and its path. */
export interface Explained {
  readonly row: RunRow;
  readonly path: PathExplanation;
}

/** Hears how many of the runs are done. */
export type CountRuns = (done: number, all: number) => void;

/**
 * Runs the input once for each thing that may have made the container wait, and returns what became of it,
 * the greatest gain first. What the input or a release refuses is left out. After an interruption the list
 * ends early.
 */
export async function counterfactuals(
  run: AskedRun,
  { row, path }: Explained,
  pauses: Pauses,
  note: CountRuns,
): Promise<Counterfactuals> {
  const changes = counterfactualChanges(path, run.input);
  const found: Counterfactual[] = [];
  const changeOf = new Map<Counterfactual, CounterfactualChange>();
  let isWhole = true;
  for (const [index, change] of changes.entries()) {
    note(index, changes.length);
    const one = await counterfactual(run, { row, path }, change, pauses);
    isWhole = one !== 'interrupted';
    if (one === 'interrupted') break;
    if (one === undefined) continue;
    found.push(one);
    changeOf.set(one, change);
  }
  return { found: found.sort((a, b) => gain(b) - gain(a)), changes: changeOf, isWhole };
}

/**
 * Runs the input with one change and returns what became of the container; undefined if the input or a release
 * refuses the change.
 */
export async function counterfactual(
  { inputs, sources, request, input, engine }: AskedRun,
  { row: { container }, path }: Explained,
  { words, change }: CounterfactualChange,
  pauses: Pauses,
): Promise<Counterfactual | 'interrupted' | undefined> {
  const changed = sparseRequest({ ...changedBy(request, change), seed: input.seed });
  const result: InputResult = readInput(sources, changed);
  if (!result.ok) return undefined;
  const part = partOfPod(result.input, container.pod);
  const run = await simulateWithPauses(part, { engine }, pauses).catch(noRun);
  if (run === undefined) return undefined;
  if (run.end.reason === 'interrupted') return 'interrupted';
  const rows = podRows(podPhases(run.records).pods);
  const row = rows.find(
    ({ container: { name, pod } }) => name === container.name && isSamePod(pod, container.pod),
  );
  const end = row && pathSpan(row);
  const tookMs = end === undefined ? 0 : wholeMicros(end.toMs - end.fromMs);
  return {
    words,
    reached: end?.reached ?? 'absent',
    tookMs,
    earlierMs: isThere(path.reached) && isThere(end?.reached) ? wholeMicros(path.tookMs - tookMs) : null,
    command: runCommandLine(inputs, changed),
  };
}

/** Another run may give it another UID. */
function isSamePod(one: PodRef, other: PodRef): boolean {
  return one.namespace === other.namespace && one.name === other.name;
}

/** Whether a container has run, or an image volume is there. */
export function isThere(reached: Counterfactual['reached'] | undefined): boolean {
  return reached === 'running' || reached === 'there';
}

/** A run that one of the simulator's limits ends tells nothing. */
export function noRun(error: unknown): undefined {
  if (error instanceof SimulationError) return undefined;
  throw error;
}

/** A container that runs only with the change gains more than any other. */
function gain({ earlierMs, reached }: Counterfactual): number {
  return earlierMs ?? (isThere(reached) ? Number.MAX_VALUE : -Number.MAX_VALUE);
}
