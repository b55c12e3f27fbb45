/** A time that lies between two, in microseconds. */
export interface Interval {
  readonly least: number;
  readonly most: number;
}

/** Returns `1m14s`, or `3 to 5 s` where both ends differ. */
export function intervalText({ least, most }: Interval): string {
  const [from, to] = [shortText(least), shortText(most)];
  if (from === to) return from;
  const unit = / s$/;
  return unit.test(from) && unit.test(to) ? `${from.replace(unit, '')} to ${to}` : `${from} to ${to}`;
}

/** Returns `450 ms`, `7.2 s`, `1m14s`, `48m`, `5h30m`. */
export function shortText(micros: number): string {
  if (micros < 1e6) return micros <= 0 ? '0 s' : `${Math.round(micros / 1e3)} ms`;
  if (micros < 60e6) return `${Math.round(micros / 1e5) / 10} s`;
  const seconds = Math.round(micros / 1e6);
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours > 0) return `${hours}h${minutes > 0 ? `${minutes}m` : ''}`;
  return `${minutes}m${rest > 0 ? `${rest}s` : ''}`;
}
