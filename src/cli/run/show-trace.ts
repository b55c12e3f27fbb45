import type { SourceText } from '../../input/documents/source-document.ts';
import { runCommandLine } from '../../input/run-request.ts';
import { remarksOf } from '../../report/summary/remarks.ts';
import type { TextOptions } from '../../report/text/text-options.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { storedRun } from '../files/stored-trace.ts';
import { namesOfTrace, unmatchedFilter } from './filter-options.ts';
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
  const more = seeds !== undefined ? '--seeds' : inspect === true ? '--inspect' : steps === true ? '--steps' : undefined;
  if (more !== undefined) throw new CommandError(exitCode.usage, `${more} needs the manifests: ${source.name} is one run that is over`);
  const { header, records, end } = storedRun(source);
  const unmatched = text.filter && unmatchedFilter(namesOfTrace(records), text.filter);
  if (unmatched !== undefined) throw new CommandError(exitCode.usage, unmatched);
  const output = options.output ?? (report === undefined ? 'timeline' : undefined);
  const answers = runAnswers(header, { output, text, addsUp: false, failOn });
  answers.reading.readAll(records, end);
  notes.tell(header, end, remarksOf(records).knownBugs);
  notes.tellShown(answers.shown(end));
  if (output !== undefined) put(await answers.text({ end, records, certainty: {} }));
  const command = runCommandLine([source.name], {});
  if (report !== undefined) await writeReport(report, records, { command, sources: [], certainty: {} }, notes.terminal);
  const failure = answers.failure(end);
  if (failure === undefined) return exitCode.ok;
  throw new CommandError(exitCode.violated, failure);
}
