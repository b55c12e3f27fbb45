/** A figure with the interval in which it lies with 95 % probability, as far as the samples and the model's own error tell. */
export interface Estimate {
  /** The middle of what is likely; null where only a bound is known. */
  readonly value: number | null;
  readonly low: number;
  /** null: nothing speaks against any larger figure. */
  readonly high: number | null;
  readonly samples: number;
  /** What it rests on, for people: a noun in the plural. */
  readonly from: string;
}

/** Half the interval's width as a share of the figure; null where it has no end. */
export function halfWidth({ value, low, high }: Estimate): number | null {
  return value === null || high === null || value <= 0 ? null : (high - low) / 2 / value;
}

/**
 * The least that an interval spans to each side of a figure, as a share of it: the model itself is off by a few percent (docs/fidelity.md),
 * and a handful of samples may all be off by the same.
 */
export function ownError(samples: number): number {
  return 0.05 + 0.3 / Math.max(samples, 1);
}

/** The interval, at least as wide as the model's own error. */
export function widened(value: number, { low, high }: { readonly low: number; readonly high: number }, samples: number) {
  const least = ownError(samples);
  return { low: Math.min(low, value * (1 - least)), high: Math.max(high, value * (1 + least)) };
}

/** `15 pulls`, `1 pull`. */
export function samplesText({ samples, from }: Estimate): string {
  return `${samples} ${samples === 1 ? from.replace(/^(\w+)s\b/, '$1') : from}`;
}
