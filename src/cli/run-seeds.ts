import type { SimulationInput } from '../input/model.ts';
import { seedsSummaryJson, summarizeSeeds } from '../report/seeds-summary.ts';
import { formatSeedsSummary } from '../report/seeds-summary-text.ts';
import { type RunSummary, summarize } from '../report/summary.ts';
import type { TextOptions } from '../report/text-options.ts';
import { simulateOrFail } from './simulate-or-fail.ts';
import type { Terminal } from './terminal.ts';

/** Runs `count` seeds from the input's own on, and returns each figure of the summaries with its range. Shows progress on a terminal. */
export function runSeeds(input: SimulationInput, count: number, format: 'text' | 'json', text: TextOptions, { stderr }: Terminal): string {
  const summaries: RunSummary[] = [];
  for (let index = 0; index < count; index += 1) {
    if (stderr.isTTY) stderr.write(`\rwindlass: seed ${index + 1} of ${count}`);
    summaries.push(summarize(simulateOrFail({ ...input, seed: input.seed + index }).records));
  }
  if (stderr.isTTY) stderr.write('\r\u001b[K');
  const summary = summarizeSeeds(summaries);
  return format === 'json' ? seedsSummaryJson(summary) : formatSeedsSummary(summary, text);
}
