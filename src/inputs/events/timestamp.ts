const form = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9})\d*)?(Z|z|[+-]\d\d:?\d\d)$/;

/**
 * Returns the microseconds since 1970 of an RFC 3339 time in any time zone; undefined if it is not valid.
 * Finer digits are cut off.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const utc = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  if (Number(month) > 12 || Number(month) < 1 || Number(day) > 31 || Number(hour) > 23 || Number(minute) > 59)
    return undefined;
  return (utc - zoneMillis(zone)) * 1_000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

function zoneMillis(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** Returns the time of microseconds since 1970 in UTC, to the microsecond, as the kubelet's own event times are. */
export function timestampText(micros: number): string {
  const seconds = Math.floor(micros / 1e6);
  const fraction = String(Math.floor(micros - seconds * 1e6)).padStart(6, '0');
  return new Date(seconds * 1_000).toISOString().replace('000Z', `${fraction}Z`);
}
