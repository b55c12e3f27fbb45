import type { estimate } from '../../json/calibration.ts';
import type { Parsed } from '../../trace/record.ts';

/** A figure with its 95 % interval, as far as the samples and the model's own error tell. */
export type Estimate = Parsed<typeof estimate>;

/** Returns half the interval's width as a share of the figure; null if it has no end. */
export function halfWidth({ value, low, high }: Estimate): number | null {
  return value === null || high === null || value <= 0 ? null : (high - low) / 2 / value;
}

/**
 * Returns the least width of an interval to each side, as a share of the figure: the model itself is off by a few percent
 * (docs/fidelity.md), and a few samples may all be off in the same way.
 */
function ownError(samples: number): number {
  return 0.05 + 0.3 / Math.max(samples, 1);
}

/** Returns the interval, at least as wide as the model's own error. */
export function widened(value: number, { low, high }: { readonly low: number; readonly high: number }, samples: number) {
  const least = ownError(samples);
  return { low: Math.min(low, value * (1 - least)), high: Math.max(high, value * (1 + least)) };
}

/** Returns `15 pulls`, `1 pull`. */
export function samplesText({ samples, from }: Estimate): string {
  return `${samples} ${samples === 1 ? from.replace(/^(\w+)s\b/, '$1') : from}`;
}
