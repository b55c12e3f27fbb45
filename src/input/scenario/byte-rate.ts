/** `1Gbit/s`, `100MB/s`, `110MiB/s`, `unlimited`. */
export const byteRatePattern = /^(?:unlimited|\d+(?:\.\d+)? ?(?:[kKMGT]i?)?(?:bit|B)\/s)$/;

const powers: Readonly<Record<string, number>> = { '': 0, K: 1, M: 2, G: 3, T: 4 };

/** Returns the bytes per second of a rate in bits or bytes, null for `unlimited`; undefined if it is no rate, zero, or above 2^53. */
export function parseByteRate(text: string): number | null | undefined {
  if (text === 'unlimited') return null;
  if (text.length > 40 || !byteRatePattern.test(text)) return undefined;
  const [, amount, prefix = '', binary, unit] = /^(\d+(?:\.\d+)?) ?([kKMGT]?)(i?)(bit|B)/.exec(text) ?? [];
  const scaled = Number(amount) * (binary === 'i' ? 1024 : 1000) ** (powers[prefix.toUpperCase()] ?? 0);
  const bytes = Math.round(unit === 'bit' ? scaled / 8 : scaled);
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : undefined;
}
