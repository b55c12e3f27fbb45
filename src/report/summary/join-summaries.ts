import type { EndRecord, HeaderRecord } from '../../trace/record.ts';
import { meanStartupParts } from '../phases/startup-parts.ts';
import { waitingShares } from '../phases/waiting-shares.ts';
import { groupedBy } from '../text/grouped-by.ts';
import { knownBugFigures } from './known-bug-figures.ts';
import { joinMeetings } from './known-bugs-met.ts';
import { notMeasured } from './not-measured.ts';
import { percentile } from './percentile.ts';
import type { FailureCount, RunSummary, StartupPercentiles } from './summary.ts';
import type { PartSummary } from './summary-reader.ts';

/** What the figures of a run are for. */
interface SummarizedRun {
  readonly header: HeaderRecord | undefined;
  readonly endMs: number;
  readonly endReason: EndRecord['reason'] | null;
}

/** Returns the summary of a run of these parts, which are in the order that settles what happens at one microsecond. */
export function joinSummaries({ header, endMs, endReason }: SummarizedRun, parts: readonly PartSummary[]): RunSummary {
  const pods = added(parts.map(({ pods }) => pods));
  const sliMs = sorted(parts.map(({ sliMs }) => sliMs));
  const totalMs = sorted(parts.map(({ totalMs }) => totalMs));
  return {
    seed: header?.seed ?? null,
    endMs,
    endReason,
    pods: { total: pods.running + pods.ended + pods.notRunning + pods.rejected, ...pods },
    timeToRunningMs: timesToRunning(sorted(parts.map(({ timesToRunningMs }) => timesToRunningMs))),
    startup: {
      pods: totalMs.length,
      leftOut: totalMs.length - sliMs.length,
      sliMs: percentiles(sliMs),
      totalMs: percentiles(totalMs),
      meanPartsMs: meanStartupParts(added(parts.map(({ startup }) => startup))),
    },
    waiting: waitingShares(added(parts.map(({ waiting }) => waiting))),
    bytes: added(parts.map(({ bytes }) => bytes)),
    pulls: added(parts.map(({ pulls }) => pulls)),
    failures: failureCounts(parts),
    backOffs: parts.reduce((sum, { backOffs }) => sum + backOffs, 0),
    longestWait: longestOf(parts),
    knownBugs: knownBugFigures(joinMeetings(parts.map(({ bugs }) => bugs))),
    nodes: added(parts.map(({ nodes }) => nodes)),
    notMeasured: notMeasured(header),
  };
}

/** Field by field. */
function added<Figures extends { readonly [Name in keyof Figures]: number | undefined }>(all: readonly Figures[]): Figures {
  const sums: Record<string, number> = {};
  for (const figures of all)
    for (const [name, value] of Object.entries<number | undefined>(figures)) sums[name] = (sums[name] ?? 0) + (value ?? 0);
  return sums as Figures;
}

function sorted(all: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(all.flat()).sort();
}

function timesToRunning(times: Float64Array): RunSummary['timeToRunningMs'] {
  const [p50, p90, p99, max] = [50, 90, 99, 100].map((percent) => percentile(times, percent));
  if (p50 === undefined || p90 === undefined || p99 === undefined || max === undefined) return null;
  return { p50, p90, p99, max };
}

function percentiles(values: Float64Array): StartupPercentiles | null {
  const [p50, p90, p99] = [50, 90, 99].map((percent) => percentile(values, percent));
  return p50 === undefined || p90 === undefined || p99 === undefined ? null : { p50, p90, p99 };
}

/** The error is that of the pod that arrived first. */
function failureCounts(parts: readonly PartSummary[]): FailureCount[] {
  const byReason = groupedBy(
    parts.flatMap(({ failures }) => failures),
    ({ reason }) => reason,
  );
  return [...byReason]
    .map(([reason, failures]) => ({
      reason,
      count: failures.reduce((sum, { count }) => sum + count, 0),
      error: failures.reduce((first, one) => (one.arrivedMs < first.arrivedMs ? one : first)).error,
    }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

/** Of equal ones that of the pod that arrived first. */
function longestOf(parts: readonly PartSummary[]): RunSummary['longestWait'] {
  const waits = parts.flatMap(({ longestWait }) => longestWait ?? []);
  const [longest] = waits.sort((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs) || a.arrivedMs - b.arrivedMs);
  if (longest === undefined) return null;
  const { arrivedMs, ...wait } = longest;
  return wait;
}
