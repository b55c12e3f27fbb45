import { parseGoDuration } from '../../rules/kubelet/go/go-duration.ts';
import { limits } from '../limits.ts';

/** `1Gbit/s`, `100MB/s`, `110MiB/s`, `unlimited`. */
export const byteRatePattern = /^(?:unlimited|\d+(?:\.\d+)? ?(?:[kKMGT]i?)?(?:bit|B)\/s)$/;

const powers: Readonly<Record<string, number>> = { '': 0, K: 1, M: 2, G: 3, T: 4 };

/**
 * Returns the bytes per second of a rate in bits or bytes, null for `unlimited`; undefined if it is no rate,
 * zero, or above 2^53.
 */
export function parseByteRate(text: string): number | null | undefined {
  if (text === 'unlimited') return null;
  if (text.length > 40 || !byteRatePattern.test(text)) return undefined;
  const [, amount, prefix = '', binary, unit] = /^(\d+(?:\.\d+)?) ?([kKMGT]?)(i?)(bit|B)/.exec(text) ?? [];
  const scaled = Number(amount) * (binary === 'i' ? 1024 : 1000) ** (powers[prefix.toUpperCase()] ?? 0);
  const bytes = Math.round(unit === 'bit' ? scaled / 8 : scaled);
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** The prefixes of bit/s, the largest first. */
export const bitUnits = [
  ['T', 1e12],
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/**
 * Returns a rate as `--link` and a Scenario take it, exactly: in bits where three decimals do (`1Gbit/s`),
 * else in bytes; null means no limit.
 */
export function byteRateText(bytesPerSecond: number | null): string {
  if (bytesPerSecond === null) return 'unlimited';
  const bits = bytesPerSecond * 8;
  const [prefix, unit] = bitUnits.find(([, size]) => bits >= size) ?? ['', 1];
  const text = `${Number((bits / unit).toFixed(3))}${prefix}bit/s`;
  return parseByteRate(text) === bytesPerSecond ? text : `${bytesPerSecond}B/s`;
}

/** `300MB`, `1.5GiB`, `64Mi`, `512`: decimal and binary multiples of bytes. */
export const byteSizePattern = /^\d+(?:\.\d+)? ?(?:[kKMGT]i?)?B?$/;

/**
 * Returns the whole bytes of `300MB` (10^6), `300MiB` or `300Mi` (2^20), or a plain number; undefined if it
 * is none or above 2^53.
 */
export function parseByteSize(text: string): number | undefined {
  if (text.length > 40 || !byteSizePattern.test(text)) return undefined;
  const [, amount, prefix = '', binary] = /^(\d+(?:\.\d+)?) ?([kKMGT]?)(i?)/.exec(text) ?? [];
  const bytes = Math.round(
    Number(amount) * (binary === 'i' ? 1024 : 1000) ** (powers[prefix.toUpperCase()] ?? 0),
  );
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** Go's duration syntax without a sign: `90s`, `1h30m`, `1.5ms`, `0`. */
export const durationPattern = /^(?:0|(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+)$/;

/**
 * Returns the whole microseconds of a Go duration such as `1h30m`; undefined if it is none, negative, or
 * longer than a year.
 */
export function parseDuration(text: string): number | undefined {
  if (text.length > 100 || !durationPattern.test(text)) return undefined;
  const micros = parseGoDuration(text);
  return micros !== undefined && micros <= limits.durationMicros ? micros : undefined;
}
