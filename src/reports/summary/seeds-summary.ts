import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { Parsed } from '../../trace/record.ts';
import type { figureRange, seedsSummary } from '../json/run-summary.ts';
import { isWaiting } from '../phases/container-phases.ts';
import { phaseNames } from '../phases/phase-looks.ts';
import { percentile } from './percentile.ts';
import type { RunSummary } from './summary.ts';

/** A figure over several runs. `runs` says in how many of them it has a value. */
export type FigureRange = Parsed<typeof figureRange>;

/** The results of several seeds: ranges by the figure's path in RunSummary, and the figures of each. */
export type SeedsSummary = Parsed<typeof seedsSummary>;

/** Returns each figure of the runs' summaries with its range. */
export function summarizeSeeds(summaries: readonly RunSummary[]): SeedsSummary {
  const reasons = [
    ...new Set(summaries.flatMap(({ failures }) => failures.map(({ reason }) => reason))),
  ].sort();
  const runs = summaries.map((summary) => ({
    seed: summary.seed,
    figures: Object.fromEntries(figuresOf(summary, reasons)),
  }));
  const values = groupedBy(
    runs.flatMap(({ figures }) => Object.entries(figures)),
    ([figure]) => figure,
  );
  const ranges = [...values].map(
    ([figure, list]) => [figure, rangeOf(list.map(([, value]) => value))] as const,
  );
  return {
    seeds: runs.flatMap(({ seed }) => (seed === null ? [] : [seed])),
    ...(summaries[0]?.shown && { shown: summaries[0].shown }),
    figures: Object.fromEntries(ranges),
    runs,
    notMeasured: [...new Set(summaries.flatMap((summary) => summary.notMeasured))],
  };
}

/** Shares and failures that a run does not have are 0; times that it does not have are not counted. */
function figuresOf(summary: RunSummary, reasons: readonly string[]): [string, number][] {
  const figures: [string, number][] = [];
  const add = (prefix: string, values: object) => {
    for (const [name, value] of Object.entries(values))
      if (typeof value === 'number') figures.push([`${prefix}.${name}`, value]);
  };
  if (summary.timeToRunningMs !== null) add('timeToRunningMs', summary.timeToRunningMs);
  add('pods', summary.pods);
  for (const phase of phaseNames.filter(isWaiting)) {
    figures.push([`waiting.${phase}`, summary.waiting.find((share) => share.phase === phase)?.percent ?? 0]);
  }
  add('bytes', summary.bytes);
  add('pulls', summary.pulls);
  for (const reason of reasons)
    figures.push([
      `failures.${reason}`,
      summary.failures.find((failure) => failure.reason === reason)?.count ?? 0,
    ]);
  figures.push(['backOffs', summary.backOffs]);
  if (summary.longestWait !== null)
    figures.push(['longestWaitMs', summary.longestWait.toMs - summary.longestWait.fromMs]);
  figures.push(['endMs', summary.endMs]);
  return figures;
}

function rangeOf(values: readonly number[]): FigureRange {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    min: sorted[0] ?? 0,
    median: percentile(sorted, 50) ?? 0,
    max: sorted.at(-1) ?? 0,
    runs: values.length,
  };
}
