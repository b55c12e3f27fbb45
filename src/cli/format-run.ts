import { formatEvents } from '../report/events.ts';
import { formatPods } from '../report/pods.ts';
import { formatSummary, summarize } from '../report/summary.ts';
import { summaryJson } from '../report/summary-json.ts';
import type { TextOptions } from '../report/text-options.ts';
import { formatTimeline } from '../report/timeline.ts';
import type { TraceRecord } from '../trace/record.ts';
import { formatRecord } from '../trace/write-trace.ts';
import type { RunOptions } from './run-options.ts';

type Format = (records: readonly TraceRecord[], options: TextOptions) => string;

const formats: Readonly<Record<NonNullable<RunOptions['output']>, Format>> = {
  timeline: formatTimeline,
  events: formatEvents,
  pods: formatPods,
  summary: (records, options) => formatSummary(summarize(records, options.atMs), options),
  json: (records, options) => summaryJson(summarize(records, options.atMs)),
  trace: (records) => records.map((record) => `${formatRecord(record)}\n`).join(''),
};

/** Returns what `-o` asks for, ending in a line feed. */
export function formatRun(output: NonNullable<RunOptions['output']>, records: readonly TraceRecord[], options: TextOptions): string {
  return formats[output](records, options);
}
