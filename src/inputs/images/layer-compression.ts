import type { Layer } from '../../rules/runtime/images/image.ts';

/**
 * Returns the compression of a layer with this media type of OCI or Docker; undefined for gzip, which is the
 * usual one.
 */
export function layerCompression(
  mediaType: string | null | undefined,
): Exclude<Layer['compression'], 'gzip'> {
  if (/[.+]zstd$/.test(mediaType ?? '')) return 'zstd';
  return /\.tar$/.test(mediaType ?? '') ? 'none' : undefined;
}
