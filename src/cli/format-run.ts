import { csvTable } from '../report/csv/csv-table.ts';
import { formatDescription } from '../report/describe/describe.ts';
import { formatEvents } from '../report/events.ts';
import { kubeletMetrics } from '../report/metrics/kubelet-metrics.ts';
import { perfettoTrace } from '../report/perfetto/perfetto-trace.ts';
import { formatPods } from '../report/pods.ts';
import { formatSummary, summarize } from '../report/summary.ts';
import { summaryJson } from '../report/summary-json.ts';
import type { TextOptions } from '../report/text-options.ts';
import { formatTimeline } from '../report/timeline.ts';
import type { TraceRecord } from '../trace/record.ts';
import { formatRecord } from '../trace/write-trace.ts';
import { prometheusText } from './prometheus-text.ts';
import type { RunOptions } from './run-options.ts';

type Format = (records: readonly TraceRecord[], options: TextOptions) => string | Promise<string>;

const formats: Readonly<Record<NonNullable<RunOptions['output']>, Format>> = {
  timeline: formatTimeline,
  events: formatEvents,
  pods: formatPods,
  describe: formatDescription,
  prometheus: (records, options) => prometheusText(kubeletMetrics(records, options)),
  summary: (records, options) => formatSummary(summarize(records, options.atMs), options),
  json: (records, options) => summaryJson(summarize(records, options.atMs)),
  csv: (records, options) => csvTable(records, options.atMs),
  perfetto: perfettoTrace,
  trace: (records) => records.map((record) => `${formatRecord(record)}\n`).join(''),
};

/** Returns what `-o` asks for, ending in a line feed. */
export async function formatRun(
  output: NonNullable<RunOptions['output']>,
  records: readonly TraceRecord[],
  options: TextOptions,
): Promise<string> {
  return formats[output](records, options);
}
