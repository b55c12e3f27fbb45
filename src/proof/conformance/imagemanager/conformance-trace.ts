import type { ScriptTrace } from '../script-kind.ts';

/**
 * What a system did with one script of the image manager. `races` names back-off keys for which two pulls
 * failed at the same moment with different messages.
 */
export type ConformanceTrace = ScriptTrace<Entry>;

/**
 * Returns the trace without metrics: no system but a kubelet need count, and the totals of a process depend on
 * what it ran before.
 */
export function withoutMetrics(trace: ConformanceTrace): ConformanceTrace {
  return { ...trace, trace: trace.trace.filter(({ type }) => type !== 'metric') };
}

interface EntryBase {
  /** ms from the start. */
  readonly at: number;
  /** The id of the call of the script. */
  readonly call: string;
}

/** Something that a system did at one moment; docs/conformance.md says what the fields mean. */
export type Entry =
  | RuntimeEntry
  | RuntimeReturnEntry
  | EventEntry
  | PullingEntry
  | ResultEntry
  | MetricEntry
  | PanicEntry
  | StuckEntry
  /** From the real kubelet's harness: the script itself could not be run. */
  | { readonly at: number; readonly type: 'oracle-error'; readonly message: string };

interface RuntimeEntry extends EntryBase {
  readonly type: 'runtime';
  readonly op: 'GetImageRef' | 'PullImage' | 'GetImageSize';
  readonly image: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly runtimeHandler?: string;
}

interface RuntimeReturnEntry extends EntryBase {
  readonly type: 'runtime-return';
  readonly op: 'PullImage';
  readonly image: string;
  readonly ref?: string;
  readonly error?: string;
}

interface EventEntry extends EntryBase {
  readonly type: 'event';
  readonly eventType: string;
  readonly reason: string;
  readonly message: string;
}

interface PullingEntry extends EntryBase {
  readonly type: 'pulling';
  readonly state: 'started' | 'finished';
}

/** A call has returned. */
export interface ResultEntry extends EntryBase {
  readonly type: 'result';
  readonly imageRef: string;
  readonly error: string;
  readonly message: string;
}

/** A metric at the end, at the time of the last entry. Metrics are sorted by name and labels. */
export interface MetricEntry {
  readonly at: number;
  readonly type: 'metric';
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly count: number;
  /** For histograms: seconds, rounded to 1 ms. */
  readonly sum?: number;
  /** For histograms: counts by upper bound, not cumulative, without empty ones. */
  readonly buckets?: Readonly<Record<string, number>>;
}

/** The kubelet panicked in that call. */
interface PanicEntry extends EntryBase {
  readonly type: 'panic';
  readonly message: string;
}

/** Not all calls returned. */
interface StuckEntry {
  readonly at: number;
  readonly type: 'stuck';
  readonly message: string;
}

/** An entry that belongs to a call. */
export type CallEntry =
  | RuntimeEntry
  | RuntimeReturnEntry
  | EventEntry
  | PullingEntry
  | ResultEntry
  | PanicEntry;
