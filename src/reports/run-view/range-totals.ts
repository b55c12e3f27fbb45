import { largest } from '../../rules/collections/extremes.ts';
import { isWaiting, type PhaseName } from '../phases/container-phases.ts';
import type { ResourceView } from './resource-view.ts';
import type { LayerArrival, RunActivity, TimeSpan } from './run-activity.ts';
import type { RunView } from './run-view.ts';
import { countUntil, indexAt, type Series } from './series-builder.ts';

/** What the totals of a part of a run are made of. */
export interface RangeSource {
  readonly view: Pick<RunView, 'rows' | 'endMs'>;
  readonly resources: Pick<ResourceView, 'nodes'>;
  readonly activity: RunActivity;
}

/** What happened in a part of a run. Times in virtual ms. */
export interface RangeTotals {
  readonly pulls: { readonly begun: number; readonly succeeded: number; readonly failed: number };
  /** The part of the layers that arrived whole, now or later, which came in this time. */
  readonly bytes: number;
  /** How long containers waited for what, all together; the longest first, nothing that none waited for. */
  readonly waiting: readonly { readonly phase: PhaseName; readonly waitedMs: number }[];
  readonly backOffMs: number;
  /** The most slots that the kubelet of one node had in use; `max` is absent where it has no limit. */
  readonly slots: { readonly inUse: number; readonly max?: number };
  readonly imageGc: { readonly images: number; readonly freedBytes: number };
}

/**
 * Returns the totals of a part of a run. A moment belongs to the part that begins with it, and the run's end
 * to the one that ends with it: the totals of parts that follow each other add up to those of the run, and
 * those of the whole run are the figures of its summary.
 */
export function rangeTotals({ view, resources, activity }: RangeSource, range: TimeSpan): RangeTotals {
  const isLast = range.toMs >= view.endMs;
  const within = (atMs: number): boolean =>
    atMs >= range.fromMs && (atMs < range.toMs || (isLast && atMs <= range.toMs));
  const count = (moments: readonly number[]): number => moments.filter(within).length;
  const waiting = waitingIn(view.rows, range);
  const removed = activity.nodes
    .flatMap(({ rounds }) => rounds.flatMap((round) => round.removed))
    .filter(({ atMs }) => within(atMs));
  return {
    pulls: {
      begun: count(activity.pulls.begunMs),
      succeeded: count(activity.pulls.succeededMs),
      failed: count(activity.pulls.failedMs),
    },
    bytes: bytesIn(activity.layers, resources, range, within),
    waiting,
    backOffMs: waiting.find(({ phase }) => phase === 'backingOff')?.waitedMs ?? 0,
    slots: slotsIn(resources, range),
    imageGc: {
      images: removed.length,
      freedBytes: removed.reduce((sum, { freedBytes }) => sum + freedBytes, 0),
    },
  };
}

/** In whole microseconds, as the summary adds up. Images that are pulled ahead are waited for by no container. */
function waitingIn(rows: RunView['rows'], range: TimeSpan): RangeTotals['waiting'] {
  const micros = new Map<PhaseName, number>();
  for (const { pod, bars } of rows) {
    if (pod === undefined) continue;
    for (const { phase, fromMs, toMs } of bars) {
      const waitedMs = Math.min(toMs, range.toMs) - Math.max(fromMs, range.fromMs);
      if (waitedMs > 0 && isWaiting(phase))
        micros.set(phase, (micros.get(phase) ?? 0) + Math.round(waitedMs * 1000));
    }
  }
  return [...micros]
    .filter(([, waited]) => waited > 0)
    .map(([phase, waited]) => ({ phase, waitedMs: waited / 1000 }))
    .sort((a, b) => b.waitedMs - a.waitedMs);
}

function slotsIn({ nodes }: RangeSource['resources'], { fromMs, toMs }: TimeSpan): RangeTotals['slots'] {
  let most: RangeTotals['slots'] = { inUse: 0 };
  for (const { slotsInUse, slotsMax } of nodes) {
    const first = indexAt(slotsInUse, fromMs);
    const inUse = largest(slotsInUse.values.slice(first, countUntil(slotsInUse.atMs, toMs)));
    if (inUse > most.inUse) most = { inUse, ...(slotsMax === undefined ? {} : { max: slotsMax }) };
  }
  return most;
}

/**
 * A layer's bytes are shared among the moments of its download as the bytes of its node's link are; evenly
 * where the link has none, which is where nothing limits it.
 */
function bytesIn(
  layers: readonly LayerArrival[],
  { nodes }: RangeSource['resources'],
  range: TimeSpan,
  within: (atMs: number) => boolean,
): number {
  const links = new Map(nodes.map(({ node, link }) => [node, cumulated(link)]));
  let sum = 0;
  for (const { node, fromMs, toMs, bytes } of layers) {
    const [from, to] = [Math.max(fromMs, range.fromMs), Math.min(toMs, range.toMs)];
    if (fromMs >= range.fromMs && within(toMs)) sum += bytes;
    else if (to > from) {
      const link = links.get(node);
      const whole = link === undefined ? 0 : link(toMs) - link(fromMs);
      const share =
        link === undefined || whole <= 0 ? (to - from) / (toMs - fromMs) : (link(to) - link(from)) / whole;
      sum += bytes * share;
    }
  }
  return Math.round(sum);
}

/** Returns the function that gives the area under a series from its beginning to a moment. */
function cumulated(series: Series): (atMs: number) => number {
  const sums = new Float64Array(series.values.length);
  for (let index = 1; index < sums.length; index++) {
    const lastedMs = (series.atMs[index] ?? 0) - (series.atMs[index - 1] ?? 0);
    sums[index] = (sums[index - 1] ?? 0) + (series.values[index - 1] ?? 0) * lastedMs;
  }
  return (atMs) => {
    const index = indexAt(series, atMs);
    return (sums[index] ?? 0) + (series.values[index] ?? 0) * (atMs - (series.atMs[index] ?? 0));
  };
}
