/** The prefixes of bit/s, the largest first. */
export const bitUnits = [
  ['T', 1e12],
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/** Returns a rate as `--link` takes it, from bytes per second; undefined means no limit. */
export function rateText(bytesPerSecond: number | undefined): string {
  if (bytesPerSecond === undefined) return 'unlimited';
  const bits = bytesPerSecond * 8;
  const [prefix, unit] = bitUnits.find(([, size]) => bits >= size) ?? ['', 1];
  return `${Number((bits / unit).toFixed(3))}${prefix}bit/s`;
}
