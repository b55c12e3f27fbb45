import type { SizedInput } from '../../../answers/certainty/size-draws.ts';
import { formatInputError, type InputError } from '../../../inputs/documents/input-error.ts';
import type { ImageOrigin } from '../../../inputs/images/image-origin.ts';
import { pullsNothing, readInput } from '../../../inputs/read-input.ts';
import { noPodsReasons } from '../../../reports/summary/kept-out.ts';
import { type Pauses, simulateWithPauses, withoutPauses } from '../../../run/simulation/simulate.ts';
import { stoppedText } from '../../../run/simulation/simulation-error.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { readTrace } from '../../../trace/read-trace.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import type { StepRecord } from '../../../trace/step-record.ts';
import type { Progress } from './progress.ts';
import type { RunOrigin } from './worker-protocol.ts';

/**
 * The trace of a request with its other results; or what is wrong with the request, as the command line
 * prints it.
 */
export type MadeRun =
  | {
      readonly ok: true;
      readonly records: readonly TraceRecord[];
      readonly warnings: readonly string[];
      /** Absent for a stored trace. */
      readonly sized?: SizedInput;
      /** The steps of a stored trace that has them. */
      readonly steps: readonly StepRecord[];
    }
  | Refusal;

/** Why there is no run, as the command line prints it, and what that was made of if the input is wrong. */
interface Refusal {
  readonly ok: false;
  readonly errors: readonly string[];
  readonly inputErrors?: readonly InputError[];
}

/** Simulates a run, or reads a stored trace. A pause may end it: then it is the part that is known. */
export async function makeRun(
  request: RunOrigin,
  progress?: Progress,
  pauses: Pauses = withoutPauses,
): Promise<MadeRun> {
  return request.kind === 'show' ? readStored(request) : simulateSources(request, progress, pauses);
}

function readStored({ name, trace }: Extract<RunOrigin, { kind: 'show' }>): MadeRun {
  const read = readTrace(trace);
  if (!read.ok) return { ok: false, errors: [`${name}:${read.line}: ${read.message}`] };
  const warnings = read.complete ? [] : [`${name}: the trace has no end: it was cut short`];
  return { ok: true, records: read.records, steps: read.steps, warnings };
}

async function simulateSources(
  request: Extract<RunOrigin, { kind: 'simulate' }>,
  progress: Progress | undefined,
  pauses: Pauses,
): Promise<MadeRun> {
  const read = simulatedInput(request);
  if (!read.ok) return read;
  const { input, origins, warnings } = read;
  try {
    const options = progress === undefined ? {} : { onProgress: progress.note };
    return {
      ok: true,
      records: (await simulateWithPauses(input, options, pauses)).records,
      steps: [],
      warnings,
      sized: { input, origins },
    };
  } catch (error) {
    const stopped = stoppedText(error, input.seed);
    if (stopped === undefined) throw error;
    return { ok: false, errors: [stopped] };
  }
}

/** The input of a simulation, or what is wrong with it, as the command line prints it. */
type SimulatedInput =
  | {
      readonly ok: true;
      readonly input: SimulationInput;
      readonly origins: ReadonlyMap<string, ImageOrigin>;
      readonly warnings: readonly string[];
    }
  | Refusal;

/**
 * Reads manifests and settings. An input in which nothing would happen is refused, as `windlass run` does.
 */
export function simulatedInput({
  sources,
  settings,
}: Extract<RunOrigin, { kind: 'simulate' }>): SimulatedInput {
  const read = readInput(sources, settings);
  if (!read.ok) {
    return { ok: false, errors: read.errors.map(formatInputError), inputErrors: read.errors };
  }
  return pullsNothing(read.input)
    ? { ok: false, errors: [noPodsReasons(read.input, read.warnings).join('\n')] }
    : read;
}

/** Returns what is wrong with manifests and settings, each with its place; nothing if they can be run. */
export function inputErrors(origin: Extract<RunOrigin, { kind: 'simulate' }>): readonly InputError[] {
  const read = simulatedInput(origin);
  if (read.ok) return [];
  const [file] = origin.sources;
  // That nothing would be pulled has no place.
  return read.inputErrors ?? [{ code: 'NOTHING', file: file?.name ?? '', message: read.errors.join('\n') }];
}
