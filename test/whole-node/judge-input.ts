import { isDeepStrictEqual } from 'node:util';
import { StepLog } from '../../src/charts/inspector/step-log.ts';
import { formatInputError } from '../../src/inputs/documents/input-error.ts';
import { readInput, type SourceText } from '../../src/inputs/read-input.ts';
import type { EngineName } from '../../src/run/engine/engine.ts';
import { checkInvariants } from '../../src/run/invariants/check-invariants.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../src/run/simulation-input.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import type { TraceRecord } from '../../src/trace/record.ts';
import { formatRecord, formatStep } from '../../src/trace/write-trace.ts';
import { outputsDisagree } from './outputs-agree.ts';
import { uncoveredPhases } from './phases-covered.ts';

/** What becomes of an input: refused with what was said, or run, with all that is wrong with the run. */
export type Judgement = { readonly refused: readonly string[] } | Findings;

interface Findings {
  readonly findings: readonly string[];
  /** Empty where the run ended with an exception. */
  readonly records: readonly TraceRecord[];
}

/** Ten times as many steps are soon compared. */
const shortRecords = 150;

/** Kinds whose place among the others decides nothing; pods arrive in the order in which they are written. */
const makePods =
  /^kind: (?:Pod|Deployment|ReplicaSet|ReplicationController|StatefulSet|DaemonSet|Job|CronJob)$/m;

/**
 * Runs an input twice, the second time by the other engine and with its files in another order, and returns
 * what is wrong: an exception, a broken invariant, a trace that does not read back as it was, an input that
 * the run changed, outputs that disagree, other bytes; a short run is made twice more with its steps, which
 * are the same by both engines and change no record.
 */
export function judgeInput(sources: readonly SourceText[]): Judgement {
  try {
    const read = readInput(sources, {});
    if (!read.ok) return { refused: read.errors.map(formatInputError) };
    const before = JSON.stringify(read.input);
    const { records } = simulate(read.input, { engine: 'xstate' });
    const text = textOf(records);
    const trace = readTrace(text);
    if (!trace.ok) return { findings: [`line ${trace.line} of the trace: ${trace.message}`], records };
    const whole = { ok: true, records, steps: [], complete: true };
    const altered = [
      ...(isDeepStrictEqual(trace, whole) ? [] : ['the trace does not read back as it was']),
      ...(JSON.stringify(read.input) === before ? [] : ['the run changed its input']),
    ];
    const broken = checkInvariants(trace.records).map(
      ({ invariant, violation }) => `${invariant}: #${violation.record} ${violation.message}`,
    );
    const others = sources.filter(({ text }) => !makePods.test(text)).reverse();
    const reordered = readInput([...sources.filter(({ text }) => makePods.test(text)), ...others], {});
    const again = reordered.ok
      ? textOf(simulate(reordered.input).records)
      : reordered.errors.map(formatInputError).join('\n');
    const differences =
      again === text ? stepDifferences(read.input, text, records.length) : [firstDifference(text, again)];
    return {
      findings: [
        ...broken,
        ...altered,
        ...outputsDisagree(records),
        ...uncoveredPhases(records),
        ...differences,
      ],
      records,
    };
  } catch (error) {
    return {
      findings: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      records: [],
    };
  }
}

function textOf(records: readonly TraceRecord[]): string {
  return records.map(formatRecord).join('\n');
}

function stepDifferences(input: SimulationInput, text: string, records: number): readonly string[] {
  if (records > shortRecords) return [];
  const [one, other] = [withSteps(input, 'xstate'), withSteps(input, 'compiled')];
  if (one.steps === '') return ['a run without steps'];
  if (one.text !== text || other.text !== text)
    return ['the records are others where steps are written down'];
  return one.steps === other.steps ? [] : [firstDifference(one.steps, other.steps)];
}

function withSteps(
  input: SimulationInput,
  engine: EngineName,
): { readonly steps: string; readonly text: string } {
  const steps: string[] = [];
  const { inspect } = new StepLog({ onStep: (step) => steps.push(formatStep(step)) });
  const { records } = simulate(input, { engine, inspect });
  return { steps: steps.join('\n'), text: textOf(records) };
}

function firstDifference(one: string, other: string): string {
  const [lines, others] = [one.split('\n'), other.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  return `run by the compiled engine, its files in another order, line ${at + 1} is\n${others[at]}\nand not\n${lines[at]}`;
}
