import { bitUnits } from '../bit-units.ts';

/** Returns a rate as `--link` takes it, from bytes per second; undefined means no limit. */
export function rateText(bytesPerSecond: number | undefined): string {
  if (bytesPerSecond === undefined) return 'unlimited';
  const bits = bytesPerSecond * 8;
  const [prefix, unit] = bitUnits.find(([, size]) => bits >= size) ?? ['', 1];
  return `${Number((bits / unit).toFixed(3))}${prefix}bit/s`;
}
