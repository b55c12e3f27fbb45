import type { SourceText } from '../../input/documents/source-document.ts';
import type { RunRequest } from '../../input/run-request.ts';
import type { PartEnd } from '../../simulation/part-run.ts';
import { readTrace } from '../../trace/read-trace.ts';
import type { HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { isTrace } from '../../trace/trace-format.ts';
import { CommandError, exitCode } from '../command-error.ts';

/** Returns the stored trace among the inputs; undefined if there is none. Throws a `CommandError` if anything stands beside it. */
export function loneTrace(sources: readonly SourceText[], settings: RunRequest): SourceText | undefined {
  const trace = sources.find(isTrace);
  if (trace === undefined) return undefined;
  if (sources.length > 1)
    throw new CommandError(exitCode.usage, `${trace.name} is a stored trace: it is shown alone, without other inputs`);
  if (Object.keys(settings).length > 0)
    throw new CommandError(
      exitCode.usage,
      `${trace.name} is a stored trace, which can only be shown: settings go with the manifests that it came from`,
    );
  return trace;
}

/** A run that is over, as its trace has it. */
interface StoredRun {
  readonly header: HeaderRecord;
  readonly records: readonly TraceRecord[];
  /** Of a trace that was cut short: its last record, as of an interrupted run. */
  readonly end: PartEnd;
}

/** Reads a stored trace. Throws a `CommandError` (input) with the first bad line. */
export function storedRun({ name, text }: SourceText): StoredRun {
  const read = readTrace(text);
  if (!read.ok) throw new CommandError(exitCode.input, `${name}:${read.line}: this is not a trace\n${read.message}`);
  const { records } = read;
  const [header, last] = [records[0], records.at(-1)];
  if (header?.type !== 'header') throw new Error('a trace that was read begins with its header');
  const end = last?.type === 'end' ? last : { at: last?.at ?? 0, reason: 'interrupted' as const, steps: 0 };
  return { header, records, end: { at: end.at, reason: end.reason, steps: end.steps } };
}
