import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { noteRecords } from '../../trace/readings.ts';
import type { EndRecord, HeaderRecord, Parsed, TraceRecord } from '../../trace/record.ts';
import { firstCause } from '../first-cause/first-cause.ts';
import type { failureCount, runSummary, startupPercentiles } from '../json/run-summary.ts';
import { meanStartupParts } from '../phases/startup-parts.ts';
import { waitingShares } from '../phases/waiting-shares.ts';
import { filterText, type RunFilter, showsWorkload } from '../run-filter/run-filter.ts';
import { knownBugFigures } from './known-bug-figures.ts';
import { joinMeetings } from './known-bugs-met.ts';
import { notMeasured } from './not-measured.ts';
import { percentile } from './percentile.ts';
import { endOf, headerOf } from './run-conditions.ts';
import { runtimeBugsOfNodes } from './runtime-bugs-of-nodes.ts';
import { type PartSummary, SummaryReader } from './summary-reader.ts';

/** The result of a run, and the JSON of `-o json`. Times in virtual ms, null if there is nothing to tell. */
export type RunSummary = Parsed<typeof runSummary>;

/** How sure the figures of a run are. No trace tells it: it takes the input, and further runs. */
export type Certainty = Pick<RunSummary, 'restsOn' | 'imageSizes'>;

/** Failed pulls of one reason, with the error of the first. */
export type FailureCount = Parsed<typeof failureCount>;

/** Percentiles by nearest rank, in ms. */
export type StartupPercentiles = Parsed<typeof startupPercentiles>;

/**
 * Returns the figures of a run up to `atMs` (default: the trace's end), of the pods that the filter shows.
 */
export function summarize(records: readonly TraceRecord[], atMs?: number, filter?: RunFilter): RunSummary {
  return summarizeWithHeld(records, atMs, filter).summary;
}

/** The same, with the pods that each cause held. */
export function summarizeWithHeld(
  records: readonly TraceRecord[],
  atMs?: number,
  filter?: RunFilter,
): { readonly summary: RunSummary; readonly held: PartSummary['held'] } {
  const header = headerOf(records);
  const end = endOf(records);
  const endMs = atMs ?? records.at(-1)?.at ?? 0;
  const reader = new SummaryReader(header, endMs, filter);
  noteRecords(records, (record) => reader.note(record));
  const endReason = end !== undefined && end.at <= endMs ? end.reason : null;
  const part = reader.finish(endMs);
  const summary = joinSummaries({ header, endMs, endReason, numberOf: (_, record) => record, filter }, [
    part,
  ]);
  return { summary, held: part.held };
}

/** The conditions of a run that its summary needs. */
interface SummarizedRun {
  readonly header: HeaderRecord | undefined;
  readonly endMs: number;
  readonly endReason: EndRecord['reason'] | null;
  /** Returns the number in the run's trace of a record of a part. */
  readonly numberOf: (part: number, record: number) => number;
  /** Whose figures they are; undefined: all pods'. */
  readonly filter: RunFilter | undefined;
}

/**
 * Returns the summary of a run with these parts, which are in the order that decides what comes first at one
 * microsecond.
 */
export function joinSummaries(
  { header, endMs, endReason, numberOf, filter }: SummarizedRun,
  parts: readonly PartSummary[],
): RunSummary {
  const { neverStarted, ...pods } = added(parts.map((part) => part.pods));
  const sliMs = sorted(parts.map(({ sliMs }) => sliMs));
  const totalMs = sorted(parts.map(({ totalMs }) => totalMs));
  const runtimeBugs = header === undefined ? [] : runtimeBugsOfNodes(header);
  return {
    seed: header?.seed ?? null,
    endMs,
    endReason,
    ...(filter && {
      shown: {
        ...added([{ pods: 0, of: 0 }, ...parts.flatMap(({ shown }) => shown ?? [])]),
        by: filterText(filter),
      },
    }),
    pods: {
      total: pods.running + pods.ended + pods.notRunning + pods.rejected,
      ...pods,
      ...(neverStarted > 0 && { neverStarted }),
      unplaced: (header?.unplaced ?? [])
        .filter(({ workload }) => filter === undefined || showsWorkload(filter, workload))
        .reduce((sum, { pods: count }) => sum + count, 0),
    },
    timeToRunningMs: timesToRunning(
      sorted(parts.map(({ podTimes }) => podTimes.flatMap(({ timeToRunningMs }) => timeToRunningMs ?? []))),
      pods.notRunning + pods.rejected,
    ),
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
    firstCause: firstCause(parts.map(({ held }) => held)),
    longestWait: longestOf(parts, numberOf),
    ...coldStartOf(parts),
    ...rolloutsOf(parts),
    knownBugs: knownBugFigures(joinMeetings(parts.map(({ bugs }) => bugs))),
    ...(runtimeBugs.length === 0 ? {} : { runtimeBugs: [...runtimeBugs] }),
    nodes: added(parts.map(({ nodes }) => nodes)),
    notMeasured: notMeasured(header),
  };
}

/** Returns the sums of two objects, field by field. */
function added<Figures extends { readonly [Name in keyof Figures]: number | undefined }>(
  all: readonly Figures[],
): Figures {
  const sums: Record<string, number> = {};
  for (const figures of all)
    for (const [name, value] of Object.entries<number | undefined>(figures))
      sums[name] = (sums[name] ?? 0) + (value ?? 0);
  return sums as Figures;
}

function sorted(all: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(all.flat()).sort();
}

/**
 * The pods that do not run are the slowest of all: left out, they would make a run look better in which fewer
 * run.
 */
function timesToRunning(times: Float64Array, never: number): RunSummary['timeToRunningMs'] {
  const max = times.at(-1);
  if (max === undefined) return null;
  const [p50 = null, p90 = null, p99 = null] = [50, 90, 99].map((percent) =>
    percentile(times, percent, times.length + never),
  );
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

/** A rollout is of one part: its controller sees all nodes of its pods. */
function rolloutsOf(parts: readonly PartSummary[]): Pick<RunSummary, 'rollouts'> {
  const rollouts = parts
    .flatMap(({ rollouts }) => rollouts)
    .sort((a, b) => a.atMs - b.atMs || (a.workload < b.workload ? -1 : 1));
  return rollouts.length === 0 ? {} : { rollouts };
}

/** Of the slowest pod that waited for a node; of equal ones the first. */
function coldStartOf(parts: readonly PartSummary[]): Pick<RunSummary, 'coldStart'> {
  let slowest: PartSummary['coldStart'];
  for (const { coldStart } of parts)
    if (coldStart !== undefined && coldStart.tookMs > (slowest?.tookMs ?? 0)) slowest = coldStart;
  return slowest === undefined ? {} : { coldStart: slowest };
}

/** Among equal waits, that of the pod that arrived first counts. */
function longestOf(
  parts: readonly PartSummary[],
  numberOf: SummarizedRun['numberOf'],
): RunSummary['longestWait'] {
  const waits = parts.flatMap(({ longestWait }, part) =>
    longestWait === undefined ? [] : [{ part, ...longestWait }],
  );
  const [longest] = waits.sort(
    (a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs) || a.arrivedMs - b.arrivedMs,
  );
  if (longest === undefined) return null;
  const { part, arrivedMs, because, ...wait } = longest;
  if (because === undefined) return wait;
  return {
    ...wait,
    because: because.record === undefined ? because : { ...because, record: numberOf(part, because.record) },
  };
}
