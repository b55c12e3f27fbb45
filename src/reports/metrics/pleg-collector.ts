import { kubeletMetricsTable as table } from '../../rules/kubelet/kubelet-metrics.ts';
import type { Readings } from '../../trace/readings.ts';
import type { RecordOf } from '../../trace/record.ts';
import { type MetricCollector, MetricCounter, type MetricFamily, MetricHistogram } from './metric-family.ts';

/** A relist with a record in the trace. Those after it until the next such relist are alike. */
interface Relist {
  readonly number: number;
  readonly endMs: number;
  readonly tookMs: number;
  readonly periodMs: number;
  readonly succeeded: boolean;
}

interface RelistMetrics {
  readonly durations: MetricHistogram;
  readonly intervals: MetricHistogram;
}

/**
 * PLEG's metrics. Uneventful relists have no records: each is as long as the one before it and follows at the
 * same interval.
 */
export class PlegCollector implements MetricCollector {
  #metrics = emptyMetrics();
  #podRelists = new MetricHistogram(table.plegPodRelistDuration);
  #discarded = new MetricCounter(table.plegDiscardEvents);
  #last: Relist | undefined;
  /** When the last successful relist began. */
  #seenMs: number | undefined;
  readonly #epochSeconds: number;

  /** `epoch` is the instant of the trace's time 0. */
  constructor(epoch: string) {
    this.#epochSeconds = Date.parse(epoch) / 1000;
  }

  readonly readings: Readings = { pleg: (record) => this.#note(record) };

  #note(record: RecordOf<'pleg'>): void {
    if (record.discarded !== undefined) this.#discarded.add({}, record.discarded);
    const tookMs = record.tookMs ?? 0;
    if (record.uid !== undefined) {
      if (record.state === 'relisted') this.#podRelists.observe(tookMs);
      return;
    }
    const relist = {
      number: record.relists,
      endMs: record.at,
      tookMs,
      periodMs: record.periodMs,
      succeeded: record.state !== 'listFailed',
    };
    if (relist.number === this.#last?.number) return;
    const quiet = relist.number - 1 - (this.#last?.number ?? 0);
    const before = this.#last ?? {
      ...relist,
      number: 0,
      endMs: record.at - (quiet + 1) * (relist.periodMs + tookMs),
    };
    this.#seenMs = noteRelists(this.#metrics, before, quiet, this.#seenMs);
    this.#seenMs = noteRelist(this.#metrics, relist, this.#seenMs);
    this.#last = relist;
  }

  restart(): void {
    this.#metrics = emptyMetrics();
    this.#podRelists = new MetricHistogram(table.plegPodRelistDuration);
    this.#discarded = new MetricCounter(table.plegDiscardEvents);
    this.#last = undefined;
    this.#seenMs = undefined;
  }

  families(atMs: number): MetricFamily[] {
    if (this.#last !== undefined) {
      const { endMs, periodMs, tookMs, number } = this.#last;
      const quiet = Math.floor((atMs - endMs) / (periodMs + tookMs));
      this.#seenMs = noteRelists(this.#metrics, this.#last, quiet, this.#seenMs);
      this.#last = { ...this.#last, number: number + quiet, endMs: endMs + quiet * (periodMs + tookMs) };
    }
    const seen = new MetricCounter(table.plegLastSeen);
    if (this.#seenMs !== undefined) seen.set({}, Math.floor(this.#epochSeconds + this.#seenMs / 1000));
    return [
      this.#metrics.durations.family(),
      this.#metrics.intervals.family(),
      this.#podRelists.family(),
      this.#discarded.family(),
      seen.family(),
    ];
  }
}

/** Counts `times` relists after `before` that were like it. Returns when the last successful one began. */
function noteRelists(
  metrics: RelistMetrics,
  before: Relist,
  times: number,
  seenMs: number | undefined,
): number | undefined {
  if (times <= 0) return seenMs;
  const stepMs = before.periodMs + before.tookMs;
  let seen = noteRelist(metrics, { ...before, endMs: before.endMs + stepMs }, seenMs);
  if (before.succeeded) {
    metrics.durations.observe(before.tookMs, {}, times - 1);
    metrics.intervals.observe(stepMs, {}, times - 1);
    return before.endMs + times * stepMs - before.tookMs;
  }
  // Each failed one is further away from the last successful one.
  for (let index = 2; index <= times; index++)
    seen = noteRelist(metrics, { ...before, endMs: before.endMs + index * stepMs }, seen);
  return seen;
}

/** The interval counts from the last successful relist, which a failed one does not change. */
function noteRelist(
  { durations, intervals }: RelistMetrics,
  relist: Relist,
  seenMs: number | undefined,
): number | undefined {
  const startMs = relist.endMs - relist.tookMs;
  durations.observe(relist.tookMs);
  if (seenMs !== undefined) intervals.observe(startMs - seenMs);
  return relist.succeeded ? startMs : seenMs;
}

function emptyMetrics(): RelistMetrics {
  return {
    durations: new MetricHistogram(table.plegRelistDuration),
    intervals: new MetricHistogram(table.plegRelistInterval),
  };
}
