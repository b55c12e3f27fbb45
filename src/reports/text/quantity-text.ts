export { countText } from '../../inputs/count-text.ts';

/** Returns a duration for people: `180 ms`, `4.2 s`, `41 s`, `2 m 31 s`, `3 h 5 m`. */
export function durationText(durationMs: number): string {
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`;
  const tenths = Math.round(durationMs / 100);
  if (tenths < 100) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}

/** Returns the time until something, for people; null: it never came to that. */
export function reachedText(durationMs: number | null): string {
  return durationMs === null ? 'not reached' : durationText(durationMs);
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Returns a size in decimal units with two or three digits: `712 B`, `6.2 GB`, `71 MB`. */
export function sizeText(bytes: number): string {
  let value = bytes;
  for (const unit of units) {
    const small = unit !== 'B' && value < 9.95;
    if (value < 999.5 || unit === 'PB') return `${small ? value.toFixed(1) : Math.round(value)} ${unit}`;
    value /= 1000;
  }
  return `${bytes} B`;
}

/** Keeps a number and its unit on one line. */
export function withUnits(text: string): string {
  return text.replace(/(\d) (?=%|[a-zA-Z]{1,2}\b)/g, '$1\u00a0');
}

/**
 * Returns a duration as kubectl shows ages: two or three significant digits, cut off and never rounded.
 * `<invalid>` below -1 s. Mirrors HumanDuration of k8s.io/apimachinery/pkg/util/duration v0.36.3.
 */
export function humanDuration(durationMs: number): string {
  const seconds = Math.trunc(durationMs / 1000);
  if (!(seconds >= -1)) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 2 * 60) return `${seconds}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return `${minutes}m${rest(seconds % 60, 's')}`;
  if (minutes < 3 * 60) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return `${hours}h${rest(minutes % 60, 'm')}`;
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (days < 8) return `${days}d${rest(hours % 24, 'h')}`;
  if (days < 2 * 365) return `${days}d`;
  const years = Math.trunc(days / 365);
  return years < 8 ? `${years}y${rest(days % 365, 'd')}` : `${years}y`;
}

function rest(count: number, unit: string): string {
  return count === 0 ? '' : `${count}${unit}`;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Returns the instant `atMs` after the trace's epoch, in whole seconds of UTC:
 * `Sat, 01 Jan 2000 00:00:05 +0000`. Mirrors Go's time.RFC1123Z.
 */
export function rfc1123(epoch: string, atMs: number): string {
  const date = new Date(Date.parse(epoch) + Math.floor(atMs / 1000) * 1000);
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(':');
  const day = `${days[date.getUTCDay()]}, ${twoDigits(date.getUTCDate())} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day} ${time} +0000`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
