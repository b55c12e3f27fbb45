import type { EndRecord, TraceRecord } from '../../trace/record.ts';
import type { LongestWait } from '../phases/longest-wait.ts';
import type { StartupPart } from '../phases/startup-parts.ts';
import type { WaitingShare } from '../phases/waiting-shares.ts';
import { joinSummaries } from './join-summaries.ts';
import type { KnownBugFigures } from './known-bug-figures.ts';
import type { NodeFigures } from './node-figures.ts';
import type { ByteFigures, PullFigures } from './pull-figures.ts';
import { endOf, headerOf } from './run-conditions.ts';
import { SummaryReader } from './summary-reader.ts';

/** What a run came to; the JSON of `-o json`. Times in virtual ms, null where there is nothing to tell. */
export interface RunSummary {
  readonly seed: number | null;
  readonly endMs: number;
  readonly endReason: EndRecord['reason'] | null;
  readonly pods: {
    readonly total: number;
    readonly running: number;
    readonly ended: number;
    readonly notRunning: number;
    readonly rejected: number;
  };
  /** Over the pods whose containers all came to run: from arrival until the last of them did. Nearest rank. */
  readonly timeToRunningMs: { readonly p50: number; readonly p90: number; readonly p99: number; readonly max: number } | null;
  readonly startup: StartupFigures;
  readonly waiting: readonly WaitingShare[];
  readonly bytes: ByteFigures;
  readonly pulls: PullFigures;
  readonly failures: readonly FailureCount[];
  /** Times that a pull was refused by back-off. */
  readonly backOffs: number;
  readonly longestWait: LongestWait | null;
  /** Defects of the kubelet's release that the run met, in the order in which it did. */
  readonly knownBugs: readonly KnownBugFigures[];
  readonly nodes: NodeFigures;
  /** A sentence for each runtime that nobody has measured. */
  readonly notMeasured: readonly string[];
}

export interface FailureCount {
  readonly reason: string;
  readonly count: number;
  /** The error of the first one. */
  readonly error: string;
}

/** Nearest rank, in ms. */
export interface StartupPercentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** How long pods took to start, as their kubelets measure it, and where the time went. Times in virtual ms. */
export interface StartupFigures {
  /** Pods that their kubelet saw start; some are left out of the SLI (image volumes). */
  readonly pods: number;
  readonly leftOut: number;
  /** `kubelet_pod_start_sli_duration_seconds`: without pulls and init containers, as the release reckons; null of none. */
  readonly sliMs: StartupPercentiles | null;
  /** `kubelet_pod_start_total_duration_seconds` */
  readonly totalMs: StartupPercentiles | null;
  /** Of the mean pod, from its arrival until it ran: the parts add up to the whole. */
  readonly meanPartsMs: Readonly<Record<StartupPart, number>>;
}

/** Returns the figures of a run up to `atMs` (default: the trace's end). */
export function summarize(records: readonly TraceRecord[], atMs?: number): RunSummary {
  const header = headerOf(records);
  const end = endOf(records);
  const endMs = atMs ?? records.at(-1)?.at ?? 0;
  const reader = new SummaryReader(header, endMs);
  for (const record of records) if (record.type !== 'header' && record.type !== 'end') reader.note(record);
  return joinSummaries({ header, endMs, endReason: end !== undefined && end.at <= endMs ? end.reason : null }, [reader.finish(endMs)]);
}
