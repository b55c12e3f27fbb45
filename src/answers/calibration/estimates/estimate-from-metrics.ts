import { imageSizeBounds } from '../../../rules/kubelet/images/image-metrics.ts';
import type { PullHistogram } from '../evidence/read-metrics.ts';
import type { Estimate } from './estimate.ts';

/** What a pull takes besides its bytes, in seconds; little compared with the sizes here. */
const fixedSeconds = 0.15;

/**
 * Returns the wire bytes per second of download and unpacking together, from counts by classes of sizes. The
 * bounds of the middle class give the interval. undefined if no class has two bounds.
 */
export function estimateFromMetrics(histograms: readonly PullHistogram[]): Estimate | undefined {
  const classes = histograms.flatMap(({ sizeClass, count, seconds: sum }) => {
    const bounds = imageSizeBounds(sizeClass);
    const seconds = Math.max(sum / count - fixedSeconds, 0.01);
    if (bounds === undefined || bounds.above === 0 || bounds.upTo === Infinity) return [];
    return [{ low: bounds.above / seconds, high: bounds.upTo / seconds, count }];
  });
  const total = classes.reduce((sum, { count }) => sum + count, 0);
  let below = 0;
  for (const { low, high, count } of classes.sort((a, b) => a.low - b.low)) {
    below += count;
    if (2 * below < total) continue;
    return {
      value: Math.sqrt(low * high),
      low,
      high,
      samples: total,
      from: "pulls in the kubelet's histogram",
    };
  }
  return undefined;
}
