const prefixes = ['', 'k', 'M', 'G', 'T'] as const;

/** Returns a rate as a Scenario takes it, with three digits: `19.6MB/s`. */
export function rateText(bytesPerSecond: number): string {
  let value = bytesPerSecond;
  for (const prefix of prefixes) {
    const text = threeFigures(value);
    if (Number(text) < 1_000 || prefix === 'T') return `${text}${prefix}B/s`;
    value /= 1_000;
  }
  return `${Math.round(bytesPerSecond)}B/s`;
}

/** Returns a duration as a Scenario takes it, with three digits: `20.3ms`, `850us`, `1.2s`. */
export function microsText(micros: number): string {
  if (micros < 999.5) return `${Math.round(micros)}us`;
  return micros < 999_500 ? `${threeFigures(micros / 1_000)}ms` : `${threeFigures(micros / 1e6)}s`;
}

/** A number of processors, which may be a share of one: `2`, `3.9`. */
export function cpusText(count: number): string {
  return String(Number(count.toFixed(1)));
}

function threeFigures(value: number): string {
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return String(Number(value.toFixed(digits)));
}
