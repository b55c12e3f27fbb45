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

/** Returns `1 pull`, `2 pulls`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Keeps a number and its unit on one line. */
export function withUnits(text: string): string {
  return text.replace(/(\d) (?=%|[a-zA-Z]{1,2}\b)/g, '$1\u00a0');
}
