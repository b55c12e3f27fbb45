import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { runCommandLine } from '../../../inputs/run-request.ts';
import { remarksOf } from '../../../reports/summary/remarks.ts';
import type { TextOptions } from '../../../reports/text/text-options.ts';
import type { PartEnd } from '../../../run/simulation/part-run.ts';
import { readTrace } from '../../../trace/read-trace.ts';
import type { HeaderRecord, TraceRecord } from '../../../trace/record.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { namesOfTrace, unmatchedFilter } from './filter-options.ts';
import { formatOf } from './format-run.ts';
import { runAnswers } from './run-answers.ts';
import type { RunNotes } from './run-notes.ts';
import type { RunOptions } from './run-options.ts';
import { writeReport } from './write-report.ts';

/** Prints an output of a run that is over, from its stored trace, with `put`. Nothing is simulated. */
export async function showTrace(
  source: SourceText,
  options: RunOptions,
  text: TextOptions,
  notes: RunNotes,
  put: (text: string | Iterable<string>) => void,
): Promise<ExitCode> {
  const { failOn, report, seeds, inspect, steps } = options;
  const more =
    seeds !== undefined ? '--seeds' : inspect === true ? '--inspect' : steps === true ? '--steps' : undefined;
  if (more !== undefined)
    throw new CommandError(
      exitCode.usage,
      `${more} needs the manifests: ${source.name} is one run that is over`,
    );
  const { header, records, end } = storedRun(source);
  const unmatched = text.filter && unmatchedFilter(namesOfTrace(records), text.filter);
  if (unmatched !== undefined) throw new CommandError(exitCode.usage, unmatched);
  const output = options.output ?? (report === undefined ? 'timeline' : undefined);
  const format = output && (await formatOf(output));
  const answers = runAnswers(header, { format, text, addsUp: false, failOn });
  answers.reading.readAll(records, end);
  notes.tell(header, end, remarksOf(records).knownBugs);
  notes.tellShown(answers.shown(end));
  if (output !== undefined) put(await answers.text({ end, records, certainty: {} }));
  const command = runCommandLine([source.name], {});
  if (report !== undefined)
    await writeReport(report, records, { command, sources: [], certainty: {} }, notes.terminal);
  const failure = answers.failure(end);
  if (failure === undefined) return exitCode.ok;
  throw new CommandError(exitCode.violated, failure);
}

/** A run that is over, as its trace has it. */
interface StoredRun {
  readonly header: HeaderRecord;
  readonly records: readonly TraceRecord[];
  /** Of a trace that was cut short: its last record, as of an interrupted run. */
  readonly end: PartEnd;
}

/** Reads a stored trace. Throws a `CommandError` (input) with the first bad line. */
function storedRun({ name, text }: SourceText): StoredRun {
  const read = readTrace(text);
  if (!read.ok)
    throw new CommandError(exitCode.input, `${name}:${read.line}: this is not a trace\n${read.message}`);
  const { records } = read;
  const [header, last] = [records[0], records.at(-1)];
  if (header?.type !== 'header') throw new Error('a trace that was read begins with its header');
  const end = last?.type === 'end' ? last : { at: last?.at ?? 0, reason: 'interrupted' as const, steps: 0 };
  return { header, records, end: { at: end.at, reason: end.reason, steps: end.steps } };
}
