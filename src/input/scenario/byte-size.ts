/** `300MB`, `1.5GiB`, `64Mi`, `512`: decimal and binary multiples of bytes. */
export const byteSizePattern = /^\d+(?:\.\d+)? ?(?:[kKMGT]i?)?B?$/;

const powers: Readonly<Record<string, number>> = { '': 0, K: 1, M: 2, G: 3, T: 4 };

/** Returns the whole bytes of `300MB` (10^6), `300MiB` or `300Mi` (2^20), or a plain number; undefined if it is none or above 2^53. */
export function parseByteSize(text: string): number | undefined {
  if (text.length > 40 || !byteSizePattern.test(text)) return undefined;
  const [, amount, prefix = '', binary] = /^(\d+(?:\.\d+)?) ?([kKMGT]?)(i?)/.exec(text) ?? [];
  const bytes = Math.round(Number(amount) * (binary === 'i' ? 1024 : 1000) ** (powers[prefix.toUpperCase()] ?? 0));
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
