import { jsonText } from '../../json/json-text.ts';
import { csvReader } from '../../report/csv/csv-table.ts';
import { descriptionReader } from '../../report/describe/describe.ts';
import { eventsReader } from '../../report/events.ts';
import { kubeletMetricsReader } from '../../report/metrics/kubelet-metrics.ts';
import type { OutputName } from '../../report/outputs.ts';
import { perfettoTrace } from '../../report/perfetto/perfetto-trace.ts';
import { podsReader } from '../../report/pods.ts';
import type { RunReader } from '../../report/run-reader.ts';
import { notMeasured } from '../../report/summary/not-measured.ts';
import type { Certainty, RunSummary } from '../../report/summary/summary.ts';
import { formatSummary } from '../../report/summary/summary-text.ts';
import type { TextOptions } from '../../report/text/text-options.ts';
import { timelineReader } from '../../report/timeline/timeline.ts';
import type { HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { formatRecords } from '../../trace/write-trace.ts';

/** How the text of an output is made. Each text ends in a line feed. */
export type Format =
  /** It needs no records afterwards. */
  | { readonly read: (header: HeaderRecord, options: TextOptions) => RunReader<string | Promise<string>> }
  /** The same, and it shows the run's summary. */
  | { readonly readBeside: (header: HeaderRecord, options: TextOptions) => RunReader<BesideSummary> }
  /** It needs all records. In one piece or several, because a text can have at most 512 MB. */
  | { readonly ofRecords: (records: readonly TraceRecord[], options: TextOptions) => string | Iterable<string> };

type BesideSummary = (summary: RunSummary, certainty: Certainty) => string;

export const formats: Readonly<Record<OutputName, Format>> = {
  timeline: { readBeside: timelineReader },
  events: { read: (_, options) => eventsReader(options) },
  pods: { read: (_, options) => podsReader(options) },
  describe: { read: descriptionReader },
  prometheus: { read: metricsPageReader },
  summary: { readBeside: (_, options) => ofSummary((summary) => formatSummary(summary, options)) },
  json: { readBeside: () => ofSummary((summary) => jsonText('RunSummary', summary)) },
  csv: { read: csvReader },
  perfetto: { ofRecords: perfettoTrace },
  trace: { ofRecords: formatRecords },
};

function ofSummary(format: (summary: RunSummary) => string): RunReader<BesideSummary> {
  return { readings: [], finish: () => (summary, certainty) => format({ ...summary, ...certainty }) };
}

/** The page has comments before it, which scrapers ignore. */
function metricsPageReader(header: HeaderRecord, options: TextOptions): RunReader<Promise<string>> {
  const { readings, finish } = kubeletMetricsReader(header, options);
  const comments = notMeasured(header).map((sentence) => `# ${sentence}\n`);
  return {
    readings,
    finish: async (until) => {
      const { prometheusText } = await import('./prometheus-text.ts');
      const page = await prometheusText(finish(until));
      return page === '' ? '' : `${comments.join('')}${page}`;
    },
  };
}
