import type { RunSummary } from './summary.ts';

/** Returns the summary as JSON, indented, ending in a line feed. */
export function summaryJson(summary: RunSummary): string {
  return `${JSON.stringify(summary, null, 2)}\n`;
}
