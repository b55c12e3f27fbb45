import type { OutputName } from '../../../reports/outputs.ts';
import { podsReader } from '../../../reports/pods.ts';
import type { RunReader } from '../../../reports/run-reader.ts';
import type { Certainty, RunSummary } from '../../../reports/summary/summary.ts';
import type { TextOptions } from '../../../reports/text/text-options.ts';
import { timelineReader } from '../../../reports/timeline/timeline.ts';
import type { HeaderRecord, TraceRecord } from '../../../trace/record.ts';
import { type SummaryOutput, summaryFormat } from './summary-formats.ts';

/** How the text of an output is made. Each text ends in a line feed. */
export type Format =
  /** It needs no records afterwards. */
  | { readonly read: (header: HeaderRecord, options: TextOptions) => RunReader<string | Promise<string>> }
  /** The same, and it shows the run's summary. */
  | { readonly readBeside: (header: HeaderRecord, options: TextOptions) => RunReader<BesideSummary> }
  /** It needs all records. In one piece or several, because a text can have at most 512 MB. */
  | {
      readonly ofRecords: (
        records: readonly TraceRecord[],
        options: TextOptions,
      ) => string | Iterable<string>;
    };

type BesideSummary = (summary: RunSummary, certainty: Certainty) => string;

/**
 * How each output is made. A run loads only what makes the one that was asked for; the timeline is asked for
 * most often.
 */
const formats: Readonly<Record<OutputName, () => Promise<Format>>> = {
  timeline: async () => ({ readBeside: timelineReader }),
  events: async () => {
    const { eventsReader } = await import('../../../reports/events.ts');
    return { read: eventsReader };
  },
  pods: async () => ({ read: (_, options) => podsReader(options) }),
  describe: async () => {
    const { descriptionReader } = await import('../../../reports/describe/describe.ts');
    return { read: descriptionReader };
  },
  prometheus: async () => {
    const { metricsPageReader } = await import('./prometheus-text.ts');
    return { read: metricsPageReader };
  },
  summary: () => ofSummary('summary'),
  json: () => ofSummary('json'),
  markdown: () => ofSummary('markdown'),
  github: () => ofSummary('github'),
  csv: async () => {
    const { csvReader } = await import('../../../reports/csv/csv-table.ts');
    return { read: csvReader };
  },
  perfetto: async () => {
    const { perfettoTrace } = await import('../../../reports/perfetto/perfetto-trace.ts');
    return { ofRecords: perfettoTrace };
  },
  trace: async () => {
    const { formatRecords } = await import('../../../trace/write-trace.ts');
    return { ofRecords: formatRecords };
  },
};

/** Returns how the text of an output is made. */
export function formatOf(output: OutputName): Promise<Format> {
  return formats[output]();
}

async function ofSummary(output: SummaryOutput): Promise<Format> {
  const format = await summaryFormat(output);
  return {
    readBeside: (_, options) => ({
      readings: [],
      finish: () => (summary, certainty) => format({ ...summary, ...certainty }, options),
    }),
  };
}
