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
 * The microseconds that a duration text (`2m`, `1h30m`, `0s`, `1.5s`) stands for, or undefined when it is none.
 * What is finer than a microsecond is cut off.
 *
 * Mirrors `ParseDuration` of Go's package time, which `metav1.Duration` uses: every number but a lone `0` needs a unit.
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

// leadingFraction of package time: digits that an int64 cannot hold are dropped, the product is rounded as a float64.
function fractionNanos(fraction: string, unit: bigint): bigint {
  let digits = fraction;
  while (BigInt(digits || '0') > nanosMax) {
    digits = digits.slice(0, -1);
  }
  return BigInt(Math.trunc(Number(digits) * (Number(unit) / 10 ** digits.length)));
}
