import { isWaiting } from '../phases/container-phases.ts';
import { phaseNames } from '../phases/phase-looks.ts';
import { percentile } from './percentile.ts';
import type { RestsOn } from './rests-on.ts';
import type { RunSummary } from './summary.ts';

/** A figure over several runs. `runs` says in how many of them it has a value. */
export interface FigureRange {
  readonly min: number;
  /** The lower one of two values in the middle. */
  readonly median: number;
  readonly max: number;
  readonly runs: number;
}

/** Ranges by the figure's path in RunSummary: `timeToRunningMs.p50`, `waiting.downloading`, `failures.ErrImagePull`. */
export interface SeedsSummary {
  readonly seeds: readonly number[];
  readonly figures: Readonly<Record<string, FigureRange>>;
  /** A sentence for each runtime that was not measured. */
  readonly notMeasured: readonly string[];
  /** Where the input is known. */
  readonly restsOn?: RestsOn;
}

/** Returns each figure of the runs' summaries with its range. */
export function summarizeSeeds(summaries: readonly RunSummary[]): SeedsSummary {
  const values = new Map<string, number[]>();
  const reasons = [...new Set(summaries.flatMap(({ failures }) => failures.map(({ reason }) => reason)))].sort();
  for (const summary of summaries) {
    for (const [figure, value] of figuresOf(summary, reasons)) {
      const list = values.get(figure);
      if (list === undefined) values.set(figure, [value]);
      else list.push(value);
    }
  }
  const ranges = [...values].map(([figure, list]) => [figure, rangeOf(list)] as const);
  const seeds = summaries.flatMap(({ seed }) => (seed === null ? [] : [seed]));
  return { seeds, figures: Object.fromEntries(ranges), notMeasured: [...new Set(summaries.flatMap((summary) => summary.notMeasured))] };
}

/** Returns the ranges as JSON, indented, ending in a line feed. */
export function seedsSummaryJson(summary: SeedsSummary): string {
  return `${JSON.stringify(summary, null, 2)}\n`;
}

/** Shares and failures that a run does not have are 0; times that it does not have are not counted. */
function figuresOf(summary: RunSummary, reasons: readonly string[]): [string, number][] {
  const figures: [string, number][] = [];
  const add = (prefix: string, values: object) => {
    for (const [name, value] of Object.entries(values)) if (typeof value === 'number') figures.push([`${prefix}.${name}`, value]);
  };
  if (summary.timeToRunningMs !== null) add('timeToRunningMs', summary.timeToRunningMs);
  add('pods', summary.pods);
  for (const phase of phaseNames.filter(isWaiting)) {
    figures.push([`waiting.${phase}`, summary.waiting.find((share) => share.phase === phase)?.percent ?? 0]);
  }
  add('bytes', summary.bytes);
  add('pulls', summary.pulls);
  for (const reason of reasons)
    figures.push([`failures.${reason}`, summary.failures.find((failure) => failure.reason === reason)?.count ?? 0]);
  figures.push(['backOffs', summary.backOffs]);
  if (summary.longestWait !== null) figures.push(['longestWaitMs', summary.longestWait.toMs - summary.longestWait.fromMs]);
  figures.push(['endMs', summary.endMs]);
  return figures;
}

function rangeOf(values: readonly number[]): FigureRange {
  const sorted = values.toSorted((a, b) => a - b);
  return { min: sorted[0] ?? 0, median: percentile(sorted, 50) ?? 0, max: sorted.at(-1) ?? 0, runs: values.length };
}
