const nanosPerMicro = 1_000n;
const nanosPerMilli = 1_000_000n;
const nanosPerSecond = 1_000_000_000n;

/**
 * The text of a duration as the kubelet's messages print it: `1.5s`, `300ms`, `1m30s`, `0s`.
 *
 * Takes microseconds; a fraction of a microsecond counts to the nanosecond. Mirrors `Duration.String` of Go's
 * package time.
 */
export function formatGoDuration(micros: number): string {
  const nanos = wholeNanos(Math.abs(micros));
  if (nanos === 0n) {
    return '0s';
  }
  const sign = micros < 0 ? '-' : '';
  if (nanos < nanosPerMicro) {
    return `${sign}${nanos}ns`;
  }
  if (nanos < nanosPerMilli) {
    return `${sign}${decimal(nanos, nanosPerMicro)}µs`;
  }
  if (nanos < nanosPerSecond) {
    return `${sign}${decimal(nanos, nanosPerMilli)}ms`;
  }
  const minutes = nanos / (60n * nanosPerSecond);
  const seconds = decimal(nanos % (60n * nanosPerSecond), nanosPerSecond);
  if (minutes === 0n) {
    return `${sign}${seconds}s`;
  }
  return minutes < 60n
    ? `${sign}${minutes}m${seconds}s`
    : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}s`;
}

// Split first: micros × 1000 leaves the exact integers after 104 days.
function wholeNanos(micros: number): bigint {
  const whole = Math.trunc(micros);
  return BigInt(whole) * nanosPerMicro + BigInt(Math.round((micros - whole) * 1_000));
}

function decimal(nanos: bigint, unit: bigint): string {
  const digits = unit.toString().length - 1;
  const fraction = (nanos % unit).toString().padStart(digits, '0').replace(/0+$/, '');
  return fraction === '' ? `${nanos / unit}` : `${nanos / unit}.${fraction}`;
}

const nanosPerUnit: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

const part = /([0-9]*)(?:\.([0-9]*))?(ns|us|µs|μs|ms|s|m|h)/y;
const nanosMax = 2n ** 63n - 1n;

/**
 * The microseconds that a duration text (`2m`, `1h30m`, `0s`, `1.5s`) stands for, or undefined when it is
 * none. What is finer than a microsecond is cut off.
 *
 * Mirrors `ParseDuration` of Go's package time, which `metav1.Duration` uses: every number but a lone `0`
 * needs a unit.
 */
export function parseGoDuration(text: string): number | undefined {
  const negative = text.startsWith('-');
  const unsigned = negative || text.startsWith('+') ? text.slice(1) : text;
  if (unsigned === '0') {
    return 0;
  }
  const nanos = sumOfParts(unsigned);
  if (nanos === undefined || nanos > (negative ? nanosMax + 1n : nanosMax)) {
    return undefined;
  }
  const micros = Number(nanos / 1_000n);
  return negative && micros !== 0 ? -micros : micros;
}

function sumOfParts(text: string): bigint | undefined {
  if (text === '') {
    return undefined;
  }
  let nanos = 0n;
  let position = 0;
  while (position < text.length) {
    part.lastIndex = position;
    const match = part.exec(text);
    if (match === null) {
      return undefined;
    }
    const whole = match[1] ?? '';
    const fraction = match[2] ?? '';
    const unit = nanosPerUnit.get(match[3] ?? '');
    if (unit === undefined || (whole === '' && fraction === '')) {
      return undefined;
    }
    nanos += BigInt(whole || '0') * unit + fractionNanos(fraction, unit);
    position = part.lastIndex;
  }
  return nanos;
}

// leadingFraction of package time: digits that an int64 cannot hold are dropped, the product is rounded as a
// float64.
function fractionNanos(fraction: string, unit: bigint): bigint {
  let digits = fraction;
  while (BigInt(digits || '0') > nanosMax) {
    digits = digits.slice(0, -1);
  }
  return BigInt(Math.trunc(Number(digits) * (Number(unit) / 10 ** digits.length)));
}

/**
 * A duration in seconds as Go's `Duration.Seconds` gives it: a plain division of the nanoseconds would round
 * differently.
 */
export function durationSeconds(micros: number): number {
  const seconds = Math.trunc(micros / 1e6);
  const nanos = Math.round((micros - seconds * 1e6) * 1_000);
  return seconds + nanos / 1e9;
}

/**
 * What the histograms of one kubelet process have observed so far, in seconds by metric: floating-point
 * numbers added up in their order, as prometheus does. What a script adds is the difference of two such
 * totals, so half a millisecond goes up or down with what the process had observed before.
 */
export class HistogramTotals {
  readonly #seconds = new Map<string, number>();

  /**
   * Adds observations and returns by how much the metric's total has grown: in seconds, rounded to 1 ms as
   * Go's `math.Round` does.
   */
  add(metric: string, observedMicros: readonly number[]): number {
    const before = this.#seconds.get(metric) ?? 0;
    const after = observedMicros.reduce((sum, micros) => sum + durationSeconds(micros), before);
    this.#seconds.set(metric, after);
    return Math.round((after - before) * 1e3) / 1e3;
  }
}

/**
 * The duration cut down to whole milliseconds, towards zero; `Duration.Truncate(time.Millisecond)` in Go,
 * microseconds in and out. A fraction of a microsecond counts to the nanosecond, so that a rounding error of
 * a subtraction does not cost a millisecond.
 */
export function truncateToMillisecond(micros: number): number {
  const exact = Number.isInteger(micros) ? micros : Math.round(micros * 1_000) / 1_000;
  const remainder = exact % 1_000;
  return remainder === 0 ? exact : Math.round(exact - remainder);
}
