import type { TraceRecord } from '../../trace/record.ts';
import { percentile } from '../summary/percentile.ts';
import { profilesByNode } from '../summary/profiles-by-node.ts';
import type { PodPhases } from './pod-phases.ts';
import { PodStartups } from './pod-startups.ts';
import { type StartupPart, startupParts } from './startup-parts.ts';

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

/** Returns the figures of the pods that started up to `endMs`. */
export function startupFigures(records: readonly TraceRecord[], pods: readonly PodPhases[], endMs: number): StartupFigures {
  const tracker = new PodStartups(profilesByNode(records));
  const startups = [];
  for (const record of records) {
    if (record.at > endMs) break;
    const startup = record.type === 'header' || record.type === 'end' ? undefined : tracker.note(record);
    if (startup !== undefined) startups.push(startup);
  }
  const counted = startups.filter(({ leftOut }) => !leftOut);
  return {
    pods: startups.length,
    leftOut: startups.length - counted.length,
    sliMs: percentiles(counted.map(({ sliMicros }) => sliMicros / 1000)),
    totalMs: percentiles(startups.map(({ totalMicros }) => totalMicros / 1000)),
    meanPartsMs: startupParts(pods),
  };
}

function percentiles(values: readonly number[]): StartupPercentiles | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [p50, p90, p99] = [50, 90, 99].map((percent) => percentile(sorted, percent));
  return p50 === undefined || p90 === undefined || p99 === undefined ? null : { p50, p90, p99 };
}
