/** Returns a virtual time as a clock shows it, `01:12.480`, `2:00:05.000`; with microseconds if there are any, `00:00.515600`. */
export function instantText(atMs: number): string {
  const micros = Math.round(atMs * 1000);
  const seconds = Math.floor(micros / 1_000_000);
  const rest = micros % 1_000_000;
  const fraction = rest % 1000 === 0 ? pad(rest / 1000, 3) : pad(rest, 6);
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}.${fraction}`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
