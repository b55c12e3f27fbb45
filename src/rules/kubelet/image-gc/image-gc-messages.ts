import { formatGoDuration } from '../go/go-duration.ts';
import { aggregateError } from '../images/aggregate-error.ts';

const units = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

/**
 * Bytes as people read them, `512 B`, `1.5 GiB`. Mirrors `formatSize` in image_gc_manager.go (1.35 and
 * later).
 */
export function formatSize(bytes: bigint): string {
  let size = Number(bytes);
  if (size < 1024) return `${bytes} B`;
  let unit: string = 'B';
  for (const next of units) {
    if (size < 1024) break;
    size /= 1024;
    unit = next;
  }
  return `${oneDecimal(size)} ${unit}`;
}

// Go rounds half to even, and toFixed half up. They differ only if the exact value ends in 5.
function oneDecimal(value: number): string {
  const twentieths = value * 20;
  if (Number.isInteger(twentieths) && twentieths % 2 !== 0) {
    const tenths = Math.floor(twentieths / 2);
    return ((tenths % 2 === 0 ? tenths : tenths + 1) / 10).toFixed(1);
  }
  return value.toFixed(1);
}

/** The figures in the message about a round that freed too little. */
export interface InsufficientFacts {
  readonly usedPercent: number;
  readonly capacityBytes: bigint;
  readonly bytesToFree: bigint;
  readonly freedBytes: bigint;
}

/** The text of the event `FreeDiskSpaceFailed`, and of the error. */
export function insufficientFreeDiskSpace({
  usedPercent,
  capacityBytes,
  freedBytes,
}: InsufficientFacts): string {
  return (
    `Insufficient free disk space on the node's image filesystem (${usedPercent}% of ${formatSize(capacityBytes)} used). ` +
    `Failed to free sufficient space by deleting unused images (freed ${freedBytes} bytes). ` +
    'Investigate disk usage, as it could be used by active images, logs, volumes, or other data.'
  );
}

/** The same text in 1.27 to 1.34. */
export function attemptedToFree({ bytesToFree, freedBytes }: InsufficientFacts): string {
  return `Failed to garbage collect required amount of images. Attempted to free ${bytesToFree} bytes, but only found ${freedBytes} bytes eligible to free.`;
}

/** The same text in 1.14. */
export function wantedToFree({ bytesToFree, freedBytes }: InsufficientFacts): string {
  return `failed to garbage collect required amount of images. Wanted to free ${bytesToFree} bytes, but freed ${freedBytes} bytes`;
}

/** The text of the event `InvalidDiskCapacity`, and of the error, in every release. */
export const invalidCapacity = 'invalid capacity 0 on image filesystem';

/** The error of a pass for space in which removals failed. */
export function freeSpaceError(bytesToFree: bigint, freedBytes: bigint, errors: readonly string[]): string {
  return `wanted to free ${bytesToFree} bytes, but freed ${freedBytes} bytes space with errors in image deletion: ${aggregateError(errors)}`;
}

/** The error of a pass for age in which removals failed. The round then ends without a pass for space. */
export function freeOldImagesError(maxAgeMicros: number, errors: readonly string[]): string {
  return `wanted to free images older than ${formatGoDuration(maxAgeMicros)}, encountered errors in image deletion: ${aggregateError(errors)}`;
}
