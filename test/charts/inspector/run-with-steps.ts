import { StepLog } from '../../../src/charts/inspector/step-log.ts';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { lazy } from '../../../src/rules/values/memoize.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { type ActorStep, type StepRecord, stepSchemas } from '../../../src/trace/step-record.ts';
import { formatRecord, formatStep } from '../../../src/trace/write-trace.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';
import { sampleRun } from './sample-run.ts';

export interface RunWithSteps {
  readonly records: readonly TraceRecord[];
  readonly steps: readonly StepRecord[];
  /** Both, in the order in which they came. */
  readonly told: readonly (TraceRecord | StepRecord)[];
  /** The same as a trace. */
  readonly lines: () => readonly string[];
}

/** Runs a YAML text with its steps written down. */
export function runWithSteps(yaml: string, options: RunRequest = {}): RunWithSteps {
  const records: TraceRecord[] = [];
  const steps: StepRecord[] = [];
  const told: (TraceRecord | StepRecord)[] = [];
  const log = new StepLog({
    onStep: (step) => {
      steps.push(step);
      told.push(step);
    },
  });
  const onRecord = (record: TraceRecord) => {
    records.push(record);
    told.push(record);
  };
  simulate(inputOf(yaml, options), { inspect: log.inspect, onRecord, keepRecords: false });
  // Many megabytes, that few ask for.
  const lines = () => told.map((one) => (isStep(one) ? formatStep(one) : formatRecord(one)));
  return { records, steps, told, lines };
}

/**
 * The sample with its steps, run once for all tests of this process; a test that it is the same each time
 * runs it anew.
 */
export const sampleWithSteps = lazy(() => runWithSteps(sampleRun));

/** The steps of one actor, microsteps only. */
export function stepsOf({ steps }: Pick<RunWithSteps, 'steps'>, actor: string): readonly ActorStep[] {
  return steps.filter((step): step is ActorStep => step.type === 'actorStep' && step.actor === actor);
}

function isStep(one: TraceRecord | StepRecord): one is StepRecord {
  return Object.hasOwn(stepSchemas, one.type);
}
