import { jsonText } from '../../../reports/json/json-text.ts';
import type { OutputName } from '../../../reports/outputs.ts';
import type { RunSummary } from '../../../reports/summary/summary.ts';
import { formatSummary } from '../../../reports/summary/summary-text.ts';
import type { TextOptions } from '../../../reports/text/text-options.ts';

type FormatSummary = (summary: RunSummary, options: TextOptions) => string;

/** How each output is made that needs no more of a run than its summary. */
const formats = {
  summary: async () => formatSummary,
  json: async () => (summary) => jsonText('RunSummary', summary),
  markdown: async () => (await import('../../../reports/pipelines/summary-in-pipeline.ts')).summaryMarkdown,
  github: async () => (await import('../../../reports/pipelines/summary-in-pipeline.ts')).summaryAnnotations,
} satisfies Partial<Record<OutputName, () => Promise<FormatSummary>>>;

/** The name of an output that is made of the summary alone. */
export type SummaryOutput = keyof typeof formats;

/** Whether an output is made of the summary alone. */
export function isSummaryOutput(output: OutputName | undefined): output is SummaryOutput {
  return output !== undefined && Object.hasOwn(formats, output);
}

/** Returns how the text of such an output is made. */
export function summaryFormat(output: SummaryOutput): Promise<FormatSummary> {
  return formats[output]();
}
