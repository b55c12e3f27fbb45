import { bitUnits } from '../bit-units.ts';

/** A rate for people, from bytes per second, in bits with three figures: `940 Mbit/s`. */
export function rateWords(bytesPerSecond: number): string {
  const bits = bytesPerSecond * 8;
  const [prefix, unit] = bitUnits.find(([, size]) => bits >= 0.9995 * size) ?? ['', 1];
  return `${Number((bits / unit).toPrecision(3))} ${prefix}bit/s`;
}
