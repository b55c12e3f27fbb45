import { formatInputError } from '../../src/input/documents/input-error.ts';
import type { SimulationInput } from '../../src/input/model.ts';
import { readInput, type SourceText } from '../../src/input/read-input.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { simulate } from '../../src/simulation/simulate.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import { formatRecord } from '../../src/trace/write-trace.ts';

/** What becomes of an input: refused with what was said, or run, with all that is wrong with the run. */
export type Judgement = { readonly refused: readonly string[] } | { readonly findings: readonly string[] };

/** Kinds whose place among the others decides nothing; pods arrive in the order in which they are written. */
const makePods = /^kind: (?:Pod|Deployment|ReplicaSet|ReplicationController|StatefulSet|DaemonSet|Job|CronJob)$/m;

/**
 * Runs an input twice, the second time with its files in another order, and returns what is wrong: an exception, a broken
 * invariant, a trace that does not read back, other bytes.
 */
export function judgeInput(sources: readonly SourceText[]): Judgement {
  try {
    const read = readInput(sources, {});
    if (!read.ok) return { refused: read.errors.map(formatInputError) };
    const text = traceOf(read.input);
    const trace = readTrace(text);
    if (!trace.ok) return { findings: [`line ${trace.line} of the trace: ${trace.message}`] };
    const broken = checkInvariants(trace.records).map(
      ({ invariant, violation }) => `${invariant}: #${violation.record} ${violation.message}`,
    );
    const others = sources.filter(({ text }) => !makePods.test(text)).reverse();
    const reordered = readInput([...sources.filter(({ text }) => makePods.test(text)), ...others], {});
    const again = reordered.ok ? traceOf(reordered.input) : reordered.errors.map(formatInputError).join('\n');
    return { findings: [...broken, ...(again === text ? [] : [firstDifference(text, again)])] };
  } catch (error) {
    return { findings: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}

function traceOf(input: SimulationInput): string {
  return simulate(input).records.map(formatRecord).join('\n');
}

function firstDifference(one: string, other: string): string {
  const [lines, others] = [one.split('\n'), other.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  return `run again, with its files in another order, line ${at + 1} is\n${others[at]}\nand not\n${lines[at]}`;
}
