/** A moment of a run as a clock shows it: `0:04.210`, `1:02:03.000`. */
export function virtualTimeText(atMs: number): string {
  const whole = Math.max(0, Math.floor(atMs));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [Math.floor(whole / 3_600_000), Math.floor(whole / 60_000) % 60, Math.floor(whole / 1000) % 60];
  const start = hours === 0 ? String(minutes) : `${hours}:${two(minutes)}`;
  return `${start}:${two(seconds)}.${String(whole % 1000).padStart(3, '0')}`;
}
