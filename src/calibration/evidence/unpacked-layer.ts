import { parseGoDuration } from '../../kubelet/go/parse-go-duration.ts';
import type { ObservedLayer } from '../estimates/observed-pull.ts';
import type { LogLine } from './log-line.ts';

/**
 * The layer that a line `diff applied` tells of, undefined where its fields are none. The size is the blob's: what came over the wire.
 * Mirrors `fsApplier.Apply` in core/diff/apply/apply.go (2.4.2; 1.6.20 has it already).
 */
export function unpackedLayer({ fields, micros }: LogLine): ObservedLayer | undefined {
  const text = fields.get('d') ?? '';
  // The JSON formatter writes a duration as a number of nanoseconds.
  const unpackMicros = /^\d{1,18}$/.test(text) ? Math.round(Number(text) / 1_000) : parseGoDuration(text);
  const bytes = Number(fields.get('size') ?? Number.NaN);
  if (unpackMicros === undefined || unpackMicros < 0 || !Number.isSafeInteger(bytes) || bytes < 0) return undefined;
  return { bytes, unpackMicros, endMicros: micros, compressed: /gzip|zstd/.test(fields.get('media') ?? 'gzip') };
}
