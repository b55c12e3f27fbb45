import { csvTable } from '../../report/csv/csv-table.ts';
import { formatDescription } from '../../report/describe/describe.ts';
import { formatEvents } from '../../report/events.ts';
import { kubeletMetrics } from '../../report/metrics/kubelet-metrics.ts';
import type { OutputName } from '../../report/outputs.ts';
import { perfettoTrace } from '../../report/perfetto/perfetto-trace.ts';
import { formatPods } from '../../report/pods.ts';
import { notMeasured } from '../../report/summary/not-measured.ts';
import { headerOf } from '../../report/summary/run-conditions.ts';
import { type Certainty, summarize } from '../../report/summary/summary.ts';
import { summaryJson } from '../../report/summary/summary-json.ts';
import { formatSummary } from '../../report/summary/summary-text.ts';
import type { TextOptions } from '../../report/text/text-options.ts';
import { formatTimeline } from '../../report/timeline/timeline.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { formatRecords } from '../../trace/write-trace.ts';
import { prometheusText } from './prometheus-text.ts';

type Format = (records: readonly TraceRecord[], options: TextOptions, certainty: Certainty) => Text | Promise<Text>;

/** In one piece or several, because a text can have at most 512 MB. */
type Text = string | Iterable<string>;

const formats: Readonly<Record<OutputName, Format>> = {
  timeline: formatTimeline,
  events: formatEvents,
  pods: formatPods,
  describe: formatDescription,
  prometheus: async (records, options) => commented(notMeasured(headerOf(records)), await prometheusText(kubeletMetrics(records, options))),
  summary: (records, options, certainty) => formatSummary({ ...summarize(records, options.atMs), ...certainty }, options),
  json: (records, options, certainty) => summaryJson({ ...summarize(records, options.atMs), ...certainty }),
  csv: (records, options) => csvTable(records, options.atMs),
  perfetto: perfettoTrace,
  trace: formatRecords,
};

/** Returns a page of metrics with comments before it, which scrapers ignore. */
function commented(sentences: readonly string[], page: string): string {
  return page === '' ? '' : `${sentences.map((sentence) => `# ${sentence}\n`).join('')}${page}`;
}

/** Returns the output for `-o`, ending in a line feed, in pieces to be written one after another. */
export async function formatRun(
  output: OutputName,
  records: readonly TraceRecord[],
  options: TextOptions,
  certainty: Certainty = {},
): Promise<Iterable<string>> {
  const text = await formats[output](records, options, certainty);
  return typeof text === 'string' ? [text] : text;
}
