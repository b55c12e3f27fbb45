import type { Series } from '../../report/run-view/series-builder.ts';

export interface SeriesFacts {
  readonly peak: number;
  readonly peakAtMs: number;
  /** How long it was at the limit, or above it; 0 where there is none. */
  readonly fullMs: number;
}

/** The greatest value of a series up to the end of the run, and how long it was at its limit. */
export function seriesFacts({ atMs, values }: Series, endMs: number, limit: number | undefined): SeriesFacts {
  let peak = values[0] ?? 0;
  let peakAtMs = 0;
  let fullMs = 0;
  values.forEach((value, index) => {
    const from = atMs[index] ?? 0;
    if (value > peak) {
      peak = value;
      peakAtMs = from;
    }
    // Rates are sums of shares: the last digits may be missing.
    if (limit !== undefined && value >= limit * 0.999) fullMs += Math.max(0, Math.min(atMs[index + 1] ?? endMs, endMs) - from);
  });
  return { peak, peakAtMs, fullMs };
}
