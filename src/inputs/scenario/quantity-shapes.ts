import { z } from 'zod';
import { limits } from '../limits.ts';
import {
  byteRatePattern,
  byteSizePattern,
  durationPattern,
  parseByteRate,
  parseByteSize,
  parseDuration,
} from './quantities.ts';

/** What is expected where a value is none of its kind. */
export const expectedQuantity = {
  duration: 'a duration such as 90s, 15m or 1h30m',
  positiveDuration: 'a duration above 0',
  finiteRate: 'a rate such as 1Gbit/s or 100MB/s',
  rate: 'a rate such as 1Gbit/s, 100MB/s or unlimited',
} as const;

/** A Go duration as text, at most a year. */
export const durationShape = z
  .string({ error: expectedQuantity.duration })
  .regex(durationPattern, { error: expectedQuantity.duration, abort: true })
  .refine((text) => parseDuration(text) !== undefined, { error: 'a duration of at most a year' })
  .describe('A duration such as 500ms, 90s, 15m or 1h30m');

/** A duration above zero. */
export const positiveDurationShape = durationShape.refine((text) => parseDuration(text) !== 0, {
  error: expectedQuantity.positiveDuration,
});

/** PLEG's period. */
export const relistPeriodShape = durationShape.refine(
  (text) => (parseDuration(text) ?? 0) >= limits.relistPeriodMicrosMin,
  {
    error: 'a duration of at least 10ms (that of a kubelet is 1s)',
  },
);

const instantError = 'an instant with its zone, such as 2026-03-01T02:00:00Z or 2026-03-01T03:00:00+01:00';

/** An instant of RFC 3339. */
export const instantShape = z
  .string({ error: instantError })
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/, {
    error: instantError,
    abort: true,
  })
  .refine((text) => !Number.isNaN(Date.parse(text)), { error: instantError });

/** `linux/arm64/v8`. */
export const platformPattern = /^[a-z0-9]+\/[a-z0-9]+(?:\/[a-z0-9]+)?$/;
export const platformExample = 'a platform such as linux/amd64';

const sizeError = 'a size such as 300MB, 1.5GiB or a number of bytes';

/** A size as text, or a plain number of bytes. */
export const byteSizeShape = z
  .union(
    [
      z.string().regex(byteSizePattern, { error: sizeError, abort: true }),
      z.int().nonnegative({ error: sizeError, abort: true }),
    ],
    {
      error: sizeError,
    },
  )
  .refine((size) => typeof size === 'number' || parseByteSize(size) !== undefined, {
    error: 'a size below 2^53 bytes',
  })
  .describe('A size such as 300MB (10^6 bytes), 300MiB (2^20 bytes), or a number of bytes');

/** The size of an image. A bare number that is too small for any image lacks its unit. */
export const imageSizeShape = byteSizeShape.refine((size) => !lacksUnit(String(size)), {
  error: 'a size with its unit, such as 300MB or 300B',
});

/** Whether a size is a bare number of fewer bytes than any image has. */
export function lacksUnit(size: string): boolean {
  return /^[1-9]\d{0,3}(?:\.\d+)?$/.test(size);
}

/** A rate as text, or `unlimited`. */
export const byteRateShape = z
  .string({ error: expectedQuantity.rate })
  .regex(byteRatePattern, { error: expectedQuantity.rate, abort: true })
  .refine((text) => parseByteRate(text) !== undefined, {
    error: 'a rate above 0 (a fault of kind stall stops traffic altogether)',
  })
  .describe('A rate in bits (1Gbit/s) or bytes (100MB/s) a second, or unlimited');

/** A rate that is not `unlimited`. */
export const finiteByteRateShape = byteRateShape.refine((text) => text !== 'unlimited', {
  error: expectedQuantity.finiteRate,
});

/** Returns the microseconds of a text that durationShape has accepted. */
export function micros(text: string): number {
  const value = parseDuration(text);
  if (value === undefined) throw new Error(`not a checked duration: ${text}`);
  return value;
}

/** Returns the bytes of a size that byteSizeShape has accepted. */
export function bytes(size: string | number): number {
  const value = typeof size === 'number' ? size : parseByteSize(size);
  if (value === undefined) throw new Error(`not a checked size: ${size}`);
  return value;
}

/** Returns the bytes per second of a text that byteRateShape has accepted; null for unlimited. */
export function bytesPerSecond(text: string): number | null {
  const value = parseByteRate(text);
  if (value === undefined) throw new Error(`not a checked rate: ${text}`);
  return value;
}
