import type { SizedInput } from '../../certainty/size-draws.ts';
import { simulate } from '../../simulation/simulate.ts';
import { stoppedText } from '../../simulation/simulation-error.ts';
import { readTrace } from '../../trace/read-trace.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { StepRecord } from '../../trace/step-record.ts';
import type { Progress } from './progress.ts';
import { simulatedInput } from './simulated-input.ts';
import type { RunOrigin } from './worker-protocol.ts';

/** The trace of a request with its other results; or what is wrong with the request, as the command line prints it. */
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
  | { readonly ok: false; readonly errors: readonly string[] };

/** Simulates a run, or reads a stored trace. */
export function makeRun(request: RunOrigin, progress?: Progress): MadeRun {
  return request.kind === 'show' ? readStored(request) : simulateSources(request, progress);
}

function readStored({ name, trace }: Extract<RunOrigin, { kind: 'show' }>): MadeRun {
  const read = readTrace(trace);
  if (!read.ok) return { ok: false, errors: [`${name}:${read.line}: ${read.message}`] };
  const warnings = read.complete ? [] : [`${name}: the trace has no end: it was cut short`];
  return { ok: true, records: read.records, steps: read.steps, warnings };
}

function simulateSources(request: Extract<RunOrigin, { kind: 'simulate' }>, progress: Progress | undefined): MadeRun {
  const read = simulatedInput(request);
  if (!read.ok) return read;
  const { input, origins, warnings } = read;
  try {
    return {
      ok: true,
      records: simulate(input, progress === undefined ? {} : { onProgress: progress.note }).records,
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
