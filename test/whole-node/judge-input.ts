import type { EngineName } from '../../src/engine/engine.ts';
import { formatInputError } from '../../src/input/documents/input-error.ts';
import type { SimulationInput } from '../../src/input/model.ts';
import { readInput, type SourceText } from '../../src/input/read-input.ts';
import { StepLog } from '../../src/inspector/step-log.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { simulate } from '../../src/simulation/simulate.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import { formatStep } from '../../src/trace/write-step.ts';
import { formatRecord } from '../../src/trace/write-trace.ts';

/** What becomes of an input: refused with what was said, or run, with all that is wrong with the run. */
export type Judgement = { readonly refused: readonly string[] } | { readonly findings: readonly string[] };

/** Ten times as many steps are soon compared. */
const shortRecords = 150;

/** Kinds whose place among the others decides nothing; pods arrive in the order in which they are written. */
const makePods = /^kind: (?:Pod|Deployment|ReplicaSet|ReplicationController|StatefulSet|DaemonSet|Job|CronJob)$/m;

/**
 * Runs an input twice, the second time by the other engine and with its files in another order, and returns what is wrong: an
 * exception, a broken invariant, a trace that does not read back, other bytes; of a short run the steps too.
 */
export function judgeInput(sources: readonly SourceText[]): Judgement {
  try {
    const read = readInput(sources, {});
    if (!read.ok) return { refused: read.errors.map(formatInputError) };
    const text = traceOf(read.input, 'xstate');
    const trace = readTrace(text);
    if (!trace.ok) return { findings: [`line ${trace.line} of the trace: ${trace.message}`] };
    const broken = checkInvariants(trace.records).map(
      ({ invariant, violation }) => `${invariant}: #${violation.record} ${violation.message}`,
    );
    const others = sources.filter(({ text }) => !makePods.test(text)).reverse();
    const reordered = readInput([...sources.filter(({ text }) => makePods.test(text)), ...others], {});
    const again = reordered.ok ? traceOf(reordered.input, 'compiled') : reordered.errors.map(formatInputError).join('\n');
    const differences = again === text ? stepDifferences(read.input, trace.records.length) : [firstDifference(text, again)];
    return { findings: [...broken, ...differences] };
  } catch (error) {
    return { findings: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}

function traceOf(input: SimulationInput, engine: EngineName): string {
  return simulate(input, { engine }).records.map(formatRecord).join('\n');
}

function stepDifferences(input: SimulationInput, records: number): readonly string[] {
  if (records > shortRecords) return [];
  const [one, other] = [stepsOf(input, 'xstate'), stepsOf(input, 'compiled')];
  return one === other ? [] : [firstDifference(one, other)];
}

function stepsOf(input: SimulationInput, engine: EngineName): string {
  const steps: string[] = [];
  const { inspect } = new StepLog({ onStep: (step) => steps.push(formatStep(step)) });
  simulate(input, { engine, inspect, keepRecords: false });
  return steps.join('\n');
}

function firstDifference(one: string, other: string): string {
  const [lines, others] = [one.split('\n'), other.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  return `run by the compiled engine, its files in another order, line ${at + 1} is\n${others[at]}\nand not\n${lines[at]}`;
}
