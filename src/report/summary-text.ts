import { coloursFor } from './colours.ts';
import { wrapWords } from './fitted-text.ts';
import { phaseLooks } from './phase-looks.ts';
import { durationText, sizeText } from './quantity-text.ts';
import type { RunSummary } from './summary.ts';
import type { TextOptions } from './text-options.ts';
import { visibleText } from './visible-text.ts';

/** Returns the summary for people, no line wider than `options.width` (40 at least), ending in a line feed. */
export function formatSummary(summary: RunSummary, options: TextOptions): string {
  return labelledLines(
    [
      ['time to running', timesText(summary)],
      ['pods', podsText(summary)],
      ['waiting', waitingText(summary)],
      ['bytes', bytesText(summary)],
      ['pulls', pullsText(summary)],
      ['failures', summary.failures.map(({ reason, count }) => `${reason} ${count}`).join(', ') || 'none'],
      ['back-offs', `${summary.backOffs}`],
      ['longest wait', summary.longestWait?.sentence ?? 'none'],
    ],
    options,
  );
}

const labelColumns = 17;

/** Returns `label   text` with the text wrapped beside its label. */
function labelledLines(entries: readonly (readonly [label: string, text: string])[], options: TextOptions): string {
  const colours = coloursFor(options);
  const width = Math.max(40, Math.floor(options.width)) - labelColumns;
  const lines = entries.flatMap(([label, text]) =>
    wrapWords(withUnits(visibleText(text)), width).map((line, index) =>
      index === 0 ? `${colours.bold(label)}${' '.repeat(labelColumns - label.length)}${line}` : `${' '.repeat(labelColumns)}${line}`,
    ),
  );
  return `${lines.join('\n')}\n`;
}

/** A number and its unit stay on one line. */
function withUnits(text: string): string {
  return text.replace(/(\d) (?=%|[a-zA-Z]{1,2}\b)/g, '$1\u00a0');
}

/** The largest share first. */
function waitingText({ waiting }: RunSummary): string {
  const shares = waiting.toSorted((a, b) => b.percent - a.percent);
  return shares.map(({ phase, percent }) => `${phaseLooks[phase].words} ${percent.toFixed(1)} %`).join(', ') || 'none';
}

function timesText({ timeToRunningMs }: RunSummary): string {
  if (timeToRunningMs === null) return 'no pod came to run';
  return Object.entries(timeToRunningMs)
    .map(([name, valueMs]) => `${name} ${durationText(valueMs)}`)
    .join(', ');
}

function podsText({ pods }: RunSummary): string {
  const parts = [`${pods.running} running`];
  if (pods.ended > 0) parts.push(`${pods.ended} ended`);
  if (pods.notRunning > 0) parts.push(`${pods.notRunning} not running`);
  if (pods.rejected > 0) parts.push(`${pods.rejected} rejected`);
  return `${pods.total}: ${parts.join(', ')}`;
}

function bytesText({ bytes }: RunSummary): string {
  const parts = [`${sizeText(bytes.downloadedBytes)} downloaded`];
  if (bytes.savedInFlightBytes > 0) parts.push(`${sizeText(bytes.savedInFlightBytes)} shared with a pull under way`);
  if (bytes.savedOnDiskBytes > 0) parts.push(`${sizeText(bytes.savedOnDiskBytes)} on disk already`);
  return parts.join(', ');
}

function pullsText({ pulls }: RunSummary): string {
  const parts = [`${pulls.calls}`];
  if (pulls.failed > 0) parts.push(`${pulls.failed} failed`);
  if (pulls.duplicates > 0) parts.push(`${pulls.duplicates} of an image that was there or on its way`);
  return parts.join(', ');
}
