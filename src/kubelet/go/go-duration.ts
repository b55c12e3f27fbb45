const nanosPerMicro = 1_000n;
const nanosPerMilli = 1_000_000n;
const nanosPerSecond = 1_000_000_000n;

/**
 * The text of a duration as the kubelet's messages print it: `1.5s`, `300ms`, `1m30s`, `0s`.
 *
 * Takes microseconds; a fraction of a microsecond counts to the nanosecond. Mirrors `Duration.String` of Go's package time.
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
  return minutes < 60n ? `${sign}${minutes}m${seconds}s` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}s`;
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
