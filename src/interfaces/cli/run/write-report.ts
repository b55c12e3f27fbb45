import { sharedInputs } from '../../../answers/what-if/questions/shared-inputs.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { Certainty } from '../../../reports/summary/summary.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { writeOutput } from '../files/file-in-progress.ts';
import type { Terminal } from '../terminal.ts';

/** From this number of records on, a report takes so long that its start is announced. */
const longRecords = 20_000;

interface ReportedRun {
  readonly command: string;
  readonly sources: readonly SourceText[];
  readonly certainty: Certainty;
}

/** Writes the report of a run into the file and says so on stderr. Secrets in the sources are left out. */
export async function writeReport(
  file: string,
  records: readonly TraceRecord[],
  { command, sources, certainty }: ReportedRun,
  terminal: Terminal,
): Promise<void> {
  const isLong = terminal.stderr.isTTY === true && records.length >= longRecords;
  if (isLong) terminal.stderr.write(`windlass: writing ${file} …`);
  // Loaded on demand: charts cost a tenth of a second, which other outputs need not pay.
  const { reportHtml } = await import('../../../reports/html/report-html.ts');
  const page = reportHtml(records, { command, inputs: sharedInputs(sources), certainty });
  if (isLong) terminal.stderr.write('\r\u001b[K');
  writeOutput(file, page, terminal);
  terminal.stderr.write(`windlass: the report is in ${file}\n`);
}
